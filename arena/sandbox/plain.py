"""Runs a bot as a plain process: no walls at all. For one's own bots, and for machines that are not Linux.

The same shim and the same limits where the system has them, so that a bot meets the same world; but it can read, write
and reach whatever its user can. The site uses it only by an explicit setting, never as a fallback.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arena.sandbox import spawn
from arena.sandbox.base import BotProcess, Launch
from arena.sandbox.runtime import Runtime


class Trusted:
    """Starts bots without isolation, with a runtime if there is one, else with this interpreter."""

    name = "trusted"

    def __init__(self, runtime: Runtime | None = None) -> None:
        self._runtime = runtime

    def start(self, launch: Launch) -> BotProcess:
        """Starts a bot; see Sandbox.start."""
        read_end, write_end = os.pipe()
        runtime = self._runtime
        return spawn.spawn(
            self.command(launch, ready_fd=write_end),
            launch=launch,
            environment=spawn.environment(spawn.library_path(str(runtime.path)) if runtime else ""),
            pass_fds=(),
            ready=(read_end, write_end),
        )

    def command(self, launch: Launch, *, ready_fd: int) -> list[str]:
        """Gives the whole command line for one bot."""
        runtime = self._runtime
        if runtime is None:
            interpreter, shim = sys.executable, str(Path(__file__).with_name("shim.py"))
            path = spawn.site_folders(None)
        else:
            interpreter, shim = f"{runtime.path}/{runtime.interpreter}", f"{runtime.code}/{runtime.shim}"
            path = spawn.site_folders(runtime, root=str(runtime.path), code=str(runtime.code))
        options = spawn.shim_options(
            launch.limits, bot=launch.folder, entry=launch.entry, path=path, threads=None, bounded_files=False
        )
        options |= {"limit.CPU": str(launch.limits.cpu_s), "lenient": "1"}
        return [interpreter, *spawn.INTERPRETER_FLAGS, shim, *spawn.shim_arguments(options, ready=ready_fd)]
