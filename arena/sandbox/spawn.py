"""Starts the process behind a bot: pipes, a log that cannot grow, another user, and no descriptor too many.

Every sandbox comes through here; they differ in what starts the process and in who sets up the walls. Where it is a
command, nothing of ours runs between fork and exec.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.base import BotProcess, Launch, Limits
from arena.sandbox.runtime import Runtime
from arena.sandbox.wiring import Finder, Wiring

INTERPRETER_FLAGS = ("-s", "-P", "-S", "-B", "-X", "utf8")
"""No user folder, no working folder on the path, no site module, nothing compiled to disk, UTF-8 everywhere.

Not -I and not -E: they would ignore PYTHONHASHSEED too.
"""


class Itself:
    """Finds a bot that is our child itself."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def find(self, deadline: float) -> int:
        return self._pid

    def close(self) -> None:
        pass


def spawn(
    command: Sequence[str],
    *,
    launch: Launch,
    environment: dict[str, str],
    pass_fds: Sequence[int],
    ready: tuple[int, int],
    finder: Callable[[int], Finder] = Itself,
    is_shell_status: bool = False,
) -> BotProcess:
    """Starts a command as the launch's user and wraps it as a bot.

    pass_fds: what the command inherits besides its three streams and its end of ready. For the rest see `wire`.
    Raises SandboxError if the command cannot be started or the bot would run as root.
    """
    uid = user_for(launch)

    def start(stdin: int, stdout: int, log: int) -> int:
        try:
            process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout,
                stderr=log,
                bufsize=0,
                close_fds=True,
                pass_fds=(ready[1], *pass_fds),
                cwd="/",
                env=environment,
                start_new_session=True,
                user=uid,
                group=uid,
                extra_groups=None if uid is None else [],
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise SandboxError(f"{command[0]} cannot be started: {error}") from error
        process.returncode = 0  # BotProcess waits for it, so Popen need not warn that nobody does
        return process.pid

    return wire(start, launch=launch, ready=ready, finder=finder, is_shell_status=is_shell_status)


def wire(
    start: Callable[[int, int, int], int],
    *,
    launch: Launch,
    ready: tuple[int, int],
    finder: Callable[[int], Finder] = Itself,
    is_shell_status: bool = False,
) -> BotProcess:
    """Makes a bot's streams, has a process started on them and wraps it.

    start: takes stdin, stdout and stderr and gives the id of a new child of this process; raises SandboxError.
    ready: both ends of the shim's pipe, its own from here on. finder: makes, from our child's process id, what finds
    the bot's.
    """
    stdin, write_end = os.pipe2(os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
    read_end, stdout = os.pipe2(os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
    log = _log_file()
    try:
        child = start(stdin, stdout, log)
    except SandboxError:
        for descriptor in (write_end, read_end, log, ready[0]):
            os.close(descriptor)
        raise
    finally:
        os.close(stdin)
        os.close(stdout)
        os.close(ready[1])
    for descriptor in (write_end, read_end, ready[0]):
        os.set_blocking(descriptor, False)
    limits = launch.limits
    return BotProcess(
        Wiring(
            child=child,
            stdin=write_end,
            stdout=read_end,
            stderr=log,
            finder=finder(child),
            is_shell_status=is_shell_status,
            ready=ready[0],
            line_limit=limits.line_kib << 10,
            stderr_limit=limits.stderr_kib << 10,
            cpu_limit_s=limits.cpu_s,
            startup_wall_s=limits.startup_wall_ms / 1000,
        )
    )


def user_for(launch: Launch) -> int | None:
    """Gives the user id to change to, None for no change. Raises SandboxError rather than run a bot as root."""
    own = os.geteuid()
    if own == 0:
        if not launch.uid:
            raise SandboxError("A bot never runs as root: the starter is root and was given no other user id.")
        return launch.uid
    if launch.uid not in (None, own):
        raise SandboxError(f"Only root can run a bot as another user: this is {own}, asked was {launch.uid}.")
    return None


def environment(libraries: str) -> dict[str, str]:
    """Gives a bot's whole environment: where libraries lie, one thread for numpy, small heaps, and a hash seed.

    The seed is the same for all bots, for those that are forked from one process share it, so that iterating over a
    set of strings goes the same way in every run.
    libraries: folders separated by colons, or nothing where the interpreter is the system's own.
    """
    one_thread = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
    places = {"LD_LIBRARY_PATH": libraries} if libraries else {}
    return {**places, **one_thread, "MALLOC_ARENA_MAX": "2", "PYTHONHASHSEED": "0"}


def library_path(root: str) -> str:
    """Gives the runtime's library folders, below the root that the bot sees."""
    return f"{root}/opt/py/lib:{root}/lib"


def shim_options(
    limits: Limits,
    *,
    bot: str,
    entry: str,
    path: Sequence[str],
    threads: int | None,
    bounded_files: bool = True,
) -> dict[str, str]:
    """Gives the shim's options but for `ready` and the limit of CPU time, which each sandbox sets in its own way.

    threads: what RLIMIT_NPROC becomes, None to leave it. bounded_files: False where the bot may write long files.
    """
    values = {
        "CORE": 0,
        "NOFILE": limits.files,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
        "SIGPENDING": 64,
        "STACK": 8 << 20,
        "AS": limits.memory_mib << 20,
    }
    if bounded_files:
        values["FSIZE"] = limits.stderr_kib << 10
    if threads is not None:
        values["NPROC"] = threads
    return {
        "bot": bot,
        "entry": entry,
        "path": os.pathsep.join(path),
        "log_kib": str(limits.stderr_kib),
        **{f"limit.{name}": str(value) for name, value in values.items()},
    }


def shim_arguments(options: dict[str, str], *, ready: int) -> list[str]:
    """Gives the options as the arguments of a shim that is a program of its own."""
    return [f"{name}={value}" for name, value in (options | {"ready": str(ready)}).items()]


def site_folders(runtime: Runtime | None, *, root: str = "", code: str = "") -> list[str]:
    """Gives the folders that a bot imports from besides its own and the standard library.

    root, code: where it sees the two trees. Without a runtime it imports from where we do.
    """
    if runtime is None:
        own = [str(Path(__file__).parents[2])]
        return own + [place for place in sys.path if place.rstrip("/").endswith(("-packages", "-packages/"))]
    return [code, f"{root}/site"]


@contextlib.contextmanager
def memory_file(name: str, data: bytes) -> Iterator[int]:
    """Lends a file in memory that holds the data and stands at its beginning."""
    descriptor = os.memfd_create(name, os.MFD_CLOEXEC)
    try:
        os.write(descriptor, data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


def _log_file() -> int:
    """Opens what becomes a bot's stderr: a file in memory, which the file size limit bounds; nobody has to drain it."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("stderr", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
