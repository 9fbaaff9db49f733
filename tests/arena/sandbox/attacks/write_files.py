"""Leaves something behind for the next bot, or changes what is there."""

import os
import sys

from main import HERE, attempt, targets


def _write(path):
    with open(path, "ab") as file:
        return file.write(b"x")


def attack(question):
    aims = targets()
    own = (os.path.join(HERE, "main.py"), os.path.join(HERE, "new"), json_module())
    shared = [f"{folder}/{aims['trace']}" for folder in ("/tmp", "/dev/shm", "/var/tmp")]
    for path in (*own, *shared, aims["canary"]):
        attempt(f"write {path}", lambda path=path: _write(path))
    for path in (own[0], aims["canary"]):
        attempt(f"chmod {path}", lambda path=path: os.chmod(path, 0o600) or "done")
        attempt(f"touch {path}", lambda path=path: os.utime(path) or "done")
        attempt(f"rename {path}", lambda path=path: os.rename(path, path + "x") or "done")
        attempt(f"unlink {path}", lambda path=path: os.unlink(path) or "done")
        attempt(f"link {path}", lambda path=path: os.link(path, shared[0] + "-link") or "done")
        attempt(f"symlink {path}", lambda path=path: os.symlink(path, os.path.join(HERE, "link")) or "done")
    attempt("compiled", lambda: _write(os.path.join(HERE, "__pycache__", "attack.pyc")))
    attempt("cache", lambda: os.makedirs(os.path.expanduser("~/.cache/nile")) or "done")
    attempt("mkdir", lambda: os.mkdir(os.path.join(HERE, "folder")) or "done")
    attempt("fifo", lambda: os.mkfifo(os.path.join(HERE, "fifo")) or "done")
    attempt("file in memory", lambda: os.memfd_create("x"))


def json_module():
    return sys.modules["json"].__file__
