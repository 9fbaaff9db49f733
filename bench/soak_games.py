"""Thousands of random games of one game, spread over its options, with the contract and its own laws checked.

The laws of conservation are those of the game's tests. The costly checks (copies, leaks, refused choices) are made at
every so-manieth ply, everything else at each.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

from arena import games
from arena.contract import Seen, check_game
from arena.game import AnyGame

BATCH = 50


class Batch(NamedTuple):
    """Is a share of the games: one process plays it."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    every: int
    rich: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("game", choices=games.SLUGS)
    parser.add_argument("--games", type=int, default=10_000, help="for each number of seats")
    parser.add_argument("--every", type=int, default=29, help="plies from one costly check to the next")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rich", action="store_true", help="start as the game's tests do for the longest menus")


def laws(slug: str) -> Callable[[Any], None]:
    """Gives the function that asserts what a game never loses."""
    conserved: Callable[[Any], None] = tests_of(slug, "laws").conserved
    return conserved


def game_of(slug: str, is_rich: bool) -> AnyGame:
    """Gives a game, or what its tests play where purses matter. Raises ModuleNotFoundError if they have no such."""
    game: AnyGame = tests_of(slug, "rich").GAME if is_rich else games.get(slug)
    return game


def tests_of(slug: str, name: str) -> ModuleType:
    """Imports a module that a game's tests share."""
    return import_module(f"tests.arena.games.{slug.replace('-', '_')}.{name}")


def play(batch: Batch) -> Seen:
    """Plays a batch and checks it."""
    return check_game(
        game_of(batch.game, batch.rich),
        seats=batch.seats,
        seed=batch.seed,
        options=batch.options,
        games=batch.games,
        every=batch.every,
        conserved=laws(batch.game),
    )


def batches(slug: str, seats: int, args: argparse.Namespace) -> list[Batch]:
    """Deals the games out evenly over all settings of the options."""
    options = games.get(slug).options
    settings = [
        dict(zip([option.name for option in options], values, strict=True))
        for values in product(*(option.values for option in options))
    ]
    count = -(-args.games // BATCH)
    return [
        Batch(slug, seats, settings[number % len(settings)], args.seed + number * BATCH, BATCH, args.every, args.rich)
        for number in range(count)
    ]


def told(menus: dict[str, int]) -> str:
    """Lists kinds of decisions with the length of their longest menu, longest first."""
    return " ".join(f"{kind} {length}" for kind, length in sorted(menus.items(), key=lambda menu: -menu[1]))


def soak(args: argparse.Namespace) -> int:
    """Plays everything and prints one line a seat count, then the figures."""
    begun = time.monotonic()
    total = 0
    lines = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for seats in games.get(args.game).seats:
            seen = Seen()
            for part in pool.map(play, batches(args.game, seats, args)):
                seen.games += part.games
                seen.plies += part.plies
                seen.longest = max(seen.longest, part.longest)
                for kind, length in part.menus.items():
                    seen.note_menu(kind, length)
                seen.largest_view_bytes = max(seen.largest_view_bytes, part.largest_view_bytes)
                seen.hidden += part.hidden
                seen.reasons += part.reasons
            total += seen.games
            lines.append(
                f"{seats} seats: {seen.games} games, {seen.plies} plies, longest {seen.longest}, longest menus "
                f"{told(seen.menus)}, largest view {seen.largest_view_bytes} bytes, ends {dict(seen.reasons)}"
            )
            print(lines[-1], flush=True)
    print(f"{args.game}: {total} games in {time.monotonic() - begun:.0f} s without an error; " + "; ".join(lines))
    return 0
