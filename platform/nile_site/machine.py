"""How much this machine can play at once: one slot is one match, and every seat may use its full memory."""

import os
from pathlib import Path

SEATS = 5
SEAT_MEMORY_MIB = 512
_CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def match_slots() -> int:
    """Return min(cores - 1, memory / five seats of 512 MiB), but at least one."""
    return max(1, min(core_count() - 1, memory_mib() // (SEATS * SEAT_MEMORY_MIB)))


def core_count() -> int:
    """Return the cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_mib() -> int:
    """Return the machine's memory, or the container's limit where that is lower."""
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for path in _CGROUP_LIMITS:
        try:
            found.append(int(path.read_text()))
        except (OSError, ValueError):  # no such control group, or "max"
            continue
    return min(found) // 2**20
