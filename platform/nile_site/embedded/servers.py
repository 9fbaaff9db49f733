"""The two servers as programs to run: what is embedded, what the environment brings instead, and their addresses."""

import os
import signal
import time
from collections.abc import Callable

from nile_site.embedded import postgres, valkey
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Program

POSTGRES, VALKEY = "postgres", "valkey"
_ADDRESSES = {POSTGRES: "DATABASE_URL", VALKEY: "REDIS_URL"}


def _nap() -> None:
    time.sleep(0.05)


def embedded() -> set[str]:
    """Return which servers we start ourselves: those whose address the environment does not give."""
    return {name for name, variable in _ADDRESSES.items() if not os.environ.get(variable)}


def addresses(folder: DataFolder, names: set[str]) -> dict[str, str]:
    """Return the variables that lead to the named embedded servers of a folder."""
    urls = {POSTGRES: postgres.url, VALKEY: valkey.url}
    return {_ADDRESSES[name]: urls[name](folder) for name in sorted(names)}


def programs(folder: DataFolder, names: set[str], *, lock: int, is_throwaway: bool = False) -> list[Program]:
    """Prepare the named servers' folders and return them as programs. `lock` is the held lock of the data folder."""
    found = []
    if POSTGRES in names:
        postgres.prepare(folder, is_throwaway=is_throwaway)
        postgres.forget_dead_server(folder)
        found.append(
            Program(
                name=POSTGRES,
                argv=postgres.command(folder, is_throwaway=is_throwaway),
                layer=-2,
                stop_signal=signal.SIGQUIT if is_throwaway else signal.SIGINT,  # SIGINT: PostgreSQL's fast shutdown
                death_signal=signal.SIGQUIT if is_throwaway else signal.SIGINT,
                grace_s=60,
                keeps=(lock,),
            )
        )
    if VALKEY in names:
        valkey.prepare(folder)
        command = valkey.command(folder, is_throwaway=is_throwaway)
        found.append(Program(name=VALKEY, argv=command, layer=-1, keeps=(lock,)))
    return found


def wait_until_ready(folder: DataFolder, names: set[str], pause: Callable[[], None] = _nap) -> None:
    """Wait for the first answer of each named server. Raises Trouble, or what `pause` raises between two tries."""
    if VALKEY in names:
        valkey.wait_until_ready(folder, pause=pause)
    if POSTGRES in names:
        postgres.wait_until_ready(folder, pause=pause)
