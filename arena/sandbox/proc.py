"""What Linux tells about another process: its end, its CPU clock, its memory and its waits.

Elsewhere the same questions have poorer answers: no CPU clock, no descriptor for a process, no figures. Only the
`trusted` sandbox runs there.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import sys
import time

from msgspec import Struct

HAS_CPU_CLOCKS = sys.platform == "linux"
"""True where one process can read the CPU clock of another."""

_PAGE_KIB = resource.getpagesize() // 1024
_LOOK_S = 0.002


class Waited(Struct, frozen=True):
    """Is what the system reports about a child that ended: its status or its signal, and its CPU time."""

    status: int | None
    signal: int | None
    cpu_ns: int


class Meters:
    """Keeps the figures of a process open, so that reading one is a single system call."""

    def __init__(self, pid: int) -> None:
        self._memory = _open(f"/proc/{pid}/statm")
        self._waits = _open(f"/proc/{pid}/schedstat")

    def memory_kib(self) -> int:
        """Returns the resident memory; 0 if unknown or over."""
        fields = _read(self._memory)
        return int(fields[1]) * _PAGE_KIB if len(fields) > 1 else 0

    def run_queue_wait_ns(self) -> int:
        """Returns how long the main thread stood in the run queue; 0 if unknown or over."""
        fields = _read(self._waits)
        return int(fields[1]) if len(fields) > 1 else 0

    def close(self) -> None:
        """Lets go of the figures."""
        for descriptor in (self._memory, self._waits):
            if descriptor is not None:
                os.close(descriptor)
        self._memory = self._waits = None


def _open(path: str) -> int | None:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _read(descriptor: int | None) -> list[bytes]:
    if descriptor is None:
        return []
    try:
        return os.pread(descriptor, 256, 0).split()
    except OSError:
        return []


def memory_peak_kib(pid: int) -> int:
    """Returns the most memory a process has held so far; 0 if unknown.

    Taken from the process itself and not from its resource usage, which counts the forking parent as well.
    """
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as lines:
        for line in lines:
            if line.startswith(b"VmHWM:"):
                return int(line.split()[1])
    return 0


def cpu_clock(pid: int) -> int:
    """Names the CPU clock of a process for `time.clock_gettime_ns`, as the kernel's posix-timers.h does."""
    return (~pid << 3) | 2


def open_pidfd(pid: int) -> int | None:
    """Opens a descriptor that stays with this very process and turns readable at its end; None if there is none."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def is_readable(descriptor: int | None, wait_s: float) -> bool:
    """Tells whether a descriptor turns readable within the time; False for None."""
    if descriptor is None:
        return False
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    return bool(poller.poll(wait_s * 1000))


def wait(child: int, watch: int | None, wait_s: float) -> Waited | None:
    """Reaps our child if it ends within the time; None if it still runs.

    watch: its pidfd, if there is one.
    """
    if watch is not None and wait_s > 0:
        is_readable(watch, wait_s)
        wait_s = 0
    end = time.monotonic() + wait_s
    while True:
        try:
            pid, status, usage = os.wait4(child, os.WNOHANG)
        except ChildProcessError:  # somebody else reaped it
            return Waited(status=0, signal=None, cpu_ns=0)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            cpu_ns = round((usage.ru_utime + usage.ru_stime) * 1e9)
            return Waited(status=code if code >= 0 else None, signal=-code if code < 0 else None, cpu_ns=cpu_ns)
        if time.monotonic() >= end:
            return None
        time.sleep(_LOOK_S)
