"""Makes timers by the dozen, which could send it signals of its choice."""

import ctypes
import os

from main import attempt, targets

LIBC = ctypes.CDLL(None, use_errno=True)


def _timers():
    create, timer = targets()["numbers"]["timer_create"], ctypes.c_int()
    for count in range(40):
        if LIBC.syscall(create, 1, None, ctypes.byref(timer)) < 0:
            raise OSError(ctypes.get_errno(), f"after {count}: {os.strerror(ctypes.get_errno())}")
    return "forty"


def attack(question):
    attempt("timers", _timers)
