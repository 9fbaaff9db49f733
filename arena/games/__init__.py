"""The games that can be played, by slug."""

from __future__ import annotations

from importlib import import_module

from arena.errors import UnknownGame
from arena.game import AnyGame

SLUGS = ("nefertiti", "cleopatra", "amun-re")
"""Slugs of this release's games, in the order in which pages list them."""

_loaded: dict[str, AnyGame] = {}


def get(slug: str) -> AnyGame:
    """Gives the game of that slug, importing it on first use. Raises UnknownGame."""
    game = _loaded.get(slug)
    if game is None:
        if slug not in SLUGS:
            raise UnknownGame(f"there is no game {slug!r}; the games are: {', '.join(SLUGS)}")
        game = _loaded[slug] = import_module(f"arena.games.{slug.replace('-', '_')}").GAME
    return game


def register(game: AnyGame) -> None:
    """Makes a game from outside this package known to this process, under its own slug."""
    if game.slug in SLUGS:
        raise ValueError(f"{game.slug} is a game of this package already")
    _loaded[game.slug] = game
