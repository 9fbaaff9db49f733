"""Pushes itself in front of everybody else who wants the CPU."""

import os

from main import attempt


def attack(question):
    attempt("nice", lambda: os.nice(-10))
    attempt("nicer", lambda: os.nice(1))
    attempt("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or "done")
    attempt("batch", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)) or "done")
    attempt("priority of all its user's", lambda: os.setpriority(os.PRIO_USER, 0, 5) or "done")
    attempt("choose its CPU", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)) or "done")
