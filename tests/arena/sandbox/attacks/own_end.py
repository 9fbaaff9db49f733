"""Ends in a way that would look as if somebody else had killed it."""

import os
import signal

from main import attempt


def attack(question):
    attempt("kill itself", lambda: os.kill(os.getpid(), signal.SIGKILL) or "done")
    attempt("stop itself", lambda: os.kill(os.getpid(), signal.SIGSTOP) or "done")
    attempt(
        "kill its thread", lambda: signal.pthread_kill(__import__("threading").get_ident(), signal.SIGKILL) or "done"
    )
