"""Runs a bot behind walls that its own process, forked from a warm interpreter, puts up before the bot's first
instruction: Landlock and seccomp.

Needs no program, no namespace and no right, so it works in ordinary containers. The bot can still learn whether a path
exists and how large it is, though never what is in it; and bots of one user are kept apart by the system call filter,
not by not seeing each other.
"""

from __future__ import annotations

import ctypes
import os
import time
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox import seccomp, shim_landlock, spawn, syscalls
from arena.sandbox.base import Launch
from arena.sandbox.nursery import Nursery
from arena.sandbox.runtime import Runtime
from arena.sandbox.warm import Warm

_BOTS_OF_A_USER = 8
_SPARE_TASKS = 256
_COUNT_AGAIN_S = 10.0


class Landlock(Warm):
    """Starts bots with nothing but the kernel's help."""

    name = "landlock"

    def __init__(self, runtime: Runtime) -> None:
        """Takes a runtime that the bots' user can read.

        Raises SandboxError if the kernel has no Landlock or there is no filter for this kind of machine.
        """
        super().__init__(runtime)
        try:
            self.abi = shim_landlock.abi(ctypes.CDLL(None, use_errno=True))
        except OSError as error:
            raise SandboxError(
                f"The kernel offers no Landlock ({error.strerror}). It needs Linux 5.13 or later with "
                "`landlock` among its security modules (the lsm= boot option)."
            ) from error
        self._tasks = 0
        self._counted_at = -_COUNT_AGAIN_S

    def nursery(self, uid: int | None) -> Nursery:
        """Starts the warm process."""
        program = seccomp.build(syscalls.machine(), own_pid=seccomp.OWN_PID, may_exec=False)
        return Nursery(self._runtime, walls=("walls=landlock",), path=self._path, program=program, uid=uid)

    def request(self, launch: Launch) -> dict[str, str]:
        """Gives the shim's options for a bot, and what it may open, one path a line: the runtime, its own folder, and
        two devices."""
        options = spawn.shim_options(
            launch.limits, bot=launch.folder, entry=launch.entry, path=self._path, threads=self._most_tasks(launch)
        )
        readable = (str(self._runtime.path), str(self._runtime.code), launch.folder, "/dev/urandom")
        rules = "".join(f"r {path}\n" for path in readable) + "w /dev/null\n"
        return options | {"limit.CPU": str(launch.limits.cpu_s), "rules": rules}

    @property
    def _path(self) -> list[str]:
        runtime = self._runtime
        return spawn.site_folders(runtime, root=str(runtime.path), code=str(runtime.code))

    def _most_tasks(self, launch: Launch) -> int:
        """Bounds threads, which the kernel counts per user.

        A user of the bots' own may have what its bots may; any other user what it runs now, and some more.
        """
        if launch.uid is not None and launch.uid != os.geteuid():
            return launch.limits.threads * _BOTS_OF_A_USER
        if time.monotonic() - self._counted_at > _COUNT_AGAIN_S:
            self._tasks = _count_tasks(os.geteuid())
            self._counted_at = time.monotonic()
        return self._tasks + _SPARE_TASKS


def _count_tasks(uid: int) -> int:
    """Counts the threads of all processes of a user."""
    count = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if folder.stat().st_uid == uid:
                    count += len(os.listdir(folder / "task"))
            except OSError:  # it has ended
                continue
    return count
