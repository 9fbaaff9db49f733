"""The games that this release can play, by slug."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from arena.errors import UnknownGame
from arena.game import AnyGame

SLUGS = ("nefertiti",)
"""Slugs of all games, in the order in which pages list them."""


@cache
def get(slug: str) -> AnyGame:
    """Gives the game of that slug, importing it on first use. Raises UnknownGame."""
    if slug not in SLUGS:
        raise UnknownGame(f"there is no game {slug!r}; the games are: {', '.join(SLUGS)}")
    game: AnyGame = import_module(f"arena.games.{slug.replace('-', '_')}").GAME
    return game
