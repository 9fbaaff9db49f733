"""A ladder's ledger under kills, restarts, and results that come many times, in any order, from several processes.

First real workers play matches of random bots while worker processes are killed, and Valkey and PostgreSQL are killed
or restarted: each match must have one result and none may be lost. Then the results of more blocks are delivered a
dozen times each, in a random order, by several processes at once, and so again in other copies of the database: each
result must count once, and the ledgers of all copies must be the same bytes. Last other Pythons compute the ledger too.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from arena import games
from arena.referee.match import play
from bench.crew import WORKERS, Crew
from bench.random_ladder import open_blocks, open_ladder
from bench.soak_kills import judge, open_matches, processes
from bench.strength import load
from bots_sdk.inline import inline_player

if TYPE_CHECKING:
    from nile_site.ladders.models import Season
    from nile_site.matches.models import Block

ROOT = Path(__file__).resolve().parents[1]
DELIVERIES = 12
EVENTS = ("process", "worker", "valkey killed", "valkey restarted", "postgres killed", "postgres restarted")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("--matches", type=int, default=1000, help="played under kills")
    parser.add_argument(
        "--pause", type=float, default=4.0, help="mean seconds of play from one kill or restart to the next"
    )
    parser.add_argument("--blocks", type=int, default=50, help=f"whose results are delivered {DELIVERIES} times each")
    parser.add_argument("--orders", type=int, default=3, help="in which they are delivered")
    parser.add_argument("--processes", type=int, default=4, help="that play, and that deliver")
    parser.add_argument("--minutes", type=float, default=60.0, help="give up after so long")
    parser.add_argument("--seed", type=int, default=1)


def soak(args: argparse.Namespace) -> int:
    """Runs the proof; 0 if everything held."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ladder: told to stop"))
    chance = random.Random(args.seed)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nile-ladder-", dir="/var/tmp") as path:
        with Crew(Path(path), slots=args.processes) as crew:
            season = open_ladder("nefertiti", 3)
            open_blocks(season, -(-args.matches // 3), chance)
            events = play_under_kills(crew, args, chance)
            faults, figures = judge()
            results = Path(path) / "results"
            results.write_bytes(pickle.dumps(play_all(open_blocks(season, args.blocks, chance), Path(path))))
            wrong, ledger = deliver_in_copies(season, results, args, chance)
            faults += wrong
        pythons = {version: recompute(python, ledger) for version, python in other_pythons(Path(path))}
        faults += [f"Python {version}: {wrong}" for version, wrong in pythons.items() if wrong]
        faults += [f"process {pid} is left: {' '.join(words)}" for pid, _, words in processes() if path in str(words)]
    for fault in faults:
        print("WRONG:", fault)
    told = ", ".join(f"{count} {name}" for name, count in sorted(events.items()))
    print(
        f"ladder: {figures}; {told}; {3 * args.blocks} results delivered {DELIVERIES} times in {args.orders} orders by "
        f"{args.processes} processes, {len(ledger['lines'].splitlines())} ledger lines equal; computed again by Python "
        f"{', '.join(pythons) or 'none but this'}; {time.monotonic() - begun:.0f} s; {len(faults)} faults"
    )
    return 1 if faults else 0


def play_under_kills(crew: Crew, args: argparse.Namespace, chance: random.Random) -> Counter[str]:
    """Let the workers play everything that waits, and disturb them; count what was done to them by kind."""
    events: Counter[str] = Counter()
    deck: list[str] = []
    begun = time.monotonic()
    due: float | None = None
    before = open_matches() or 0
    while (waiting := open_matches()) is None or waiting:
        now = time.monotonic()
        if now - begun > args.minutes * 60:
            raise SystemExit(f"ladder: {waiting} matches are not played after {args.minutes} minutes")
        crew.keep_up()
        if due is None:
            if waiting is not None and waiting < before:  # they play, or play again
                due = now + chance.expovariate(1 / args.pause)
        elif now > due and waiting is not None:
            deck = deck or chance.sample(EVENTS, len(EVENTS))  # each kind comes before any comes again
            if disturb(crew, event := deck.pop(), chance):
                events[event] += 1
                print(f"{event}; {waiting} matches are open", flush=True)
            due, before = None, waiting
        time.sleep(0.2)
    for name in sorted(WORKERS):
        crew.stop(name)
    return events


def disturb(crew: Crew, event: str, chance: random.Random) -> bool:
    """Kill or restart one of them; False if there is none such just now."""
    if event == "process":
        pool = [pid for pid, parent, _ in processes() if parent == crew.pid("matches")]
        if pool:
            os.kill(chance.choice(pool), signal.SIGKILL)
        return bool(pool)
    name, _, how = event.partition(" ")
    if how == "restarted":
        crew.restart(name)
    else:
        os.kill(crew.pid("matches" if name == "worker" else name), signal.SIGKILL)
    return True


def play_all(blocks: list[Block], room: Path) -> list[tuple[Any, Any]]:
    """Claim every match of the blocks and play it in this process; give the claims with their results."""
    from nile_site.matches.models import Match
    from nile_site.matches.services import playing, workers
    from nile_site.matches.services.claiming import claim

    kind = load(ROOT / "seeds" / "bots" / "random_bot.py")
    (room / "bots").mkdir(exist_ok=True)
    results = []
    for _ in range(Match.objects.filter(block__in=blocks).count()):
        mine = claim(worker="soak/0", plays=workers.playable(), runtime="soak", tier="inline")
        assert mine is not None
        spec = playing.spec_of(match_id=mine.match_id, room=room)
        record = play(
            games.get(spec.game),
            seed=int(spec.seed),
            players=[inline_player(kind) for _ in spec.seats],
            names=[seat.name for seat in spec.seats],
            options=spec.options,
        )
        results.append((mine, record))
    return results


def deliver_in_copies(
    season: Season, results: Path, args: argparse.Namespace, chance: random.Random
) -> tuple[list[str], dict[str, Any]]:
    """Deliver the results in a copy of the database for each order; return what is wrong, and the ledger's source."""
    from nile_site.matches.services import ledger

    count = len(pickle.loads(results.read_bytes()))
    faults: list[str] = []
    found: list[dict[str, Any]] = []
    for number in range(args.orders):
        name = f"order_{number}"
        copy_database(name)
        deliveries = list(range(count)) * DELIVERIES
        chance.shuffle(deliveries)
        with get_context("spawn").Pool(args.processes, _join, (name, results)) as pool:
            outcomes = Counter(pool.imap_unordered(deliver, deliveries))
            pool.close()
            pool.join()
        if outcomes != {"recorded": count, "repeated": count * (DELIVERIES - 1)}:
            faults.append(f"order {number}: {dict(outcomes)}")
        use_database(name)
        faults += [f"order {number}: {each}" for each in ledger.differences(season=season)]
        found.append(source_of(season))
        if found[-1]["lines"] != found[0]["lines"]:
            faults.append(f"order {number} gives another ledger than order 0")
    return faults, found[0]


def deliver(number: int) -> str:
    """Deliver a result and rate what is due, as a worker does."""
    from nile_site.matches.services import rating, recording

    mine, record = _results[number]
    outcome = recording.record(claim=mine, record=record)
    rating.rate_all()
    return str(outcome)


def _join(database: str, results: Path) -> None:
    global _results
    import django

    django.setup()
    use_database(database)
    _results = pickle.loads(results.read_bytes())


def copy_database(name: str) -> None:
    """Copy the database that the workers used; nobody may be connected to it."""
    from django.db import connection

    use_database("postgres")
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE nile')


def use_database(name: str) -> None:
    """Turn this process to another database of the same server."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = name


def source_of(season: Season) -> dict[str, Any]:
    """Give the season's ledger as text, and what bench/recompute.py computes it from."""
    from nile_site.ladders.models import RatingEvent
    from nile_site.matches.services import ledger

    events = RatingEvent.objects.filter(entry__season=season).order_by("block_number", "entry_id")
    rows = events.values_list("block_number", "entry_id", "version_id", *ledger.FIELDS)
    entries = list(season.entries.order_by("id"))
    return {
        "lines": "".join(" ".join(map(str, row)) + "\n" for row in rows.iterator()),
        "stands": {entry.pk: [entry.start_mpt, entry.start_error_mpt] for entry in entries},
        "anchor": next(entry.pk for entry in entries if entry.is_anchor),
        "blocks": [
            [block.number, block.entries, block.versions, block.ranks] for block in ledger.played_blocks(season)
        ],
    }


def other_pythons(folder: Path) -> list[tuple[str, Path]]:
    """Find other versions of Python that the arena runs on, and give each an environment with what ratings need."""
    found = []
    for minor in range(11, 20):
        installed = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3"))
        python = installed[-1] if installed else shutil.which(f"python3.{minor}")
        if python is None or minor == sys.version_info.minor:
            continue
        place = folder / f"python3.{minor}"
        steps = [
            [python, "-m", "venv", place],
            [place / "bin" / "pip", "install", "--quiet", f"msgspec=={msgspec.__version__}"],
        ]
        if all(subprocess.run(step).returncode == 0 for step in steps):
            found.append((f"3.{minor}", place / "bin" / "python"))
    return found


def recompute(python: Path, ledger: dict[str, Any]) -> str:
    """Compute the ledger with another Python; say what is wrong."""
    command = [python, "-m", "bench.recompute"]
    done = subprocess.run(command, input=json.dumps(ledger), capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        return done.stderr
    return "" if done.stdout == ledger["lines"] else "its ledger is another one"
