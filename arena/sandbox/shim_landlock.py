"""Closes the doors from inside, where no one outside could: Landlock for files, seccomp for all else.

The shim calls this in a bot's process before the bot's first instruction. Nothing here can be undone by the process
itself. It runs in the runtime, so it knows the standard library only; the paths and the filter are made outside and
come through descriptors. Source of the numbers: linux/landlock.h and linux/prctl.h, the same on every architecture.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Callable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SIGKILL = 9
_OWN_PID = 0x7FFFFFFF  # stands in the filter for the process id, see seccomp.py

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_RIGHTS = {"r": _READ_FILE | _READ_DIR, "w": _READ_FILE | _WRITE_FILE}
_ALL_FILE_RIGHTS = ((5, 16), (3, 15), (2, 14), (1, 13))  # from which ABI on there are how many rights
_ALL_NET_RIGHTS = 0b11  # from ABI 4 on: bind and connect
_ALL_SCOPES = 0b11  # from ABI 6 on: abstract sockets and signals


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def abi(libc: ctypes.CDLL) -> int:
    """Asks the kernel which Landlock it has, 1 or more. Raises OSError if it has none or has it switched off."""
    return _check(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1), "Landlock")


def enter(rules: int, program: int, parent: int) -> None:
    """Gives up every right but those the rules name, then every system call but those the program allows.

    rules: descriptor of lines such as "r /path", where r is reading and w is writing to one file; missing paths are
    skipped. program: descriptor of a seccomp filter with _OWN_PID where the process id belongs.
    parent: the process to end with. Raises OSError, and then nothing of the bot may run.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    lines = _take(rules).decode().splitlines()
    instructions = _take(program)
    _prctl(libc, _PR_SET_PDEATHSIG, _SIGKILL, "death signal")
    if os.getppid() != parent:
        raise OSError("the starter is gone")
    _prctl(libc, _PR_SET_NO_NEW_PRIVS, 1, "no_new_privs")
    _prctl(libc, _PR_SET_DUMPABLE, 0, "dumpable")
    _restrict_files(libc, lines)
    _restrict_calls(libc, instructions)


def _restrict_files(libc: ctypes.CDLL, lines: list[str]) -> None:
    version = abi(libc)
    file_rights = (1 << next(count for least, count in _ALL_FILE_RIGHTS if version >= least)) - 1
    fields = [file_rights]
    if version >= 4:
        fields.append(_ALL_NET_RIGHTS)
    if version >= 6:
        fields.append(_ALL_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = _check(
        libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0), "Landlock rule set"
    )
    for line in lines:
        kind, path = line.split(" ", 1)
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        rights = _RIGHTS[kind] & file_rights
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ~_READ_DIR
        beneath = struct.pack("=Qi", rights, place)
        _check(libc.syscall(_ADD_RULE, ruleset, 1, beneath, 0), f"Landlock rule for {path}")
        os.close(place)
    _check(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)


def _restrict_calls(libc: ctypes.CDLL, instructions: bytes) -> None:
    instructions = instructions.replace(struct.pack("=I", _OWN_PID), struct.pack("=I", os.getpid()))
    filter_mode = 2
    program = _Program(len(instructions) // 8, instructions)
    _prctl(libc, _PR_SET_SECCOMP, filter_mode, "seccomp filter", ctypes.byref(program))


def _prctl(libc: ctypes.CDLL, option: int, value: int, what: str, more: object = 0) -> None:
    call: Callable[..., int] = libc.prctl
    extra = ctypes.c_ulong(0) if more == 0 else more
    _check(call(option, ctypes.c_ulong(value), extra, ctypes.c_ulong(0), ctypes.c_ulong(0)), what)


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _take(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()
