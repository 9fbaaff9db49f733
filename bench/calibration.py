"""Do ratings keep their promises? Simulated ladders with known strengths, the real matchmaking and the real update.

    python -m bench calibration [--entries 5000] [--seats 3] [--json]

Each ladder begins with the anchor and six house bots, measured to within 15 points; every 90 blocks somebody's bot
comes, of which nothing is known, until there are 30. Each of these is looked at after its 10th, 40th and 200th block:
how often does the 95 % band (rating ± 1.96 errors, relative to the anchor) hold the truth, and is it within 50 points
after 40 blocks? At last the batch fit of the whole season is asked the same. bench/field.py tells how games are drawn.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import ceil
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from arena.ratings.elo import Standing
from arena.ratings.fit import fit_blocks
from bench.field import HOUSE_TRUTHS, Field

AFTER = (10, 40, 200)
"""The blocks of an entry after which it is looked at."""

PEOPLE = 23
"""Bots of people on each ladder."""

EVERY = 90
"""Blocks from the coming of one to the next."""

OFF = 15.0
"""Standard deviation of the measured starts of the house's bots, in points."""

NEAR = 50
BAND = 1.96
FIT = "the season's fit"


class Look(NamedTuple):
    """Is what was found of one entry at one time, in points."""

    when: int | str
    off: float
    error: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describes this benchmark's own options."""
    parser.add_argument("--entries", type=int, default=5000, help="entries of people for each number of seats")
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size (3, 4, 5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Measures each number of seats."""
    figures = {}
    with ProcessPoolExecutor(args.workers) as pool:
        for seats in args.seats or (3, 4, 5):
            seeds = range(args.seed, args.seed + ceil(args.entries / PEOPLE))
            looks = [look for found in pool.map(ladder, repeat(seats), seeds, chunksize=4) for look in found]
            figures[f"{seats} seats"] = dict(summed(looks))
    return figures


def ladder(seats: int, seed: int) -> list[Look]:
    """Plays one ladder until each entry of people has had its last look, and gives all looks at them."""
    field = Field(seats, seed)
    field.enter_house(HOUSE_TRUTHS, OFF)
    house = len(field.truth)
    looks: list[Look] = []
    waiting = PEOPLE
    while waiting:
        if field.number % EVERY == 0 and len(field.truth) < house + PEOPLE:
            field.enter(field.person(), len(field.truth), Standing())
        field.play()
        for entry in field.rated:
            if entry >= house and field.played[entry] in AFTER:
                standing = field.standing[entry]
                off = standing.rating_mpt / 1000 - field.truth[entry]
                looks.append(Look(field.played[entry], off, standing.error_mpt / 1000))
                waiting -= field.played[entry] == AFTER[-1]
    for entry, each in fit_blocks(field.season, anchor=0).items():
        if entry >= house:
            looks.append(Look(FIT, each.rating_mpt / 1000 - field.truth[entry], each.error_mpt / 1000))
    return looks


def summed(looks: list[Look]) -> Iterator[tuple[str, Any]]:
    """Sums up the looks of each time."""
    yield "entries", sum(look.when == AFTER[0] for look in looks)
    for when in (*AFTER, FIT):
        seen = [look for look in looks if look.when == when]
        name = when if when == FIT else f"after {when} blocks"
        inside = [abs(look.off) < BAND * look.error for look in seen]
        yield f"{name}: in the 95 % band", f"{fmean(inside):.1%}"
        yield f"{name}: off by (mean, deviation), error", figures(seen)
        if when == 40:
            yield f"{name}: within {NEAR} points", f"{fmean(abs(look.off) <= NEAR for look in seen):.1%}"


def figures(seen: list[Look]) -> str:
    """Tells by how much the ratings were off, and the mean error that stood beside them."""
    off = [look.off for look in seen]
    return f"({fmean(off):+.1f}, {pstdev(off):.1f}), {fmean(look.error for look in seen):.1f}"
