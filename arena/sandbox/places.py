"""Where bots and their runtime lie: in a folder that the bots' user can reach and nobody else can change.

A checkout in a closed home folder must work, so the data folder is used only if every folder above it lets that user
through; else there is a folder of ours under /var/tmp.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from arena.errors import SandboxError

_ELSEWHERE = Path("/var/tmp")  # noqa: S108  # its owner and mode are checked


def room(data: Path, *, reachable_by: int | None) -> Path:
    """Gives a folder, made if need be, for what bots may read.

    data: the data folder. reachable_by: the bots' user id; None: bots run as this process does.
    Raises SandboxError if neither place will do; the text names the remedy.
    """
    data = data.resolve()
    data.mkdir(parents=True, exist_ok=True)
    if reachable_by is None or can_reach(data, reachable_by):
        return _make(data / "sandbox", reachable_by)
    return _make(_ELSEWHERE / f"nile-arena-{os.geteuid()}", reachable_by)


def can_reach(folder: Path, uid: int) -> bool:
    """Tells whether a user of that number, in no group of ours, gets into a folder and every folder above it."""
    for place in (folder, *folder.parents):
        info = place.stat()
        needed = stat.S_IXUSR if info.st_uid == uid else stat.S_IXOTH
        if not info.st_mode & needed:
            return False
    return True


def _make(folder: Path, uid: int | None) -> Path:
    """Makes a folder of ours that only we can write, or checks that it is one. Raises SandboxError."""
    try:
        folder.mkdir(mode=0o755)
        folder.chmod(0o755)
    except FileExistsError:
        pass
    except OSError as error:
        raise SandboxError(f"{folder} cannot be made: {error.strerror}.") from error
    info = folder.lstat()
    if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.geteuid():
        raise SandboxError(f"{folder} is not a folder of this user. Remove it, or move the data folder.")
    if info.st_mode & 0o022:
        raise SandboxError(f"{folder} can be written by others. Remove it, or run: chmod 755 {folder}")
    if uid is not None and not can_reach(folder, uid):
        raise SandboxError(f"{folder} is closed to the bots' user {uid}. Run: chmod 755 {folder}")
    return folder
