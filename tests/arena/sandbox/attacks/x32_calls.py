"""Enters the kernel by the door for programs with short pointers."""

import ctypes
import os

X32 = 0x40000000


def attack(question):
    if os.uname().machine != "x86_64":
        os.kill(os.getpid(), 31)
    ctypes.CDLL(None).syscall(ctypes.c_long(X32 | 41), 2, 1, 0)
    return None
