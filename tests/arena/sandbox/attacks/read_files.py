"""Reads the host, the other bots and other processes."""

import os

from main import attempt, targets


def _read(path):
    with open(path, "rb") as file:
        return file.read(40)


def attack(question):
    aims = targets()
    host = [f"/etc/{name}" for name in ("passwd", "shadow", "hostname", "ssl/openssl.cnf")]
    host += [f"/proc/{name}" for name in ("self/environ", "self/maps", "self/mountinfo", "1/cmdline", "1/environ")]
    host += ["/proc/cpuinfo", "/var/log/dpkg.log", "/sys/kernel/uevent_seqnum"]
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
    for path in ("/etc", "/home", "/root", "/proc", "/sys", "/tmp", "/var/log", os.path.dirname(aims["canary"])):
        attempt(path, lambda path=path: os.listdir(path))
    path = aims["canary"]
    for _ in range(8):
        path = "/../.." + path
    attempt("upwards", lambda: _read(path))
    attempt("by the root", lambda: os.open("/proc/self/root" + aims["canary"], os.O_RDONLY))
