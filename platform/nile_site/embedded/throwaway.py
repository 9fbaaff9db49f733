"""Servers for one test run, in a process of their own that cleans up however the run ends.

It holds one end of a pipe; when the other end closes, be it by a kill, both servers are stopped and the folder goes.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from nile_site.embedded import servers
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Running, spawn
from nile_site.embedded.trouble import Trouble

_READY = b"ready\n"


class Throwaway:
    """The test run's end of it: `variables` lead to the servers, `close` ends them and waits until all is gone."""

    def __init__(self) -> None:
        self.names = servers.embedded()
        self.path = Path(tempfile.mkdtemp(prefix="nile-test-"))
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self.path), *sorted(self.names)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # a Ctrl-C is for the tests; the keeper waits for the pipe
        )
        assert self._keeper.stdout is not None
        if self._keeper.stdout.readline() != _READY:
            self.close()
            raise RuntimeError("the servers of the test run did not start; the reason stands above")
        self.variables = servers.addresses(DataFolder(self.path), self.names)

    def close(self) -> None:
        assert self._keeper.stdin is not None
        self._keeper.stdin.close()
        self._keeper.wait()


def main(path: str, *names: str) -> None:
    """Run the named servers in that folder until standard input ends; then remove everything."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    folder = DataFolder(Path(path))
    started: list[Running] = []
    try:
        with open(folder.path / "servers.log", "wb") as log:
            for program in servers.programs(folder, set(names), lock=folder.lock(), is_throwaway=True):
                started.append(Running(program, spawn(program, stdout=log.fileno())))
        try:
            servers.wait_until_ready(folder, set(names))
        except Trouble:
            sys.exit((folder.path / "servers.log").read_text(errors="replace"))
        os.write(1, _READY)
        sys.stdin.buffer.read()
    finally:
        for running in reversed(started):
            running.signal(running.program.stop_signal)
            running.process.wait()
        folder.remove_sockets()
        shutil.rmtree(folder.path, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
