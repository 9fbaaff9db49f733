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
from enum import Enum
from typing import NamedTuple

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

_SIGKILL, _SIGSTOP = 9, 19
_RLIMIT_CPU = 0


class _Where(Enum):
    NEXT = "next"
    ALLOW = "allow"
    DENY = "deny"


_NEXT, _ALLOW, _DENY = _Where.NEXT, _Where.ALLOW, _Where.DENY


class _Test(NamedTuple):
    """Compares one half of an argument (after a mask, if there is one) and says where to go on."""

    argument: int
    value: int
    yes: _Where
    no: _Where
    high: bool = False
    mask: int | None = None
    operation: int = _JUMP_EQUAL


class _Rule(NamedTuple):
    """Judges the arguments of a call: tests in order, the last of which decides; `error` is what denying answers."""

    tests: tuple[_Test, ...]
    error: int = errno.EPERM


def build(arch: str, *, own_pid: int, may_exec: bool) -> bytes:
    """Assembles the filter for one architecture ("x86_64" or "aarch64").

    own_pid: the only process the bot may send signals to, 1 in a process namespace of its own, else OWN_PID.
    may_exec: True where the filter is installed before the interpreter is executed.
    Raises KeyError for another architecture.
    """
    program = [
        (_LOAD, 0, 0, 4),
        (_JUMP_EQUAL, 1, 0, AUDIT_ARCH[arch]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, 0),
    ]
    if arch == "x86_64":
        program += [(_JUMP_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, KILL)]
    for number in numbers(ALLOWED, arch).values():
        program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, ALLOW)]
    rules = _rules(own_pid, may_exec)
    for name, number in numbers(CONDITIONAL, arch).items():
        body = _assemble(rules[name])
        program += [(_JUMP_EQUAL, 0, len(body), number), *body]
    program.append((_RETURN, 0, 0, _ERRNO | errno.EPERM))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _rules(own_pid: int, may_exec: bool) -> dict[str, _Rule]:
    """Says for each conditional call which arguments it may have."""
    return {
        # A new thread, in no new namespace. Never a process: so the memory limit and the CPU clock see all of a bot.
        "clone": _Rule(
            (
                _Test(0, _CLONE_NEW, _DENY, _NEXT, operation=_JUMP_ANY_BIT),
                _Test(0, _CLONE_THREAD, _ALLOW, _DENY, operation=_JUMP_ANY_BIT),
            )
        ),
        # Its flags lie in memory, where a filter cannot look; libc falls back to clone when told that it is missing.
        "clone3": _Rule((), errno.ENOSYS),
        # To itself; and not the two that would look as if somebody else had ended or stopped the bot.
        "kill": _signals(own_pid, signal_argument=1),
        "tgkill": _signals(own_pid, signal_argument=2),
        # Streams only: a datagram socket of a pair could still send to any named socket.
        "socketpair": _Rule(
            (_Test(0, _AF_UNIX, _NEXT, _DENY), _Test(1, _SOCK_STREAM, _ALLOW, _DENY, mask=_SOCK_TYPE_MASK))
        ),
        # Without an address.
        "sendto": _Rule(_is_null(4)),
        "ioctl": _Rule(_one_of(1, _IOCTLS), errno.ENOTTY),
        "fcntl": _Rule(_one_of(1, _FCNTLS)),
        "prctl": _Rule(_one_of(0, _PRCTLS)),
        # Its own limits, which it can only lower; but not that of CPU time, at which the kernel kills.
        "prlimit64": _Rule(
            (_Test(0, 0, _NEXT, _DENY), _Test(1, _RLIMIT_CPU, _NEXT, _ALLOW), *_is_null(2)),
        ),
        "setrlimit": _Rule((_Test(0, _RLIMIT_CPU, _DENY, _ALLOW),)),
        "execve": _Rule((_Test(0, 0, _ALLOW, _ALLOW),) if may_exec else ()),
    }


def _signals(own_pid: int, *, signal_argument: int) -> _Rule:
    return _Rule(
        (
            _Test(0, own_pid, _NEXT, _DENY),
            _Test(signal_argument, _SIGKILL, _DENY, _NEXT),
            _Test(signal_argument, _SIGSTOP, _DENY, _ALLOW),
        )
    )


def _is_null(argument: int) -> tuple[_Test, ...]:
    """Allows the call if a pointer is null, both halves of it."""
    return (_Test(argument, 0, _NEXT, _DENY), _Test(argument, 0, _ALLOW, _DENY, high=True))


def _one_of(argument: int, values: tuple[int, ...]) -> tuple[_Test, ...]:
    """Allows the call if the low half of an argument is one of the values; the kernel reads these as 32 bits too."""
    *others, last = (_Test(argument, value, _ALLOW, _NEXT) for value in values)
    return (*others, last._replace(no=_DENY))


def _assemble(rule: _Rule) -> list[tuple[int, int, int, int]]:
    """Gives a rule's instructions; the last two are the answers, so nothing falls through its end."""
    blocks = []
    for test in rule.tests:
        # Both architectures are little-endian: the low half comes first.
        block = [(_LOAD, 16 + 8 * test.argument + (4 if test.high else 0))]
        if test.mask is not None:
            block.append((_AND, test.mask))
        blocks.append((block, test))
    length = sum(len(block) + 1 for block, _ in blocks)
    body: list[tuple[int, int, int, int]] = []
    for block, test in blocks:
        body += [(code, 0, 0, value) for code, value in block]
        left = length - len(body) - 1
        target = {_NEXT: 0, _DENY: left, _ALLOW: left + 1}
        body.append((test.operation, target[test.yes], target[test.no], test.value))
    return [*body, (_RETURN, 0, 0, _ERRNO | rule.error), (_RETURN, 0, 0, ALLOW)]
