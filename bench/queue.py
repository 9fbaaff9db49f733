"""What the queue costs: matches a second through claim, play, record and rating, against the same matches played bare.

Real worker processes play blocks of random bots on a real PostgreSQL and Valkey, started for this. In turns with that,
as many processes play the very same matches with nothing but the runner's own call. A round of the queue lasts from the
commit that opens its blocks to the rating of the last one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.pool import Pool
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from arena import games
from arena.referee.runner import MatchSpec, play_spec
from arena.sandbox import choose
from arena.sandbox.places import room
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid
from bench.crew import WORKERS, Crew
from bench.random_ladder import open_blocks, open_ladder

if TYPE_CHECKING:
    from nile_site.ladders.models import Season

FIRST_SLOT = 150
"""Of the bare processes; the workers' slots count from 0."""

NICENESS = 10
"""That of the workers which play matches."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--blocks", type=int, default=100, help="in a round")
    parser.add_argument("--slots", type=int, default=1, help="processes that play (1)")
    parser.add_argument("--game", choices=games.SLUGS, default="nefertiti")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--sandbox", default="auto")


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Plays both ways in turns and compares the medians."""
    os.environ["NILE_SANDBOX"] = args.sandbox
    chance = Random(1)
    queue, bare = [], []
    with tempfile.TemporaryDirectory(prefix="nile-queue-", dir="/var/tmp") as path:
        with Crew(Path(path), slots=args.slots) as crew, players(args.slots, args.sandbox, Path(path)) as pool:
            season = open_ladder(args.game, args.seats)
            crew.keep_up(WORKERS)
            for number in range(args.rounds + 1):
                begun_with = args.blocks if number else args.slots * 4
                took_s, specs = through_the_queue(season, begun_with, chance, Path(path))
                begun = time.perf_counter()
                for _ in pool.imap_unordered(play_bare, specs):
                    pass
                if number:  # the first round warms up
                    queue.append(len(specs) / took_s)
                    bare.append(len(specs) / (time.perf_counter() - begun))
    share = statistics.median(through / directly for through, directly in zip(queue, bare, strict=True))
    return {
        "slots": args.slots,
        "matches a round": len(specs),
        "matches a second through the queue": round(statistics.median(queue), 2),
        "matches a second bare": round(statistics.median(bare), 2),
        "ratios": {"queue_vs_bare": round(share, 3)},
    }


def through_the_queue(season: Season, blocks: int, chance: Random, data: Path) -> tuple[float, list[MatchSpec]]:
    """Opens blocks and waits until the workers have played and rated them; gives the seconds, and the matches."""
    from django.db import transaction

    from nile_site.ladders.models import Season
    from nile_site.matches.models import Match
    from nile_site.matches.services.playing import spec_of

    uid = slot_uid(FIRST_SLOT) if os.geteuid() == 0 else None
    place = room(data, reachable_by=uid)
    with transaction.atomic():
        opened = open_blocks(season, blocks, chance)
        waiting = Match.objects.filter(block__in=opened).order_by("id").values_list("id", flat=True)
        specs = [spec_of(match_id=pk, room=place) for pk in waiting]
    begun = time.perf_counter()
    while Season.objects.values_list("next_rated", flat=True).get() <= opened[-1].number:
        time.sleep(0.02)
    return time.perf_counter() - begun, specs


def players(count: int, sandbox: str, data: Path) -> Pool:
    """Starts processes that play bare matches, each in a slot of its own."""
    context = get_context("spawn")
    numbers: SimpleQueue[int] = context.SimpleQueue()
    for number in range(FIRST_SLOT, FIRST_SLOT + count):
        numbers.put(number)
    return context.Pool(count, _sit_down, (numbers, sandbox, data))


def play_bare(spec: MatchSpec) -> None:
    """Plays a match in this process."""
    play_spec(spec, *_table)


def _sit_down(numbers: SimpleQueue[int], sandbox: str, data: Path) -> None:
    global _table
    os.nice(NICENESS)
    uid = slot_uid(numbers.get()) if os.geteuid() == 0 else None
    _table = choose(sandbox, ensure(data, reachable_by=uid), uid=uid), uid
