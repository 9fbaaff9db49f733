"""The last doors of a process that a bot is about to take over: who it dies with, and which system calls it has.

It runs in the runtime, so it knows the standard library only. Source of the numbers: linux/prctl.h, the same on every
architecture.
"""

from __future__ import annotations

import ctypes
import os
import select
import struct

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SIGKILL = 9
_FILTER_MODE = 2
_OWN_PID = 0x7FFFFFFF  # stands in the filter for the process id, see seccomp.py

_libc = ctypes.PyDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def end_with(owner: int) -> None:
    """Has the kernel end this process together with its parent. owner: a pidfd of the parent.

    Whoever changes rights or users afterwards must ask again. Raises OSError if the parent has ended already.
    """
    _prctl(_PR_SET_PDEATHSIG, _SIGKILL, "death signal")
    poll = select.poll()
    poll.register(owner, select.POLLIN)
    if poll.poll(0):
        raise OSError("the starter is gone")


def give_up_privileges() -> None:
    """Lets no program that this process executes give it any right, and nobody of its user look into it."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, "no_new_privs")
    _prctl(_PR_SET_DUMPABLE, 0, "dumpable")


def restrict(instructions: bytes) -> None:
    """Gives up every system call but those that the seccomp program allows; _OWN_PID in it becomes this process.

    Raises OSError, and then nothing of a bot may run.
    """
    give_up_privileges()
    instructions = instructions.replace(struct.pack("=I", _OWN_PID), struct.pack("=I", os.getpid()))
    program = _Program(len(instructions) // 8, instructions)
    _prctl(_PR_SET_SECCOMP, _FILTER_MODE, "seccomp filter", ctypes.byref(program))


def _prctl(option: int, value: int, what: str, more: object = None) -> None:
    unused = ctypes.c_ulong(0)
    if _libc.prctl(option, ctypes.c_ulong(value), unused if more is None else more, unused, unused) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
