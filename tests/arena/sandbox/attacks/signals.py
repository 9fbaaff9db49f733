"""Signals everybody else."""

import os
import signal

from main import attempt, targets


def attack(question):
    process = targets()["process"]
    for number in (0, signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
        attempt(f"kill({number})", lambda number=number: os.kill(process, number) or "done")
    attempt("parent", lambda: os.kill(os.getppid() or process, 0) or "done")
    attempt("everybody", lambda: os.kill(-1, 0) or "done")
    attempt("group", lambda: os.killpg(0, 0) or "done")
    attempt("pidfd", lambda: os.pidfd_open(process))
