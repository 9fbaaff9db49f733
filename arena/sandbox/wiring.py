"""The two ends of a bot's life as plain values: what a starter hands over, and what is known when it is over."""

from __future__ import annotations

import contextlib
import signal
from typing import Protocol

from msgspec import Struct


class Finder(Protocol):
    """Knows, or can learn, the bot's own process id."""

    def find(self, deadline: float) -> int:
        """Returns it, waiting until the given monotonic second. Raises BotGone if there is no bot."""
        ...

    def close(self) -> None: ...


class Wiring(Struct, frozen=True):
    """Holds what a starter hands over: descriptors, all of them owned by the BotProcess from then on.

    child: process id of what we started, our own child: the bot or a monitor that ends with it.
    finder: finds the bot's own process id, which may take a moment where there is a monitor.
    is_shell_status: True if the child reports a signal of the bot as the status 128 + signal.
    ready: read end of a pipe on which the shim says that the walls stand; None if nobody says so.
    """

    child: int
    stdin: int
    stdout: int
    stderr: int
    finder: Finder
    is_shell_status: bool
    ready: int | None
    line_limit: int
    stderr_limit: int
    cpu_limit_s: int
    startup_wall_s: float


class Ending(Struct, frozen=True):
    """Says how a bot's process ended.

    status: what it exited with; None if a signal ended it.
    signal: what ended it; None if it exited by itself.
    killed_by_us: True if it still ran when `kill` was called.
    out_of_memory: it stopped because memory was refused.
    out_of_cpu: the kernel ended it at the limit of CPU seconds.
    never_started: the sandbox failed before the bot's first instruction: our fault, never the bot's.
    cpu_ns: CPU time of its whole life, the sandbox's own part (a few ms) included.
    memory_peak_kib: the most memory it was seen to hold.
    """

    status: int | None
    signal: int | None
    killed_by_us: bool
    out_of_memory: bool
    out_of_cpu: bool
    never_started: bool
    cpu_ns: int
    memory_peak_kib: int

    def __str__(self) -> str:
        if self.never_started:
            return "the sandbox did not start"
        if self.killed_by_us:
            return "ended by the referee"
        if self.out_of_memory:
            return "out of memory"
        if self.out_of_cpu:
            return "out of CPU time"
        if self.signal is not None:
            with contextlib.suppress(ValueError):
                return f"ended by {signal.Signals(self.signal).name}"
            return f"ended by signal {self.signal}"
        return "exited" if self.status == 0 else f"exited with status {self.status}"
