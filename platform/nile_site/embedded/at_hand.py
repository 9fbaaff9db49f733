"""Database and broker for one command of manage.py: those of a running `./run`, else started for its duration."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nile_site.embedded import servers
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Running, spawn
from nile_site.embedded.trouble import Trouble

ROOT = Path(__file__).resolve().parents[3]


def data_folder() -> DataFolder:
    """Return the data folder that the environment names, by default `.nile` in the checkout."""
    return DataFolder(ROOT / (os.environ.get("NILE_DATA") or ".nile"))


def secret_at_hand() -> None:
    """Give this process the secret of the data folder, unless the environment has one or brings its own database."""
    if not os.environ.get("NILE_SECRET_KEY") and servers.POSTGRES in servers.embedded():
        os.environ["NILE_SECRET_KEY"] = data_folder().secret_key()


@contextmanager
def services_at_hand() -> Iterator[None]:
    """Put the addresses of both servers into the environment; start what is missing, and stop it at the end."""
    names = servers.embedded()
    if not names:
        yield
        return
    folder = data_folder()
    os.environ.update(servers.addresses(folder, names))
    try:
        lock = folder.lock()
    except Trouble:  # a running ./run holds it, and its servers answer
        yield
        return
    started: list[Running] = []
    try:
        with open(folder.path / "servers.log", "wb") as log:
            for program in servers.programs(folder, names, lock=lock):
                started.append(Running(program, spawn(program, stdout=log.fileno())))
        servers.wait_until_ready(folder, names)
        yield
    finally:
        for running in reversed(started):
            running.signal(running.program.stop_signal)
            running.process.wait(running.program.grace_s)
        folder.remove_sockets()
        os.close(lock)
