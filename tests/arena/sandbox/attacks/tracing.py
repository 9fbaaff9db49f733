"""Looks into other processes and bends its own walls."""

import ctypes
import os
import resource

from main import attempt, targets

LIBC = ctypes.CDLL(None, use_errno=True)
CALLS = {
    "x86_64": {"ptrace": 101, "process_vm_readv": 310, "kcmp": 312, "seccomp": 317, "unshare": 272, "clone": 56},
    "aarch64": {"ptrace": 117, "process_vm_readv": 270, "kcmp": 272, "seccomp": 277, "unshare": 97, "clone": 220},
}


def call(name, *arguments):
    number = CALLS[os.uname().machine][name]
    result = LIBC.syscall(number, *(ctypes.c_long(argument) for argument in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def prctl(option, *arguments):
    if LIBC.prctl(option, *(ctypes.c_long(argument) for argument in arguments)) < 0:
        raise OSError(ctypes.get_errno(), "prctl")
    return "done"


def attack(question):
    process = targets()["process"]
    attempt("unshare", lambda: call("unshare", 0x10000000))
    attempt("clone into a namespace", lambda: call("clone", 0x10000000 | 17, 0, 0, 0, 0))
    attempt("no death signal", lambda: prctl(1, 0, 0, 0, 0))
    attempt("dumpable", lambda: prctl(4, 1, 0, 0, 0))
    attempt("tracer", lambda: prctl(0x59616D61, -1, 0, 0, 0))
    for name in ("AS", "NOFILE", "NPROC", "FSIZE", "CPU"):
        limit = getattr(resource, f"RLIMIT_{name}")
        attempt(f"raise {name}", lambda limit=limit: resource.setrlimit(limit, (resource.RLIM_INFINITY,) * 2) or "done")
    attempt("lower CPU", lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1)) or "done")
    attempt("limits of another", lambda: resource.prlimit(process, resource.RLIMIT_NOFILE, (1, 1)))
    attempt("compare", lambda: call("kcmp", os.getpid(), process, 0, 0, 0))
    attempt("read memory", lambda: call("process_vm_readv", process, 0, 0, 0, 0, 0))
    attempt("attach", lambda: call("ptrace", 16, process, 0, 0))
