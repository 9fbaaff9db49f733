"""What every way of running a bot has in common: the limits, the request to start one, and what starting gives.

A bot is started by a sandbox and from then on is a BotProcess, which is the same whichever sandbox started it. One
table of verdicts holds for all of them, so nothing here or in the referee asks which one it was.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from arena.sandbox.process import BotProcess
from arena.sandbox.wiring import Ending

__all__ = ["BotProcess", "Ending", "Launch", "Limits", "Sandbox"]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Is what a bot may use. The site takes the numbers from seeds/world.toml; these are the published defaults.

    memory_mib: address space of the process, interpreter included.
    startup_cpu_ms, startup_wall_ms: from the start to the answer to hello; importing counts.
    bank_ms, increment_ms: CPU time in the bank, and what each decision adds to it.
    decision_wall_ms: what a decision may take by the wall, plus twice what the bank holds.
    match_wall_ms: what all decisions of a bot together may take by the wall; so no bot makes a match last for ever.
    stderr_kib: what is kept of the bot's log.  line_kib: the longest line a bot may write.
    files, threads: how many may be open or running at once.
    cpu_s: the kernel ends the process there: start-up, bank, the increments of the longest game, and 5 s.
    """

    memory_mib: int = 512
    startup_cpu_ms: int = 5000
    startup_wall_ms: int = 15000
    bank_ms: int = 10000
    increment_ms: int = 50
    decision_wall_ms: int = 2000
    match_wall_ms: int = 60000
    stderr_kib: int = 256
    line_kib: int = 64
    files: int = 64
    threads: int = 16
    cpu_s: int = 60


class Launch(Struct, frozen=True):
    """Asks for one bot to be started.

    folder: where the unpacked bot lies; it holds this bot and nothing else, and the bot may only read it.
    entry: the file in it to run, such as main.py.
    uid: whom to run as where the starter is root (then it must be given, and never 0); None: as the starter.
    """

    folder: str
    entry: str = "main.py"
    limits: Limits = Limits()
    uid: int | None = None


class Sandbox(Protocol):
    """Starts bots. `name` is "namespaces", "bwrap", "landlock" or "trusted"."""

    @property
    def name(self) -> str: ...

    def start(self, launch: Launch) -> BotProcess:
        """Starts a bot and returns at once, before the bot has run.

        Call it from the main thread of the process that owns the bots: the kernel ends a bot together with the
        thread that started it. Raises SandboxError if the bot cannot be started at all; a failure inside the sandbox
        shows later, as BotGone and an Ending that says `never_started`.
        """
        ...
