"""Is matchmaking fair? Waits, newcomers' first blocks, and who has met whom, on ladders of 10, 100 and 1,000 bots.

    python -m bench matchmaking [--bots 100] [--seats 3] [--json]

A ladder starts with every bot near its true place, and plays 20 blocks a bot. Then five newcomers come, one each round,
which is as many blocks as there are bots. Every fourth author has two bots, which may not meet. A wait is the number of
blocks from one block of a bot to its next; were all alike, its mean would be bots / seats.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

from arena.ratings.elo import Standing
from arena.ratings.pairing import HOUSE, NEWCOMER_BLOCKS, REACH_MPT, SMALL_LADDER
from bench.field import HOUSE_TRUTHS, Field

NEWCOMERS = 5

NEAR_ERROR_MPT = 40_000
"""The error that everyone but newcomers has at the start."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describes this benchmark's own options."""
    parser.add_argument("--bots", type=int, action="append", help="only ladders of that many (10, 100, 1000)")
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size (3, 4, 5)")
    parser.add_argument("--blocks", type=int, default=20, help="for each bot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measures each size of ladder with each size of table."""
    sizes = [(bots, seats) for bots in args.bots or (10, 100, 1000) for seats in args.seats or (3, 5)]
    with ProcessPoolExecutor(args.workers) as pool:
        found = {size: pool.submit(ladder, *size, args.blocks * size[0], args.seed) for size in reversed(sizes)}
        return {f"{bots} bots, {seats} seats": found[bots, seats].result() for bots, seats in sizes}


def ladder(bots: int, seats: int, blocks: int, seed: int) -> dict[str, Any]:
    """Plays one ladder and sums up what it saw."""
    field = Field(seats, seed)
    field.enter_house(HOUSE_TRUTHS, off=15)
    while len(field.truth) < bots:
        truth = field.person()
        author = len(field.truth) // 5 * 4 + min(len(field.truth) % 5, 3)
        field.enter(truth, author, Standing(round(truth * 1000), NEAR_ERROR_MPT))
    last = [0] * bots
    waits: list[int] = []
    wanted = pairs(field)
    met_by: int | None = None
    for number in range(1, blocks + 1):
        waits += waited(field.play(), number, last)
        if number % bots == 0 and met_by is None and not missing(field):
            met_by = number // bots
    unmet = len(missing(field))
    firsts, tenths = [], []
    for _ in range(NEWCOMERS):
        newcomer = field.enter(field.person(), len(field.truth), Standing())
        last.append(field.number)
        played = []
        for number in range(1, bots + 1):
            drawn = field.play()
            waits += waited(drawn, field.number, last)
            if newcomer in drawn:
                played.append(number)
        firsts.append(played[0])
        tenths.append(played[NEWCOMER_BLOCKS - 1] if len(played) >= NEWCOMER_BLOCKS else None)
    waits += [field.number + 1 - number for number in last]
    late = None in tenths
    return {
        "longest wait, times the mean": round(max(waits) * seats / len(last), 2),
        "a newcomer's first block is the n-th at most": max(firsts),
        "its tenth is the n-th at most": None if late else max(filter(None, tenths)),
        "pairs that should meet": len(wanted),
        "of which have not met": unmet,
        "blocks until all had met, for each bot": met_by,
        "which takes at least": round(len(wanted) / (seats * (seats - 1) / 2) / bots, 1),
    }


def waited(drawn: list[int], number: int, last: list[int]) -> list[int]:
    """Gives how long those who were drawn for this block had waited, and notes that they have played."""
    found = [number - last[entry] for entry in drawn]
    for entry in drawn:
        last[entry] = number
    return found


def pairs(field: Field) -> list[tuple[int, int]]:
    """Gives the pairs that should meet: all that may, on large ladders those within REACH_MPT of each other."""
    found = [
        (one.entry, other.entry)
        for one, other in combinations(field.candidates, 2)
        if one.owner != other.owner or one.owner is HOUSE
    ]
    if len(field.candidates) <= SMALL_LADDER:
        return found
    rating = [each.rating_mpt for each in field.candidates]
    return [(i, j) for i, j in found if abs(rating[i] - rating[j]) <= REACH_MPT]


def missing(field: Field) -> list[tuple[int, int]]:
    """Gives the pairs that should have met and have not."""
    return [(i, j) for i, j in pairs(field) if j not in field.met[i]]
