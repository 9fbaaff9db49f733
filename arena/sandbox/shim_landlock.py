"""Closes files to a bot from inside its process, where no one outside could: Landlock.

It runs in the runtime, so it knows the standard library only. Nothing here can be undone by the process itself. Source
of the numbers: linux/landlock.h, the same on every architecture.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
FLAGS = 0
"""For clone: no namespaces."""

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_RIGHTS = {"r": _READ_FILE | _READ_DIR, "w": _READ_FILE | _WRITE_FILE}
_ALL_FILE_RIGHTS = ((5, 16), (3, 15), (2, 14), (1, 13))  # from which ABI on there are how many rights
_ALL_NET_RIGHTS = 0b11  # from ABI 4 on: bind and connect
_ALL_SCOPES = 0b11  # from ABI 6 on: abstract sockets and signals


def abi(libc: ctypes.CDLL) -> int:
    """Asks the kernel which Landlock it has, 1 or more. Raises OSError if it has none or has it switched off."""
    return _check(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1), "Landlock")


def enter(request: dict[str, str]) -> str:
    """Gives up every right to files, and what else this kernel's Landlock knows, but for what the rules name.

    request: rules are lines such as "r /path", where r is reading and w is writing to one file; missing paths are
    skipped. Returns where the bot lies, as before. Raises OSError, and then nothing of the bot may run.
    """
    import shim_calls  # type: ignore[import-not-found]  # lies beside this file in the runtime

    shim_calls.give_up_privileges()
    lines = request.pop("rules").splitlines()
    libc = ctypes.CDLL(None, use_errno=True)
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
    return request["bot"]


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
