"""Matches on this machine, with the site's referee, clock and limits, in the best sandbox that there is.

with Table("nefertiti", [find_bot(name, "nefertiti") for name in ("my_bot", "random", "searcher")]) as table:
    record = table.play(seed=7)
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from arena import games
from arena.errors import SandboxUnavailable
from arena.referee.ask import ProcessPlayer
from arena.referee.match import MatchRecord, play
from arena.sandbox import choose
from arena.sandbox.base import Launch, Limits, Sandbox
from arena.sandbox.bundle import store
from arena.sandbox.places import room
from arena.sandbox.plain import Trusted
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid
from bots_sdk.sources import Source

_SLOT = 255
"""The last of the bots' user ids: a site on the same machine counts from 0."""


class Room:
    """Is where bots of this machine run: the sandbox, and the bots unpacked; a context manager, which removes them.

    sandbox: what holds them.  notice: a sentence about weaker isolation than was hoped for, "" if there is none.
    Use it from the main thread: a bot ends with the thread that started it.
    """

    def __init__(self, bots: Sequence[Source], *, sandbox: str = "auto") -> None:
        """Prepares the sandbox; the first time on a machine this takes some seconds.

        sandbox: auto, namespaces, bwrap, landlock or trusted; auto falls back to trusted. Raises SandboxUnavailable.
        """
        self._uid = slot_uid(_SLOT) if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        self.notice = ""
        self.sandbox = self._open(sandbox)
        self._place = Path(tempfile.mkdtemp(prefix="local-", dir=room(_data(), reachable_by=self._uid)))
        self._place.chmod(0o755)  # the bots' user reads it
        self._entries = [bot.bundle.manifest.entry for bot in bots]
        self._folders = [self._place / f"bot-{number}" for number in range(len(bots))]
        for bot, folder in zip(bots, self._folders, strict=True):
            store(bot.bundle, folder)

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *exception: object) -> None:
        shutil.rmtree(self._place, ignore_errors=True)

    def launch(self, bot: int, *, limits: Limits) -> Launch:
        """Gives what starts one of the bots, by its number."""
        return Launch(folder=str(self._folders[bot]), entry=self._entries[bot], limits=limits, uid=self._uid)

    def _open(self, setting: str) -> Sandbox:
        if sys.platform != "linux":
            if setting not in ("auto", "trusted"):
                raise SandboxUnavailable((f"The sandbox {setting} needs Linux.",))
            self.notice = "Bots are isolated on Linux only; here they run as plain processes with your rights."
            return Trusted(None)
        runtime = ensure(_data(), reachable_by=self._uid)
        try:
            return choose(setting, runtime, uid=self._uid)
        except SandboxUnavailable as error:
            if setting != "auto":
                raise
            self.notice = f"Nothing isolates bots here ({error.reasons[0]}); they run as plain processes."
            return Trusted(runtime)


class Table:
    """Is a table with bots around it, for any number of matches; a context manager, which removes what it unpacked.

    sandbox: its name in use.  notice: a sentence about weaker isolation than was hoped for, "" if there is none.
    Use it from the main thread: a bot ends with the thread that started it.
    """

    def __init__(
        self,
        game: str,
        bots: Sequence[Source],
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        sandbox: str = "auto",
        limits: Limits | None = None,
    ) -> None:
        """Prepares the sandbox; the first time on a machine this takes some seconds.

        seats: how many sit at once, None for all. sandbox: auto, namespaces, bwrap, landlock or trusted; auto falls
        back to trusted. Raises UnknownGame or InvalidOptions for a table that cannot be, and SandboxUnavailable.
        """
        self._game = games.get(game)
        self._options = self._game.resolve_options(len(bots) if seats is None else seats, options)
        self._limits = limits or Limits()
        self._names = _distinct([bot.name for bot in bots])
        self._room = Room(bots, sandbox=sandbox)
        self.notice = self._room.notice
        self.sandbox = self._room.sandbox.name

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self._room.__exit__()

    @property
    def names(self) -> list[str]:
        """Are the bots' names, no two alike."""
        return self._names

    def play(self, seed: int, rotation: int = 0) -> MatchRecord:
        """Plays one match of all bots; rotation r seats bot r first, then those after it.

        The record is by seat: the bot on seat s is number (s + rotation) % seats. Raises MatchVoid and SandboxError.
        """
        seats = len(self._names)
        return self.seat(seed, [(seat + rotation) % seats for seat in range(seats)])

    def seat(self, seed: int, order: Sequence[int]) -> MatchRecord:
        """Plays one match of the bots with these numbers, by seat. Raises MatchVoid and SandboxError."""
        launches = [self._room.launch(bot, limits=self._limits) for bot in order]
        players = [ProcessPlayer(self._game, self._room.sandbox, launch, may_be_killed=True) for launch in launches]
        return play(
            self._game,
            seed=seed,
            players=players,
            names=[self._names[bot] for bot in order],
            options=self._options,
            limits=msgspec.to_builtins(self._limits),
        )


def _data() -> Path:
    """Gives the folder for what can be made again: the bots' runtime."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "nile-arena"


def _distinct(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        number, wanted = 2, name
        while wanted in found:
            wanted, number = f"{name} {number}", number + 1
        found.append(wanted)
    return found
