"""A bot that tries to break out and reports how far it got: the self-check and the tests run it, no match ever does.

It stands alone, since it is copied into a bot's folder. The question is one JSON object:

    canary    a file that it must not be able to read
    process   a living process, not its own, that it must not be able to touch
    numbers   system call numbers of this machine by name

The answer maps each attempt to "ALLOWED" or to the name of the error, and limits to numbers.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable

_NOT_BARE = {"fork", "vfork", "ptrace", "seccomp"}
"""Calls that do harm, to this process itself, when made with zeros."""

_LIMITS = ("AS", "CPU", "FSIZE", "NOFILE", "CORE")


def main() -> None:
    """Answers one question."""
    question = json.loads(sys.stdin.readline())
    tries = attempts(question["canary"], question["process"], question["numbers"])
    report: dict[str, object] = {name: outcome(attempt) for name, attempt in tries.items()}
    report["limits"] = {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] for name in _LIMITS}
    report["descriptors"] = [number for number in range(3, 64) if _is_open(number)]
    print(json.dumps(report), flush=True)


def outcome(attempt: Callable[[], object]) -> str:
    """Says how an attempt went."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except ValueError as error:  # how Python says that a limit may not be raised
        return str(error)
    return "ALLOWED"


def attempts(canary: str, process: int, numbers: dict[str, int]) -> dict[str, Callable[[], object]]:
    """Gives every attempt by its name. None does harm if it succeeds, and the riskiest come last.

    Those named "call ..." are bare system calls, with zeros: any answer but EPERM shows that the kernel took them.
    """
    libc = ctypes.CDLL(None, use_errno=True)

    def call(name: str, *arguments: int) -> Callable[[], object]:
        def attempt() -> object:
            result = libc.syscall(numbers[name], *(ctypes.c_long(value) for value in arguments))
            if result < 0:
                raise OSError(ctypes.get_errno(), name)
            return result

        return attempt

    space = ctypes.create_string_buffer(256)  # what some calls fill in
    place = ctypes.addressof(space)
    here = os.path.dirname(os.path.abspath(__file__))
    return {
        **{f"call {name}": call(name, *[0] * 6) for name in numbers if name not in _NOT_BARE},
        "read a file of the host": lambda: _read(canary),
        "read another process's environment": lambda: _read(f"/proc/{process}/environ"),
        "list processes": lambda: os.listdir("/proc/self/task"),
        "write beside its code": lambda: _write(f"{here}/.intruder"),
        "write to /tmp": lambda: _write("/tmp/.intruder"),  # noqa: S108  # it must not work
        "write to /dev/shm": lambda: _write("/dev/shm/.intruder"),  # noqa: S108
        "open a network socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).close(),
        "open a datagram socket": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close(),
        "open a local socket": lambda: socket.socket(socket.AF_UNIX).close(),
        "make a pair of datagram sockets": lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM),
        "make a process": _fork,
        "signal another process": lambda: os.kill(process, 0),
        "open another process": call("pidfd_open", process, 0),
        "change the process's user": lambda: os.setuid(0),
        "change the root": lambda: os.chroot("/"),
        "make a user namespace": call("unshare", 0x10000000),
        "mount": call("mount", 0, 0, 0, 0, 0),
        "use io_uring": call("io_uring_setup", 4, place),
        "use bpf": call("bpf", 0, 0, 0),
        "use the key ring": call("keyctl", 0, -3, 1),
        "make a file in memory": lambda: os.memfd_create("intruder"),
        "handle page faults": call("userfaultfd", 1),
        "lift a limit": lambda: resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2),
        "set a timer that kills": call("timer_create", 1, 0, place),
        "let its death signal go": lambda: _prctl(libc, 1, 0),
        "attach to another process": call("ptrace", 16, process, 0, 0),
    }


def _is_open(descriptor: int) -> bool:
    return outcome(lambda: os.fstat(descriptor)) == "ALLOWED"


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(16)


def _write(path: str) -> None:
    with open(path, "wb"):
        pass
    os.unlink(path)


def _fork() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _prctl(libc: ctypes.CDLL, option: int, value: int) -> None:
    if libc.prctl(option, value, 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
