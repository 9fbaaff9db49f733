"""A site without its pages, on a data folder of its own: database, broker, workers and beat, which may be killed.

The command lines are those of `./run`. Use it in a `with` block of the main thread; nothing is left after it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType

from nile_site.embedded import servers, workers
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Program, Running, spawn

SERVERS = {servers.POSTGRES, servers.VALKEY}
WORKERS = {"matches", "default", "beat"}


class Crew:
    """Has the servers up and Django ready inside its `with` block; workers come with `keep_up`."""

    def __init__(self, path: Path, *, slots: int) -> None:
        self.folder = DataFolder(path)
        self.folder.path.chmod(0o711)  # bots of another user pass through it
        self._slots = slots
        self._programs: dict[str, Program] = {}
        self._running: dict[str, Running] = {}
        self.starts: dict[str, int] = {}

    def __enter__(self) -> Crew:
        os.environ.update(
            servers.addresses(self.folder, SERVERS),
            NILE_DATA=str(self.folder.path),
            NILE_SECRET_KEY=self.folder.secret_key(),
            NILE_SLOTS=str(self._slots),
            NILE_LOG_LEVEL="WARNING",
            DJANGO_SETTINGS_MODULE="nile_site.settings",
        )
        self._lock = self.folder.lock()
        for program in servers.programs(self.folder, SERVERS, lock=self._lock):
            self._programs[program.name] = program
        try:
            self.keep_up(SERVERS)
            servers.wait_until_ready(self.folder, SERVERS, self._wait_for_servers)
            self._set_up()
        except BaseException:
            self._end()
            raise
        environment = dict(os.environ)
        self._programs |= {
            "default": workers.default(environment),
            "beat": workers.beat(environment, self.folder),
            "matches": workers.matches(environment, slots=self._slots),
        }
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def keep_up(self, names: set[str] = SERVERS | WORKERS) -> None:
        """Start what of it does not run, the servers first."""
        for name, program in self._programs.items():
            running = self._running.get(name)
            if name in names and (running is None or running.process.poll() is not None):
                if running is not None:
                    running.kill_group()  # what the leader left behind
                with open(self.folder.path / f"{name}.log", "ab") as log:
                    self._running[name] = Running(program, spawn(program, stdout=log.fileno()))
                self.starts[name] = self.starts.get(name, 0) + 1

    def pid(self, name: str) -> int:
        """Return the process id of one of its programs."""
        return self._running[name].process.pid

    def restart(self, name: str) -> None:
        """Stop a program as its operator would, and start it again."""
        self.stop(name)
        self.keep_up({name})

    def log(self, name: str) -> str:
        """Return what one of its programs has written."""
        return (self.folder.path / f"{name}.log").read_text(errors="replace")

    def _wait_for_servers(self) -> None:
        time.sleep(0.05)
        self.keep_up(SERVERS)

    def _set_up(self) -> None:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, interactive=False)

    def _end(self) -> None:
        for name in reversed(list(self._programs)):
            if name in self._running:
                self.stop(name)
        self.folder.remove_sockets()
        os.close(self._lock)

    def stop(self, name: str) -> None:
        """Stop a program as its operator would; it is killed if that takes too long."""
        running = self._running.pop(name)
        program, begun = running.program, time.monotonic()
        while running.process.poll() is None:
            is_late = time.monotonic() - begun > program.grace_s
            running.signal(signal.SIGKILL if is_late else program.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.process.wait(min(program.insist_s, program.grace_s))
        running.kill_group()
