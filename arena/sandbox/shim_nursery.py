"""A warm interpreter that bears bots: it has imported what every bot imports, has never run a line of a bot, and forks.

Starting an interpreter and importing the SDK is most of a quick bot's start. Here that happens once; a bot is a fork
of it, which goes behind its walls and only then reads the bot's source. The fork is a child of who started the nursery
(CLONE_PARENT), so the referee watches, stops and reaps it like any child of its own.

It runs in the runtime. Its arguments are key=value pairs:

    walls       namespaces or landlock
    path        folders to import from behind the standard library, separated by os.pathsep
    control     a socket: each packet is a request, the shim's options as a JSON object, with the descriptors of stdin,
                stdout, stderr and ready; the answer is the id of the new process, or why there is none
    owner       a pidfd of who started us: nobody here outlives that process
    filter      descriptor of the bots' seccomp program
    clone       the number of the system call
    base, code  the runtime's trees, until this process has them as its root; only with namespaces
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import socket
import sys
import traceback

_HERE = os.path.dirname(os.path.abspath(__file__)).removesuffix("/__pycache__")
sys.path.insert(0, _HERE)

import shim  # type: ignore[import-not-found]  # noqa: E402  # lies beside this file in the runtime
import shim_calls as calls  # type: ignore[import-not-found]  # noqa: E402

_libc = ctypes.PyDLL(None, use_errno=True)
_CLONE_PARENT, _SIGCHLD = 0x8000, 17
_LONGEST = 1 << 16
_DESCRIPTORS = 4

_WARM = (
    *("bots_sdk", "bots_sdk.wire", "arena.games.amun_re", "arena.games.cleopatra", "arena.games.nefertiti"),
    *("bisect", "collections", "copy", "dataclasses", "enum", "functools", "heapq", "itertools", "math", "operator"),
    *("random", "statistics", "string", "time", "typing"),
)
"""What bots import, as far as it starts no thread and opens no file."""


def main(arguments: list[str]) -> None:
    """Serves requests until the control socket closes; in the process of a bot, becomes the bot."""
    options = dict(argument.split("=", 1) for argument in arguments)
    walls = importlib.import_module(f"shim_{options['walls']}")
    if "base" in options:
        walls.found(options["base"], options["code"])
        _start_anew(options)
    owner = int(options["owner"])
    calls.end_with(owner)
    standard = sys.path[:]
    sys.path += options["path"].split(os.pathsep)
    for name in _WARM:
        importlib.import_module(name)
    sys.path[:] = standard
    with open(int(options["filter"]), "rb") as file:
        program = file.read()
    request = _serve(int(options["control"]), int(options["clone"]), walls.FLAGS, owner)
    if request is None:
        return
    try:
        request["bot"] = walls.enter(request)
        shim.set_limits(request)
        calls.end_with(owner)
        os.close(owner)
        calls.restrict(program)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    shim.become(request)


def _start_anew(options: dict[str, str]) -> None:
    """Executes this program again, inside the runtime's tree and without a trace of where that lies outside."""
    base, code = options.pop("base"), options.pop("code")
    interpreter = sys.executable.removeprefix(base)
    program = "/code" + sys.argv[0].removeprefix(code)
    flags = sys.orig_argv[1 : sys.orig_argv.index(sys.argv[0])]
    variables = {name: value.replace(base, "") for name, value in os.environ.items()}
    arguments = [f"{key}={value}" for key, value in options.items()]
    os.execve(interpreter, [interpreter, *flags, program, *arguments], variables)


def _serve(control_fd: int, clone: int, flags: int, owner: int) -> dict[str, str] | None:
    """Bears bots until nobody asks any more, then returns None; in a bot's process returns its request."""
    gc.collect()
    gc.freeze()  # no collection touches, and so copies, what parent and children share
    control = socket.socket(fileno=control_fd)
    control.send(b"ready")
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, _LONGEST, _DESCRIPTORS)
        if not message:
            return None
        pid, why = _fork_sibling(clone, flags)
        if pid == 0:
            control.detach()  # closed by its number below
            return {**json.loads(message), "ready": str(_take_over(descriptors, owner))}
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(b"%d" % pid if pid > 0 else why.encode())


def _fork_sibling(clone: int, flags: int) -> tuple[int, str]:
    """Forks a child of our parent's. Gives 0 in it; here its process id, or -1 and why there is none."""
    interpreter = ctypes.pythonapi
    interpreter.PyOS_BeforeFork()
    pid = _libc.syscall(clone, ctypes.c_ulong(flags | _CLONE_PARENT | _SIGCHLD), None, None, None, None)
    if pid == 0:
        interpreter.PyOS_AfterFork_Child()
        return 0, ""
    number = ctypes.get_errno()
    interpreter.PyOS_AfterFork_Parent()
    return pid, os.strerror(number)


def _take_over(descriptors: list[int], owner: int) -> int:
    """Gives a new process its streams and nothing else but `owner` and the descriptor that it returns, ready."""
    os.setsid()
    *streams, ready = descriptors
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
    low, high = sorted((ready, owner))
    for first, end in ((3, low), (low + 1, high), (high + 1, 1 << 20)):
        os.closerange(first, end)
    return ready


if __name__ == "__main__":
    main(sys.argv[1:])
