"""Which user a bot runs as where the starter is root: a number of its own for every slot, which nothing else uses.

No account is made: the kernel takes any number. Bots of one user could otherwise reach each other, and whatever a
service runs under the same number.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path

from arena.errors import SandboxUnavailable

_FIRST = 64100
_SLOTS = 256
_NOBODY = 65534
_CAN_SET_GROUP, _CAN_SET_USER = 1 << 6, 1 << 7


def slot_uid(slot: int) -> int:
    """Gives the user and group id for the bots of a slot, 0..255.

    Falls back to `nobody` where the numbers are not ours to use, if nothing runs as nobody.
    Raises SandboxUnavailable, whose reason names the remedy.
    """
    if not 0 <= slot < _SLOTS:
        raise ValueError(f"slots are numbered from 0 to {_SLOTS - 1}")
    if not _may_change_user():
        raise SandboxUnavailable(
            (
                "This process is root without the right to become another user, and bots never run as root: "
                "start it as an ordinary user.",
            )
        )
    own = _FIRST + slot
    if _is_mapped(own) and not _has_account(own):
        return own
    if _is_mapped(_NOBODY) and not _is_running(_NOBODY):
        return _NOBODY
    raise SandboxUnavailable(
        (
            f"Bots need a user id of their own: {own} belongs to somebody or does not exist in this container, "
            f"and {_NOBODY} is in use. Start the worker as an ordinary user.",
        )
    )


def _may_change_user() -> bool:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("CapEff:"):
            rights = int(line.split()[1], 16)
            return bool(rights & _CAN_SET_USER) and bool(rights & _CAN_SET_GROUP)
    return False


def _is_mapped(number: int) -> bool:
    """Tells whether a number exists as user and as group in our user namespace."""
    for file in ("/proc/self/uid_map", "/proc/self/gid_map"):
        ranges = (map(int, line.split()) for line in Path(file).read_text().splitlines())
        if not any(first <= number < first + count for first, _, count in ranges):
            return False
    return True


def _has_account(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _is_running(uid: int) -> bool:
    """Tells whether any process runs as this user."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                if os.stat(f"/proc/{name}").st_uid == uid:
                    return True
            except OSError:  # it has ended
                continue
    return False
