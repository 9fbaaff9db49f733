"""How often does "Is A better than B?" err, and how many blocks does it take? Simulated blocks, the real test.

    python -m bench comparison [--runs 2000] [--seats 3] [--json]

B is as strong as the middle of its field, A is as strong or 20 points stronger. Both play each deal against the same
opponents, once in every seat; the luck of the deal is shared by the matches of a block, and that of the opponents and
of the seats by A's and B's (bench/field.py). The test looks after every tenth block, until it has decided.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from statistics import fmean, median
from typing import Any, NamedTuple

import numpy as np

from arena.ratings.comparison import BETTER_BY, Answer, Pair, Tally, judge, tally
from bench.field import POINT, Luck

FIELD = (-150.0, 100.0, -50.0, 150.0)
"""Of the opponents, in points above B; at a table of three these are the first two."""

LOOK = 10
CHUNK = 400
MOST = 20_000
"""Blocks after which a run would be given up; none should come so far."""


class Run(NamedTuple):
    """Is the end of one run. guess: how many blocks the test said at half-time that it still needed."""

    answer: str
    blocks: int
    points: float
    guess: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describes this benchmark's own options."""
    parser.add_argument("--runs", type=int, default=2000, help="for each of both truths")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Runs the test under both truths."""
    found: dict[str, Any] = {"seats": args.seats, "runs": args.runs}
    with ProcessPoolExecutor(args.workers) as pool:
        for lead, wrong in ((0, Answer.BETTER), (BETTER_BY, Answer.NOT_BETTER)):
            seeds = range(args.seed, args.seed + args.runs)
            runs = list(pool.map(run, repeat(args.seats), repeat(lead), seeds, chunksize=20))
            blocks = [each.blocks for each in runs]
            found[f"A is {lead} points stronger"] = {
                f"said to be {wrong}": f"{fmean(each.answer == wrong for each in runs):.2%}",
                "undecided": sum(each.answer == Answer.UNDECIDED for each in runs),
                "blocks, mean": round(fmean(blocks)),
                "blocks, median and longest": f"{median(blocks):.0f}, {max(blocks)}",
                "points seen at the end, mean": round(fmean(each.points for each in runs), 1),
                "blocks still needed, said at the tenth look, median": round(median(each.guess for each in runs)),
            }
    return found


def run(seats: int, lead: float, seed: int) -> Run:
    """Plays until the test has decided."""
    total, guess = Tally(), 0
    for number, pair in enumerate(blocks(seats, lead, seed), 1):
        total += tally(pair)
        if number % LOOK == 0:
            said = judge(total)
            if number == 10 * LOOK:
                guess = said.still_needed or 0
            if said.answer != Answer.UNDECIDED or number == MOST:
                return Run(said.answer, number, said.points or 0.0, guess)
    raise AssertionError


def blocks(seats: int, lead: float, seed: int) -> Iterator[Pair]:
    """Draws blocks without end: the bot in question first, then its opponents."""
    luck = Luck(seats, np.random.default_rng(seed))
    rest = np.array([0.0, *FIELD[: seats - 1]]) * POINT
    while True:
        first, second = luck.draw_twice(CHUNK)
        first[:, :, 0] += lead * POINT
        yield from map(Pair, _ranks(first + rest), _ranks(second + rest))


def _ranks(sums: Any) -> list[list[list[int]]]:
    found: list[list[list[int]]] = ((-sums).argsort(2).argsort(2) + 1).tolist()
    return found
