"""Puts a bot behind namespaces of its own, from inside its process: its root is the runtime, and nothing else exists.

Two steps, both before any code of a bot. `found` is taken once, by the nursery, before its interpreter starts anew: the
runtime becomes its root, so that what it imports has the same paths as for the bots it will bear; the machine's own
root hangs below /bot. `enter` is taken by each bot's process, born with `FLAGS`: it builds a root of its own, without
the machine's, and gives up every right. The kernel checks all of it against the user's rights alone.

It runs in the runtime, so it knows the standard library only. Sources: namespaces(7), pivot_root(2),
mount_setattr(2), capabilities(7), and the numbers in linux/sched.h, linux/mount.h and linux/capability.h.
"""

from __future__ import annotations

import ctypes
import os
import struct

_NEW_USER, _NEW_MOUNTS = 0x10000000, 0x00020000
FLAGS = _NEW_USER | _NEW_MOUNTS | 0x02000000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
"""For clone: users, mounts, control groups, the host's name, shared memory, processes, network."""

HOST = "/bot"
"""Where the nursery sees the machine's root."""

INSIDE_UID = 1000

_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_MOUNT_SETATTR = 442
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_MNT_DETACH = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_ATTR_READ_ONLY, _ATTR_NO_SUID, _ATTR_NO_DEVICES = 1, 2, 4
_PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _AMBIENT_RAISE = 24, 47, 2
_CAPABILITY_VERSION = 0x20080522
_DEVICES = ("/dev/null", "/dev/urandom")

_UID, _GID = os.geteuid(), os.getegid()
"""The nursery's: a process born into a user namespace does not know them until they are mapped."""

_libc = ctypes.PyDLL(None, use_errno=True)


def found(base: str, code: str) -> None:
    """Makes the runtime the root of this process, which keeps its rights over what it made across the next exec.

    base, code: the runtime's two trees. Raises OSError where the machine does not allow it.
    """
    _check(_libc.unshare(_NEW_USER | _NEW_MOUNTS), "user namespace")
    _map_user("/proc", f"{_UID} {_UID}", f"{_GID} {_GID}")
    _mount(None, "/", _MS_REC | _MS_PRIVATE)
    _mount(base, base, _MS_BIND)  # what `enter` copies: no other mount may ever lie below it
    _mount(base, base, _MS_BIND)
    _mount(code, f"{base}/code", _MS_BIND)
    for device in _DEVICES:
        _mount(device, base + device, _MS_BIND)
    os.chdir(base)
    _pivot_root(".", HOST[1:])
    os.chdir("/")
    last = _last_capability(HOST)
    low, high = (1 << last + 1) - 1 & 0xFFFFFFFF, (1 << last + 1) - 1 >> 32
    _set_capabilities(low, low, low, high, high, high)
    for number in range(last + 1):
        _prctl(_PR_CAP_AMBIENT, _AMBIENT_RAISE, number, "ambient capabilities")


def enter(request: dict[str, str]) -> str:
    """Moves this process, born with FLAGS, into a root of its own, and gives up every capability for good.

    request: base is the runtime's tree and bot the bot's folder, as the machine names them. Returns where the bot lies
    from now on. Raises OSError, and then nothing of the bot may run.
    """
    base, folder = request.pop("base"), request["bot"]
    _map_user(f"{HOST}/proc", f"{INSIDE_UID} {_UID}", f"{INSIDE_UID} {_GID}")
    last = _last_capability(HOST)
    root = HOST + base
    _mount(None, "/", _MS_REC | _MS_PRIVATE)
    _mount(root, root, _MS_BIND)
    _mount("/code", f"{root}/code", _MS_BIND)
    _mount(HOST + folder, f"{root}/bot", _MS_BIND)
    attributes = struct.pack("=4Q", _ATTR_READ_ONLY | _ATTR_NO_SUID | _ATTR_NO_DEVICES, 0, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    _check(_libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, root.encode(), _AT_RECURSIVE, attributes, size), "read-only mounts")
    for device in _DEVICES:
        _mount(device, root + device, _MS_BIND)
    os.chdir(root)
    _pivot_root(".", ".")
    _check(_libc.umount2(b".", _MNT_DETACH), "umount of the machine's root")
    os.chdir("/bot")
    _check(_libc.sethostname(b"bot", ctypes.c_size_t(3)), "host name")
    for number in range(last + 1):
        _prctl(_PR_CAPBSET_DROP, number, 0, "capability bounds")
    _set_capabilities(0, 0, 0, 0, 0, 0)
    return "/bot"


def _map_user(proc: str, users: str, groups: str) -> None:
    for name, text in (("setgroups", "deny"), ("uid_map", f"{users} 1"), ("gid_map", f"{groups} 1")):
        descriptor = os.open(f"{proc}/self/{name}", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
        except OSError as error:
            raise OSError(error.errno, f"user map: {error.strerror}") from error
        finally:
            os.close(descriptor)


def _last_capability(host: str) -> int:
    with open(f"{host}/proc/sys/kernel/cap_last_cap") as file:
        return int(file.read())


def _set_capabilities(*words: int) -> None:
    """Sets effective, permitted and inheritable capabilities: the low words of the three, then the high ones."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    _check(_libc.capset(header, struct.pack("=6I", *words)), "capabilities")


def _mount(source: str | None, target: str, flags: int) -> None:
    origin = None if source is None else source.encode()
    _check(_libc.mount(origin, target.encode(), None, ctypes.c_ulong(flags), None), f"mount on {target}")


def _pivot_root(new: str, old: str) -> None:
    _check(_libc.syscall(_PIVOT_ROOT[os.uname().machine], new.encode(), old.encode()), "pivot_root")


def _prctl(option: int, first: int, second: int, what: str) -> None:
    unused = ctypes.c_ulong(0)
    _check(_libc.prctl(option, ctypes.c_ulong(first), ctypes.c_ulong(second), unused, unused), what)


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
