"""Runs a bot behind walls that its own process puts up before the bot's first instruction: Landlock and seccomp.

Needs no program, no namespace and no right, so it works in ordinary containers. The bot can still learn whether a path
exists and how large it is, though never what is in it; and bots of one user are kept apart by the system call filter,
not by not seeing each other.
"""

from __future__ import annotations

import ctypes
import os
import time
from functools import cached_property
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox import seccomp, shim_landlock, spawn, syscalls
from arena.sandbox.base import BotProcess, Launch
from arena.sandbox.runtime import Runtime

_BOTS_OF_A_USER = 8
_SPARE_TASKS = 256
_COUNT_AGAIN_S = 10.0


class Landlock:
    """Starts bots with nothing but the kernel's help."""

    name = "landlock"

    def __init__(self, runtime: Runtime) -> None:
        """Takes a runtime that the bots' user can read.

        Raises SandboxError if the kernel has no Landlock or there is no filter for this kind of machine.
        """
        if syscalls.machine() not in syscalls.AUDIT_ARCH:
            raise SandboxError(f"There is no system call filter for {syscalls.machine()} machines.")
        try:
            self.abi = shim_landlock.abi(ctypes.CDLL(None, use_errno=True))
        except OSError as error:
            raise SandboxError(
                f"The kernel offers no Landlock ({error.strerror}). It needs Linux 5.13 or later with "
                "`landlock` among its security modules (the lsm= boot option)."
            ) from error
        self._runtime = runtime
        self._tasks = 0
        self._counted_at = -_COUNT_AGAIN_S

    @cached_property
    def _filter(self) -> bytes:
        return seccomp.build(syscalls.machine(), own_pid=seccomp.OWN_PID, may_exec=False)

    def start(self, launch: Launch) -> BotProcess:
        """Starts a bot; see Sandbox.start."""
        rules = self.rules(launch).encode()
        ready = os.pipe2(os.O_CLOEXEC)
        with spawn.memory_file("rules", rules) as paths, spawn.memory_file("seccomp", self._filter) as program:
            return spawn.spawn(
                self.command(launch, rules_fd=paths, filter_fd=program, ready_fd=ready[1]),
                launch=launch,
                environment=spawn.environment(spawn.library_path(str(self._runtime.path)), launch.hash_seed),
                pass_fds=(paths, program),
                ready=ready,
            )

    def rules(self, launch: Launch) -> str:
        """Gives what the bot may open, one path a line: the runtime, its own folder, and two devices."""
        readable = (str(self._runtime.path), str(self._runtime.code), launch.folder, "/dev/urandom")
        return "".join(f"r {path}\n" for path in readable) + "w /dev/null\n"

    def command(self, launch: Launch, *, rules_fd: int, filter_fd: int, ready_fd: int) -> list[str]:
        """Gives the whole command line for one bot."""
        runtime = self._runtime
        root, code = str(runtime.path), str(runtime.code)
        return [
            f"{root}/{runtime.interpreter}",
            *spawn.INTERPRETER_FLAGS,
            f"{code}/{runtime.shim}",
            *spawn.shim_arguments(
                launch.limits,
                bot=launch.folder,
                entry=launch.entry,
                path=spawn.site_folders(runtime, root=root, code=code),
                ready=ready_fd,
                threads=self._most_tasks(launch),
            ),
            f"limit.CPU={launch.limits.cpu_s}",
            f"rules={rules_fd}",
            f"filter={filter_fd}",
            f"parent={os.getpid()}",
        ]

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
