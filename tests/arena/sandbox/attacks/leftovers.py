"""Leaves a process behind that ignores everything and belongs to nobody."""

import os
import subprocess
import sys
import time

from main import attempt


def _orphan():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(5)
        os._exit(0)
    return "two forks"


def _program():
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(5)"], start_new_session=True).pid


def _spawn():
    return os.posix_spawn(sys.executable, [sys.executable, "-c", "import time; time.sleep(5)"], {})


def attack(question):
    attempt("orphan", _orphan)
    attempt("subprocess", _program)
    attempt("posix_spawn", _spawn)
