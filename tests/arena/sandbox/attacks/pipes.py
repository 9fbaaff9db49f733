"""Hoards memory of the kernel in pipes, as many and as large as it can."""

import fcntl
import os

from main import attempt

SET_SIZE = 1031


def attack(question):
    ends = []
    try:
        while len(ends) < 300:
            ends += os.pipe()
    except OSError:
        pass
    attempt("a larger pipe", lambda: fcntl.fcntl(ends[1], SET_SIZE, 1 << 20))
    for end in ends:
        os.close(end)
    attempt("hundreds of pipes", lambda: len(ends) if len(ends) >= 300 else _fail(len(ends)))


def _fail(count):
    raise OSError(f"{count} ends")
