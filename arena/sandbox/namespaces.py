"""Runs a bot in namespaces of its own, forked from a warm interpreter: its root is the runtime, nothing else exists.

No /proc, no /dev but null and urandom, nothing writable, no network, no other process, no capability. On top come the
system call filter and the limits. The walls of `bwrap`, without the program and in a fraction of the time; needs user
namespaces that everybody may make, and Linux 5.12.
"""

from __future__ import annotations

from arena.sandbox import seccomp, spawn, syscalls
from arena.sandbox.base import Launch
from arena.sandbox.nursery import Nursery
from arena.sandbox.warm import Warm


class Namespaces(Warm):
    """Starts bots with nothing but the kernel's help."""

    name = "namespaces"

    def nursery(self, uid: int | None) -> Nursery:
        """Starts the warm process, which has the runtime as its root too."""
        runtime = self._runtime
        walls = ("walls=namespaces", f"base={runtime.path}", f"code={runtime.code}")
        program = seccomp.build(syscalls.machine(), own_pid=1, may_exec=False)
        return Nursery(runtime, walls=walls, path=self._path, program=program, uid=uid)

    def request(self, launch: Launch) -> dict[str, str]:
        """Gives the shim's options for a bot."""
        # Threads are counted within the bot's own user namespace.
        options = spawn.shim_options(
            launch.limits, bot=launch.folder, entry=launch.entry, path=self._path, threads=launch.limits.threads
        )
        return options | {"limit.CPU": str(launch.limits.cpu_s), "base": str(self._runtime.path)}

    @property
    def _path(self) -> list[str]:
        return spawn.site_folders(self._runtime, code="/code")
