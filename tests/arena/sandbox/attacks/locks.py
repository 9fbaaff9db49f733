"""Hoards locks on a file, each of which costs the kernel memory."""

import fcntl
import os

from main import attempt


def attack(question):
    file = os.open(__file__, os.O_RDONLY)
    attempt("record locks", lambda: [fcntl.lockf(file, fcntl.LOCK_SH, 1, place * 2) for place in range(1000)])
    attempt("whole locks", lambda: fcntl.flock(file, fcntl.LOCK_SH) or "done")
    attempt("lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))
    attempt("signals about a folder", lambda: fcntl.fcntl(file, fcntl.F_SETSIG, 10))
