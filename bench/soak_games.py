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
from typing import Any, NamedTuple

from arena import games
from arena.contract import Seen, check_game

BATCH = 50


class Batch(NamedTuple):
    """Is a share of the games: one process plays it."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    every: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("game", choices=games.SLUGS)
    parser.add_argument("--games", type=int, default=10_000, help="for each number of seats")
    parser.add_argument("--every", type=int, default=29, help="plies from one costly check to the next")
    parser.add_argument("--seed", type=int, default=1)


def laws(slug: str) -> Callable[[Any], None]:
    """Gives the function that asserts what a game never loses."""
    conserved: Callable[[Any], None] = import_module(f"tests.arena.games.{slug.replace('-', '_')}.laws").conserved
    return conserved


def play(batch: Batch) -> Seen:
    """Plays a batch and checks it."""
    return check_game(
        games.get(batch.game),
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
        Batch(slug, seats, settings[number % len(settings)], args.seed + number * BATCH, BATCH, args.every)
        for number in range(count)
    ]


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
                seen.largest_menu = max(seen.largest_menu, part.largest_menu)
                seen.largest_view_bytes = max(seen.largest_view_bytes, part.largest_view_bytes)
                seen.hidden += part.hidden
                seen.kinds |= part.kinds
                seen.reasons |= part.reasons
            total += seen.games
            lines.append(
                f"{seats} seats: {seen.games} games, {seen.plies} plies, longest {seen.longest}, largest menu "
                f"{seen.largest_menu}, largest view {seen.largest_view_bytes} bytes, ends {sorted(seen.reasons)}"
            )
            print(lines[-1], flush=True)
    print(f"{args.game}: {total} games in {time.monotonic() - begun:.0f} s without an error; " + "; ".join(lines))
    return 0
