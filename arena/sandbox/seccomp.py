"""The list of system calls a bot may make, assembled into the small program that the kernel checks them with.

What is not on the list is refused with EPERM, so that an author sees a Python traceback; only what no honest bot can
do (a call of another architecture) kills. A list of what is allowed, never of what is forbidden: calls that future
kernels add are closed from the start.

The program is classic BPF over `struct seccomp_data`: number at offset 0, architecture at 4, arguments of 64 bits
from 16 on. Source: the kernel's Documentation/userspace-api/seccomp_filter.rst.
"""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterable

from arena.sandbox.syscalls import ALLOWED, AUDIT_ARCH, CONDITIONAL, numbers

_LOAD = 0x20
_JUMP_EQUAL = 0x15
_JUMP_AT_LEAST = 0x35
_JUMP_ANY_BIT = 0x45
_AND = 0x54
_RETURN = 0x06

ALLOW = 0x7FFF0000
KILL = 0x80000000
_ERRNO = 0x00050000

OWN_PID = 0x7FFFFFFF
"""Stands for the bot's process id where it is not known yet; the shim puts the real one in (no process has this)."""

_X32 = 0x40000000
_CLONE_THREAD = 0x00010000
_CLONE_NEW = 0x7E020000  # every CLONE_NEW* flag that clone(2) knows

_IOCTLS = (0x5401, 0x5451, 0x5450, 0x541B, 0x5421, 0x5413)
# TCGETS, FIOCLEX, FIONCLEX, FIONREAD, FIONBIO, TIOCGWINSZ: what opening and wrapping a stream asks
_FCNTLS = (0, 1, 2, 3, 4, 1030, 1032)
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ: no locks, no growing of pipes
_PRCTLS = (15, 16, 0x53564D41)
# PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: what threads and malloc use; the death signal stays as it is
_AF_UNIX = 1
_SOCK_STREAM = 1
_SOCK_TYPE_MASK = 0xF

_Program = list[tuple[int, int, int, int]]


def build(arch: str, *, own_pid: int, may_exec: bool) -> bytes:
    """Assembles the filter for one architecture ("x86_64" or "aarch64").

    own_pid: the only process the bot may send signals to, 1 in a process namespace of its own, else OWN_PID.
    may_exec: True where the filter is installed before the interpreter is executed.
    Raises KeyError for another architecture.
    """
    program: _Program = [
        (_LOAD, 0, 0, 4),
        (_JUMP_EQUAL, 1, 0, AUDIT_ARCH[arch]),
        _give(KILL),
        (_LOAD, 0, 0, 0),
    ]
    if arch == "x86_64":
        program += [(_JUMP_AT_LEAST, 0, 1, _X32), _give(KILL)]
    for number in numbers(ALLOWED, arch).values():
        program += [(_JUMP_EQUAL, 0, 1, number), _give(ALLOW)]
    rules = _conditional_rules(own_pid, may_exec)
    for name, number in numbers(CONDITIONAL, arch).items():
        body = rules[name]
        program += [(_JUMP_EQUAL, 0, len(body), number), *body]
    program.append(_refuse(errno.EPERM))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _conditional_rules(own_pid: int, may_exec: bool) -> dict[str, _Program]:
    """Gives for each conditional call the instructions that judge its arguments; none falls through its end."""
    itself = _one_of(0, (own_pid,), errno.EPERM)
    return {
        # A new thread, in no new namespace. Never a process: so the memory limit and the CPU clock see all of a bot.
        "clone": [
            _argument(0),
            (_JUMP_ANY_BIT, 1, 0, _CLONE_NEW),
            (_JUMP_ANY_BIT, 1, 0, _CLONE_THREAD),
            _refuse(errno.EPERM),
            _give(ALLOW),
        ],
        # Its flags lie in memory, where a filter cannot look; libc falls back to clone when told that it is missing.
        "clone3": [_refuse(errno.ENOSYS)],
        "kill": itself,
        "tgkill": itself,
        # Streams only: a datagram socket of a pair could still send to any named socket.
        "socketpair": [
            _argument(0),
            (_JUMP_EQUAL, 0, 3, _AF_UNIX),
            _argument(1),
            (_AND, 0, 0, _SOCK_TYPE_MASK),
            (_JUMP_EQUAL, 1, 0, _SOCK_STREAM),
            _refuse(errno.EPERM),
            _give(ALLOW),
        ],
        # Without an address (argument 4, a pointer).
        "sendto": [
            _argument(4),
            (_JUMP_EQUAL, 0, 2, 0),
            _argument(4, high=True),
            (_JUMP_EQUAL, 1, 0, 0),
            _refuse(errno.EPERM),
            _give(ALLOW),
        ],
        "ioctl": _one_of(1, _IOCTLS, errno.ENOTTY),
        "fcntl": _one_of(1, _FCNTLS, errno.EPERM),
        "prctl": _one_of(0, _PRCTLS, errno.EPERM),
        # Its own limits, which it can only lower.
        "prlimit64": _one_of(0, (0,), errno.EPERM),
        "execve": [_give(ALLOW) if may_exec else _refuse(errno.EPERM)],
    }


def _give(action: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, action)


def _refuse(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _ERRNO | number)


def _argument(index: int, *, high: bool = False) -> tuple[int, int, int, int]:
    """Loads the low (or high) half of an argument. Both architectures are little-endian."""
    return (_LOAD, 0, 0, 16 + 8 * index + (4 if high else 0))


def _one_of(index: int, values: Iterable[int], otherwise: int) -> _Program:
    """Allows the call if the low half of an argument is one of the values; the kernel reads these as 32 bits too."""
    chosen = tuple(values)
    tests = [(_JUMP_EQUAL, len(chosen) - place, 0, value) for place, value in enumerate(chosen)]
    return [_argument(index), *tests, _refuse(otherwise), _give(ALLOW)]
