"""The outer end of a nursery: starts the warm process that bots are forked from, and asks it for them.

What happens in it is told in shim_nursery.py. It runs as the bots' user, and only code of ours ever runs in it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import weakref
from collections.abc import Sequence

from arena.errors import SandboxError
from arena.sandbox import spawn, syscalls
from arena.sandbox.runtime import Runtime

_WARM_S = 30.0
"""How long it may take to become warm."""

_BIRTH_S = 10.0
_CLONE = {"x86_64": 56, "aarch64": 220}
_LONGEST = 4096


class Nursery:
    """Is a warm process of ours. It ends with this object, and with the thread that made it."""

    def __init__(
        self, runtime: Runtime, *, walls: Sequence[str], path: Sequence[str], program: bytes, uid: int | None
    ) -> None:
        """Starts it and waits until it is warm.

        walls: the arguments that say what each bot will be behind. path: folders that bots import from.
        program: their seccomp filter. uid: whom to run as, None for this process's user. Raises SandboxError.
        """
        root, code = str(runtime.path), str(runtime.code)
        self._socket, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._log = os.memfd_create("nursery", os.MFD_CLOEXEC)
        owner = os.pidfd_open(os.getpid())
        with spawn.memory_file("seccomp", program) as filter_fd:
            arguments = (
                *walls,
                f"path={os.pathsep.join(path)}",
                f"control={control.fileno()}",
                f"owner={owner}",
                f"filter={filter_fd}",
                f"clone={_CLONE[syscalls.machine()]}",
            )
            command = [f"{root}/{runtime.interpreter}", *spawn.INTERPRETER_FLAGS, f"{code}/{runtime.nursery}"]
            try:
                self._process = subprocess.Popen(
                    [*command, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._log,
                    close_fds=True,
                    pass_fds=(control.fileno(), owner, filter_fd),
                    cwd="/",
                    env=spawn.environment(spawn.library_path(root)),
                    start_new_session=True,
                    user=uid,
                    group=uid,
                    extra_groups=None if uid is None else [],
                )
            except (OSError, subprocess.SubprocessError) as error:
                self._socket.close()
                os.close(self._log)
                raise SandboxError(f"{command[0]} cannot be started: {error}") from error
            finally:
                control.close()
                os.close(owner)
        self.close = weakref.finalize(self, _end, self._process, self._socket, self._log)
        if self._receive(_WARM_S) != "ready":
            raise self._failure()

    @property
    def pid(self) -> int:
        """Is its process id."""
        return self._process.pid

    def bear(self, request: dict[str, str], streams: Sequence[int]) -> int:
        """Has a bot born, a child of this process, and gives its process id.

        request: the shim's options. streams: stdin, stdout, stderr and ready. Raises SandboxError.
        """
        try:
            socket.send_fds(self._socket, [json.dumps(request).encode()], list(streams))
        except OSError as error:
            raise self._failure() from error
        answer = self._receive(_BIRTH_S)
        if not answer.isdigit():
            raise SandboxError(f"No process for a bot: {answer}") if answer else self._failure()
        return int(answer)

    def _receive(self, timeout_s: float) -> str:
        """Reads an answer; nothing if it has ended or does not answer."""
        self._socket.settimeout(timeout_s)
        try:
            return self._socket.recv(_LONGEST).decode()
        except OSError:
            return ""

    def _failure(self) -> SandboxError:
        """Says why it is of no use any more; it then ends."""
        lines = os.pread(self._log, 1 << 16, 0).decode("utf-8", "replace").strip().splitlines()
        self.close()
        return SandboxError(lines[-1] if lines else "The process that bots are forked from has ended.")


def _end(process: subprocess.Popen[bytes], control: socket.socket, log: int) -> None:
    control.close()
    process.kill()
    process.wait()
    os.close(log)
