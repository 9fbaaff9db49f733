"""Finds the house bots: programs like anyone's, which come with the package and are there to be read and beaten."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_FOLDERS = (_HERE / "house_bots", _HERE.parent / "seeds" / "bots")
"""Where they lie in an installed package, and in a checkout."""


def folder() -> Path | None:
    """Gives the folder of the house bots, None if they are not there."""
    return next((place for place in _FOLDERS if place.is_dir()), None)


def find(name: str, game: str) -> Path | None:
    """Gives the program of the house bot of that name for a game; None if there is none.

    `random_bot.py` plays every game as `random`; `nefertiti_heuristic.py` plays Nefertiti as `heuristic`.
    """
    place = folder()
    if place is None or not name.isidentifier():
        return None
    for candidate in (f"{_prefix(game)}{name}.py", f"{name}_bot.py"):
        if (place / candidate).is_file():
            return place / candidate
    return None


def names(game: str) -> list[str]:
    """Lists the names of the house bots that play a game, alphabetically."""
    place = folder()
    if place is None:
        return []
    general = [path.stem.removesuffix("_bot") for path in place.glob("*_bot.py")]
    prefix = _prefix(game)
    own = [path.stem.removeprefix(prefix) for path in place.glob(f"{prefix}*.py")]
    return sorted({*general, *own})


def _prefix(game: str) -> str:
    return f"{game.replace('-', '_')}_"
