"""The data folder: everything that must survive a restart, used by one `./run` at a time."""

import contextlib
import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
import time
from pathlib import Path

from nile_site.embedded.trouble import Trouble

NEEDED_MIB = 300
_LOCK = "in-use.lock"
_SECRET = "secret-key"  # noqa: S105


class DataFolder:
    """A data folder, made if it is missing. Other users may pass through it, to the bots' code, but not look around."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        try:
            self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
        except OSError as error:
            raise Trouble(f"The data folder {self.path} cannot be made: {error.strerror}.") from None

    def lock(self, patience_s: float = 0) -> int:
        """Take the folder for this process and return the lock's descriptor.

        Servers that write here inherit the descriptor, so the folder stays taken until the last of them has ended,
        even if this process is killed. A folder that is only waiting for such leftovers is waited for up to
        `patience_s` seconds. Trouble names the process that holds it.
        """
        descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
                if is_alive(holder) or time.monotonic() > deadline:
                    os.close(descriptor)
                    raise Trouble(
                        f"The data folder {self.path} is in use by process {holder or '(unknown)'}, another ./run.\n"
                        "Stop that one, or choose another folder: ./run --data FOLDER --port PORT"
                    ) from None
                time.sleep(0.1)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        return descriptor

    def check_room(self) -> None:
        """Raise Trouble when the disk has less free than a database needs to breathe."""
        free_mib = shutil.disk_usage(self.path).free // 2**20
        if free_mib < NEEDED_MIB:
            raise Trouble(
                f"The disk of {self.path} has {free_mib} MiB free; at least {NEEDED_MIB} MiB are needed.\n"
                "Make room, or choose a folder on another disk: ./run --data FOLDER"
            )

    def secret_key(self) -> str:
        """Return the site's secret, made at the first call and kept readable for its owner only."""
        file = self.path / _SECRET
        if not file.exists():
            fresh = file.with_name(f"{_SECRET}.{os.getpid()}")
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w") as out:
                out.write(secrets.token_urlsafe(48))
            with contextlib.suppress(FileExistsError):  # another process was quicker: its secret counts
                os.link(fresh, file)
            fresh.unlink()
        return file.read_text().strip()

    def socket_folder(self) -> Path:
        """Return a short private folder for sockets, whose paths must stay under 108 bytes.

        Raises Trouble when somebody else has put something in its place.
        """
        name = hashlib.sha256(str(self.path.resolve()).encode()).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"nile-{os.getuid()}-{name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise Trouble(f"{folder} should be a folder of mode 0700 owned by you. Remove it and start again.")
        return folder

    def remove_sockets(self) -> None:
        """Leave nothing outside the data folder. Only for the holder of its lock, when its servers have ended."""
        shutil.rmtree(self.socket_folder(), ignore_errors=True)


def is_alive(pid: str) -> bool:
    """Does the process run? Text that is no number counts as one that does."""
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (ValueError, PermissionError):
        return True
    return True
