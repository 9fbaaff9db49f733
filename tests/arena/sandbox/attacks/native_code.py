"""Brings machine code of its own, which asks nobody's library for a socket or a file in memory."""

import ctypes
import errno
import mmap
import os
import struct
import sys

SOCKET, MEMFD = {"x86_64": (41, 319), "aarch64": (198, 279)}[os.uname().machine]


def _code(number, *arguments):
    """Makes a function of one system call with small arguments."""
    if os.uname().machine == "aarch64":
        moves = [0xD2800000 | value << 5 | register for register, value in enumerate(arguments)]
        return struct.pack(f"<{len(moves) + 3}I", *moves, 0xD2800008 | number << 5, 0xD4000001, 0xD65F03C0)
    into = (b"\xbf", b"\xbe", b"\xba")  # edi, esi, edx
    moves = b"".join(code + struct.pack("<I", value) for code, value in zip(into, arguments, strict=False))
    return moves + b"\xb8" + struct.pack("<I", number) + b"\x0f\x05\xc3"


def _run(code):
    area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    area.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(area)))()


def attack(question):
    for name, code in (("socket", _code(SOCKET, 2, 1, 0)), ("memfd", _code(MEMFD, 0, 0))):
        result = _run(code)
        is_refused = result == -errno.EPERM
        print(f"{'refused' if is_refused else 'ESCAPED'}: {name}: {result}", file=sys.stderr)
