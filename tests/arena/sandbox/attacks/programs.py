"""Becomes another program, and looks whether the walls are still there."""

import json
import os
import subprocess
import sys

from main import HERE, answer, attempt, play

QUESTION = os.path.join(HERE, "targets.json")


def attack(question):
    attempt("shell", lambda: subprocess.check_output(["/bin/sh", "-c", "echo in a shell"]))
    for shell in ("/bin/sh", "/usr/bin/env", "/bin/busybox"):
        attempt(f"become {shell}", lambda shell=shell: os.execv(shell, [shell, "-c", "echo out"]))
    # Where a bot has a file system of its own it may run the one program that lies there: as itself, no less boxed in.
    words = [sys.executable, "-S", os.path.abspath(__file__), json.dumps(question)]
    try:
        os.execv(sys.executable, words)
    except OSError as error:
        print(f"refused: become an interpreter: {error}", file=sys.stderr)


def _as_another(question):
    with open(QUESTION) as file:
        aims = json.load(file)
    attempt("read", lambda: open(aims["canary"]).read())
    attempt("fork", os.fork)
    attempt("signal", lambda: os.kill(aims["process"], 0) or "done")
    attempt("file in memory", lambda: os.memfd_create("x"))
    attempt("write", lambda: open(os.path.join(HERE, "new"), "w"))
    answer(question)
    play(lambda question: None)


if __name__ == "__main__":
    _as_another(json.loads(sys.argv[1]))
