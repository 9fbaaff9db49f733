"""Enters the kernel by the door for programs of 32 bits."""

import ctypes
import mmap
import os
import sys

CODE = b"\x53\x89\xfb\x31\xc9\x31\xd2\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"  # getpid by int 0x80


def attack(question):
    if os.uname().machine != "x86_64":
        os.kill(os.getpid(), 31)
    area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    area.write(CODE)
    function = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(area)))
    print(f"ESCAPED: process {function()}", file=sys.stderr)
