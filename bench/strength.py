"""Are the house bots as strong as their names say? random < heuristic < searcher, over mirrored blocks.

    python -m bench strength [GAME] [--blocks 100] [--seed 1] [--json]

A block is one deal played in all rotations of the seats, by A, B, B or A, A, B in turns (three seats), by A, A, B, B
(four), or by A, B, B, A, B or A, A, B, B, A in turns (five). Its figures are the mean ranks of the better and of the
weaker bot in it, a tie counting half a place for each. The intervals hold 95 % of the means of blocks drawn again with
replacement; they must not overlap. Bots answer in this process, with the same code as in a sandbox.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from arena import games
from arena.referee.match import play
from bots_sdk import Bot, house
from bots_sdk.inline import inline_player

PAIRS = (("heuristic", "random"), ("searcher", "heuristic"))
"""Better bot first."""
RESAMPLES = 2000
LINE_UPS = {3: ("ABB", "AAB"), 4: ("AABB",), 5: ("ABBAB", "AABBA")}


class Job(NamedTuple):
    """Is one block: bots by letter, seats in the base order, one deal."""

    game: str
    line_up: str
    better: str
    weaker: str
    seed: int


class Block(NamedTuple):
    """Is what came of one block. decide_us: mean time of a decision of the better bot."""

    better: float
    weaker: float
    decide_us: float
    slowest_us: float


def load(path: Path) -> type[Bot]:
    """Imports a bot's file as a module of its own and gives the bot class in it."""
    spec = importlib.util.spec_from_file_location(f"bench_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Bot)]
    return next(kind for kind in kinds if kind.__module__ == module.__name__)


@cache
def bot(name: str, game: str) -> type[Bot]:
    """Gives the class of a house bot, or of the program at a path."""
    path = house.find(name, game) or Path(name)
    return timed(load(path))


def timed(kind: type[Bot]) -> type[Bot]:
    """Gives the same bot with a count of its CPU time."""

    class Timed(kind):  # type: ignore[misc, valid-type]
        spent: list[float] = []

        def decide(self, turn: Any) -> Any:
            begun = time.process_time()
            try:
                return super().decide(turn)
            finally:
                self.spent.append(time.process_time() - begun)

    return Timed


def play_block(job: Job) -> Block:
    """Plays one deal in all rotations."""
    game = games.get(job.game)
    seats = len(job.line_up)
    ranks: dict[str, list[float]] = {"A": [], "B": []}
    kinds = {"A": bot(job.better, job.game), "B": bot(job.weaker, job.game)}
    spent: list[float] = kinds["A"].spent  # type: ignore[attr-defined]
    spent.clear()
    for turn in range(seats):
        order = job.line_up[turn:] + job.line_up[:turn]
        players = [inline_player(kinds[letter]) for letter in order]
        record = play(game, seed=job.seed, players=players, names=list(order))
        for letter, rank, seat in zip(order, record.ranks, record.seats, strict=True):
            if seat.verdict != "ok":
                raise RuntimeError(f"{letter} made a fault: {seat.detail}")
            ranks[letter].append(rank + (record.ranks.count(rank) - 1) / 2)
    return Block(fmean(ranks["A"]), fmean(ranks["B"]), fmean(spent) * 1e6, max(spent) * 1e6)


def interval(values: list[float]) -> tuple[float, float]:
    """Gives the bounds between which 95 % of the means of resampled values lie; always the same for the same values."""
    draw = random.Random(1)
    means = sorted(fmean(draw.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def compare(game: str, seats: int, better: str, weaker: str, blocks: int, seed: int, pool: Any) -> dict[str, Any]:
    """Plays the blocks of one pair and sums them up."""
    line_ups = LINE_UPS[seats]
    jobs = [Job(game, line_ups[i % len(line_ups)], better, weaker, seed + i) for i in range(blocks)]
    results = list(pool.map(play_block, jobs))
    upper, lower = [r.better for r in results], [r.weaker for r in results]
    gap = interval([weak - strong for strong, weak in zip(upper, lower, strict=True)])
    return {
        "better_rank": round(fmean(upper), 3),
        "better_interval": [round(bound, 3) for bound in interval(upper)],
        "weaker_rank": round(fmean(lower), 3),
        "weaker_interval": [round(bound, 3) for bound in interval(lower)],
        "gap_interval": [round(bound, 3) for bound in gap],
        "holds": interval(upper)[1] < interval(lower)[0],
        "decide_ms": round(fmean(r.decide_us for r in results) / 1000, 2),
        "slowest_ms": round(max(r.slowest_us for r in results) / 1000, 1),
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describes this benchmark's own options."""
    parser.add_argument("game", nargs="?", default="nefertiti")
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal")
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("BETTER", "WEAKER"), help="names or files")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Compares the pairs. `holds` tells whether no two intervals overlap; progress goes to stderr."""
    figures: dict[str, Any] = {}
    ratios: dict[str, float] = {}
    holds = True
    with ProcessPoolExecutor(args.workers) as pool:
        for seats in args.seats or games.get(args.game).seats:
            for better, weaker in args.pair or PAIRS:
                found = compare(args.game, seats, better, weaker, args.blocks, args.seed, pool)
                name = f"{args.game}, {seats} seats: {Path(better).stem} against {Path(weaker).stem}"
                print(name, found, file=sys.stderr, flush=True)
                figures[name] = found
                ratios[f"{name}, mean rank"] = round(found["better_rank"] / found["weaker_rank"], 3)
                holds = holds and found["holds"]
    return {**figures, "blocks": args.blocks, "holds": holds, "ratios": ratios}
