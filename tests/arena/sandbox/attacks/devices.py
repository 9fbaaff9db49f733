"""Opens devices: terminals, virtual machines, memory."""

import fcntl
import os

from main import attempt

TYPE_INTO = 0x5412  # TIOCSTI, which types into a terminal


def attack(question):
    for name in (
        "tty",
        "ptmx",
        "kvm",
        "fuse",
        "mem",
        "kmsg",
        "zero",
        "random",
        "shm",
        "mqueue",
        "net/tun",
        "vda",
        "sda",
    ):
        attempt(name, lambda name=name: os.open(f"/dev/{name}", os.O_RDWR))
    attempt("pseudo terminal", os.openpty)
    attempt("typing", lambda: fcntl.ioctl(2, TYPE_INTO, b"x"))
