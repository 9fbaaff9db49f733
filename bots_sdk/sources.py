"""From what an author names on the command line, a folder, a file or a house bot, to the files of a bot.

The files are read as the site reads an upload, so what is refused there is refused here, in the same words.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from arena.errors import ArenaError, UploadRefused
from arena.sandbox.bundle import ENTRIES, ENTRY, Bundle, pack, read_upload, unpack
from bots_sdk import house

SKIPPED_FOLDERS = {"__pycache__", "venv", "env", "node_modules", "build", "dist"}
SKIPPED_SUFFIXES = (".pyc", ".pyo", ".replay", ".zip")


class BotNotFound(ArenaError, LookupError):
    """Says that a name is no bot, and what would be one."""


class Source(msgspec.Struct, frozen=True):
    """Is a bot that was found: a name for tables and replays, and its checked files."""

    name: str
    bundle: Bundle


def find_bot(text: str, game: str) -> Source:
    """Finds a bot for a game: a folder with main.py, a .py or .zip file, or the name of a house bot.

    Raises BotNotFound, or UploadRefused, whose text names the remedy.
    """
    path = Path(text)
    if path.is_dir():
        bundle = read_folder(path)
    elif path.is_file():
        bundle = read_file(path)
    else:
        at_home = house.find(text, game)
        if at_home is None:
            known = ", ".join(house.names(game)) or "none is installed"
            raise BotNotFound(
                f"There is no bot {text!r}: give a folder with {ENTRY}, a .py file, or a house bot ({known})."
            )
        return Source(text, read_file(at_home))
    wanted = bundle.manifest.games
    if wanted and game not in wanted:
        raise BotNotFound(f"{text} says in nile.toml that it plays {', '.join(wanted)}, not {game}.")
    stem = path.resolve().stem if path.is_file() else path.resolve().name
    return Source(bundle.manifest.name or stem, bundle)


def read_file(path: Path) -> Bundle:
    """Reads a bot that is one file. Raises UploadRefused."""
    return read_upload(path.read_bytes(), path.name)


def read_folder(folder: Path) -> Bundle:
    """Reads a bot that is a folder; hidden files, caches, environments and packages in it are left out.

    Raises UploadRefused.
    """
    if not (folder / ENTRY).is_file() and not (folder / "nile.toml").is_file():
        raise UploadRefused(f"{folder} holds neither {ENTRY} nor nile.toml. Is it the right folder?")
    return unpack(pack(gather(folder)))


def gather(folder: Path) -> dict[str, bytes]:
    """Gives the files of a bot's folder by their path in it. Links are left out. Raises UploadRefused."""
    found: dict[str, bytes] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if name.startswith(".") or name.endswith(SKIPPED_SUFFIXES) or path.is_symlink() or not path.is_file():
                continue
            if len(found) == ENTRIES:
                raise UploadRefused(f"{folder} holds more than {ENTRIES} files. Is it the right folder?")
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found
