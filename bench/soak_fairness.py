"""Is a game fair among equals? Many games of the same rule-of-thumb bot on every seat, on seeds in a row.

Reported are how the games ended, the mean rank of each seat, a tie counting half a place for each, and of games with
auctions what each province was sold for. It holds if no seat is further than `RANK_BOUND` from an even share, if each
province's mean price is between `PRICE_BOUNDS` times that of the province in the middle, and if each was sold for more
than nothing in at least `SOLD_BOUND` of its auctions. The last line is a JSON object with all figures.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean, median
from typing import Any, NamedTuple

from arena import games, replay
from arena.games.amun_re.events import Won
from arena.referee.match import play
from bench.strength import load
from bots_sdk import house
from bots_sdk.inline import inline_player

RANK_BOUND = 0.15
PRICE_BOUNDS = (0.3, 3.0)
SOLD_BOUND = 0.2


class Sitting(NamedTuple):
    """Is one game to be played."""

    game: str
    seats: int
    seed: int
    bot: str


class Outcome(NamedTuple):
    """Is what came of it. reason: why the game ended. prices: each province that was sold, with its price."""

    reason: str
    ranks: tuple[float, ...]
    prices: list[tuple[str, int]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("game", choices=games.SLUGS)
    parser.add_argument("--games", type=int, default=2000, help="for each number of seats")
    parser.add_argument("--seats", type=int, action="append", help="only tables of this size")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--bot", default="heuristic", help="the house bot that sits on all seats")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))


def sit(sitting: Sitting) -> Outcome:
    """Plays one game, and plays it again for its events. Raises RuntimeError if a bot made a fault."""
    path = house.find(sitting.bot, sitting.game)
    if path is None:
        raise RuntimeError(f"{sitting.game} has no house bot {sitting.bot!r}; there are {house.names(sitting.game)}")
    kind = load(path)
    names = [f"seat {seat}" for seat in range(sitting.seats)]
    record = play(games.get(sitting.game), seed=sitting.seed, players=[inline_player(kind) for _ in names], names=names)
    for seat in record.seats:
        if seat.detail:
            raise RuntimeError(f"{sitting}: {seat.detail}")
    again = replay.read(record.replay)
    steps = replay.steps(again, replay.deal(again), with_events=True)
    prices = [(event.province, event.price) for step in steps for event in step.events if isinstance(event, Won)]
    return Outcome(record.reason, tuple(rank + (record.ranks.count(rank) - 1) / 2 for rank in record.ranks), prices)


def sum_up(seats: int, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Gives the figures of one number of seats; `misses` names everything that is out of bounds."""
    ranks: list[tuple[float, ...]] = []
    ends: Counter[str] = Counter()
    sold: defaultdict[str, list[int]] = defaultdict(list)
    for outcome in outcomes:
        ends[outcome.reason] += 1
        ranks.append(outcome.ranks)
        for province, price in outcome.prices:
            sold[province].append(price)
    mean_ranks = [fmean(rank[seat] for rank in ranks) for seat in range(seats)]
    even = (seats + 1) / 2
    misses = [f"seat {seat}: rank" for seat, rank in enumerate(mean_ranks) if abs(rank - even) > RANK_BOUND]
    means = {province: fmean(prices) for province, prices in sorted(sold.items())}
    middle = median(means.values()) if means else 0.0
    provinces = {}
    for province, mean in means.items():
        paid = fmean(price > 0 for price in sold[province])
        relative = mean / middle if middle else 0.0
        provinces[province] = {"price": round(mean, 2), "relative": round(relative, 2), "sold": round(paid, 2)}
        if not PRICE_BOUNDS[0] <= relative <= PRICE_BOUNDS[1]:
            misses.append(f"{province}: price")
        if paid < SOLD_BOUND:
            misses.append(f"{province}: sold")
    return {
        "games": len(ranks),
        "ends": dict(ends),
        "ranks": [round(rank, 3) for rank in mean_ranks],
        "provinces": provinces,
        "misses": misses,
    }


def soak(args: argparse.Namespace) -> int:
    """Plays everything and prints the figures of each number of seats, then all of them as JSON."""
    figures = {}
    with ProcessPoolExecutor(args.workers) as pool:
        for seats in args.seats or games.get(args.game).seats:
            sittings = [Sitting(args.game, seats, args.seed + number, args.bot) for number in range(args.games)]
            found = figures[str(seats)] = sum_up(seats, pool.map(sit, sittings, chunksize=20))
            print(
                f"{seats} seats: mean ranks {found['ranks']}, ends {found['ends']}, out of bounds: "
                f"{found['misses'] or 'nothing'}",
                flush=True,
            )
            for province, row in found["provinces"].items():
                print(
                    f"  {province:12} price {row['price']:6} relative {row['relative']:5} sold {row['sold']}",
                    flush=True,
                )
    holds = not any(found["misses"] for found in figures.values())
    print(json.dumps({"game": args.game, "bot": args.bot, "seed": args.seed, "holds": holds, "seats": figures}))
    return 0 if holds else 1
