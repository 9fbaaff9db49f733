"""Makes processes until it cannot."""

import os
import time

from main import attempt


def _child():
    child = os.fork()
    if child == 0:
        time.sleep(1)
        os._exit(0)
    return child


def attack(question):
    for _ in range(30):
        if attempt("fork", _child) is None:
            return
