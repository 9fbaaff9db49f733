"""Runs a bot in namespaces of its own, made by bubblewrap: its root is the runtime, and nothing else exists there.

No /proc, no /dev but null and urandom, nothing writable, no network, no other process, no capability. On top come the
system call filter and the limits. Needs user namespaces; containers often forbid them, then `landlock` is the choice.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import time
from functools import cached_property

from arena.errors import BotGone, SandboxError
from arena.sandbox import seccomp, spawn, syscalls
from arena.sandbox.base import BotProcess, Launch
from arena.sandbox.runtime import Runtime

_NAMESPACES = ("user", "ipc", "pid", "net", "uts", "cgroup")
_INSIDE_UID = "1000"


class Bubblewrap:
    """Starts bots with the system's `bwrap`."""

    name = "bwrap"

    def __init__(self, runtime: Runtime, *, program: str | None = None) -> None:
        """Takes a runtime that the bots' user can read. program: path of bwrap; None: from the usual places.

        Raises SandboxError if there is no bwrap or no filter for this kind of machine.
        """
        found = program or shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
        if found is None:
            raise SandboxError("bubblewrap is not installed. Install the package `bubblewrap`.")
        if syscalls.machine() not in syscalls.AUDIT_ARCH:
            raise SandboxError(f"There is no system call filter for {syscalls.machine()} machines.")
        self._program = found
        self._runtime = runtime

    @cached_property
    def _filter(self) -> bytes:
        return seccomp.build(syscalls.machine(), own_pid=1, may_exec=True)

    def start(self, launch: Launch) -> BotProcess:
        """Starts a bot; see Sandbox.start."""
        ready = os.pipe2(os.O_CLOEXEC)
        status_read, status_write = os.pipe2(os.O_CLOEXEC)
        try:
            with spawn.memory_file("seccomp", self._filter) as program:
                return spawn.spawn(
                    self.command(launch, filter_fd=program, status_fd=status_write, ready_fd=ready[1]),
                    launch=launch,
                    environment={},
                    pass_fds=(program, status_write),
                    ready=ready,
                    finder=lambda child: _Report(status_read, child),
                    is_shell_status=True,
                )
        except SandboxError:
            os.close(status_read)
            raise
        finally:
            os.close(status_write)

    def command(self, launch: Launch, *, filter_fd: int, status_fd: int, ready_fd: int) -> list[str]:
        """Gives the whole command line for one bot."""
        runtime = self._runtime
        variables = spawn.environment(spawn.library_path(""))
        return [
            # The limit of CPU time comes from outside: the filter lets no bot touch it, so that none can have itself
            # killed at a moment of its choice. Only a shell can set it without running code of ours before exec.
            *("/bin/sh", "-c", f'ulimit -t {launch.limits.cpu_s} && exec "$@"', "sh"),
            self._program,
            # Each by its name: --unshare-all would make the user namespace a mere attempt.
            *(f"--unshare-{name}" for name in _NAMESPACES),
            *("--uid", _INSIDE_UID, "--gid", _INSIDE_UID, "--hostname", "bot", "--clearenv"),
            *(word for name, value in variables.items() for word in ("--setenv", name, value)),
            *("--ro-bind", str(runtime.path), "/"),
            *("--ro-bind", str(runtime.code), "/code"),
            *("--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom", "/dev/urandom"),
            *("--ro-bind", launch.folder, "/bot", "--chdir", "/bot"),
            *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
            *("--seccomp", str(filter_fd), "--json-status-fd", str(status_fd)),
            "--",
            f"/{runtime.interpreter}",
            *spawn.INTERPRETER_FLAGS,
            f"/code/{runtime.shim}",
            *spawn.shim_arguments(
                spawn.shim_options(
                    launch.limits,
                    bot="/bot",
                    entry=launch.entry,
                    path=spawn.site_folders(runtime, code="/code"),
                    # Counted within the bot's own user namespace, so this bounds one bot's threads.
                    threads=launch.limits.threads,
                ),
                ready=ready_fd,
            ),
        ]


class _Report:
    """Reads the bot's process id from what bubblewrap reports about its child."""

    def __init__(self, status: int, monitor: int) -> None:
        self._status = status
        self._monitor = monitor

    def find(self, deadline: float) -> int:
        report = b""
        while b"\n" not in report:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._status], [], [], left)[0]:
                raise BotGone("the sandbox did not start in time")
            data = os.read(self._status, 4096)
            if not data:
                raise BotGone("the sandbox did not start")
            report += data
        return int(json.loads(report.split(b"\n", 1)[0])["child-pid"])

    def close(self) -> None:
        os.close(self._status)
