"""One core for one match: the referee and its bots speak in turns, so spreading them over cores only costs.

Waking a process on another core, idle until then, takes longer than many a bot thinks. Starting up is different: the
bots do that side by side, on all cores. Measured in docs/decisions/004-one-core-a-match.md.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_CPU_FIELD = 36
"""Of /proc/thread-self/stat, counted after the name in brackets: where the thread ran last."""


@contextlib.contextmanager
def on_one_core(pids: Iterable[int]) -> Iterator[None]:
    """Keeps this thread and the main threads of these processes on the core where this thread runs now.

    Leaving it, this thread may run anywhere it could before; the processes stay. Does nothing where the system cannot
    bind processes to cores, and leaves alone a process that may not be bound or is gone.
    """
    pids = list(pids)
    if not pids or not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    core = {_here()} & allowed or allowed
    for pid in (0, *pids):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(pid, core)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the machine took a core away in the meantime
            os.sched_setaffinity(0, allowed)


def _here() -> int:
    stat = Path("/proc/thread-self/stat").read_text()
    return int(stat[stat.rindex(")") + 2 :].split()[_CPU_FIELD])
