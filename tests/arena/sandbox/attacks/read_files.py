"""Reads the host, the other bots and other processes."""

import os

from main import attempt, targets


def _read(path):
    with open(path, "rb") as file:
        return file.read(40)


def attack(question):
    aims = targets()
    host = ("/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/self/maps", "/proc/1/cmdline", "/proc/cpuinfo")
    process = f"/proc/{aims['process']}"
    for path in (
        *host,
        f"{process}/environ",
        f"{process}/mem",
        f"{process}/cmdline",
        aims["canary"],
        aims["other_bot"],
    ):
        attempt(path, lambda path=path: _read(path))
    for path in ("/etc", "/home", "/proc", "/sys", "/tmp", os.path.dirname(aims["canary"])):
        attempt(path, lambda path=path: os.listdir(path))
    path = aims["canary"]
    for _ in range(8):
        path = "/../.." + path
    attempt("upwards", lambda: _read(path))
    attempt("by the root", lambda: os.open("/proc/self/root" + aims["canary"], os.O_RDONLY))
