"""Matches on the real site while its worker, its runners and Valkey are killed at random moments.

A site of its own runs on a temporary data folder. What must hold at the end: each match has exactly one recorded
result, every interrupted attempt is told apart from it, every block is rated, the ledger equals a fresh computation
bit for bit, and no process is left.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVERS = {"DATABASE_URL", "REDIS_URL"}
STOP_S = 60.0
TARGETS = {
    "worker": lambda words: "celery" in words and any(word.startswith("matches@") for word in words),
    "runner": lambda words: "arena.referee.runner" in words,
    "valkey": lambda words: any("valkey-server" in word for word in words),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--pause", type=float, default=12.0, help="mean seconds from one kill to the next")
    parser.add_argument("--slots", type=int, default=2)
    parser.add_argument("--port", type=int, default=8479)
    parser.add_argument("--minutes", type=float, default=40.0, help="give up after so long")
    parser.add_argument("--seed", type=int, default=1)


def soak(args: argparse.Namespace) -> int:
    """Runs the proof; 0 if everything held."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("kills: told to stop"))
    with tempfile.TemporaryDirectory(prefix="nile-kills-") as folder:
        os.environ.update(NILE_DATA=folder, NILE_SLOTS=str(args.slots), NILE_LOG_LEVEL="WARNING")
        prepare(args.matches, args.seed)
        site = Site(Path(folder), args.port)
        begun = time.monotonic()
        try:
            killed = kill_until_played(site, args, begun)
            faults, figures = judge()
        finally:
            site.stop()
        faults += [f"process {pid} is left: {' '.join(words)}" for pid, words in site.left()]
    for fault in faults:
        print("WRONG:", fault)
    kills = ", ".join(f"{count} {name}" for name, count in sorted(killed.items()))
    took = time.monotonic() - begun
    print(f"kills: {figures}; killed {kills}; {site.starts} starts; {took:.0f} s; {len(faults)} faults")
    return 1 if faults else 0


class Site:
    """Is one `./run up` on the data folder, started again whenever a kill has ended it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.starts = 0
        # Its servers are its own, even though this process knows their addresses by now.
        self._environment = {name: value for name, value in os.environ.items() if name not in SERVERS}
        self._argv = [sys.executable, str(ROOT / "manage.py"), "up", "--port", str(port), "--data", str(folder)]
        self._process: subprocess.Popen[bytes] | None = None

    def keep_up(self) -> None:
        """Start it unless it runs."""
        if self._process is None or self._process.poll() is not None:
            with open(self.folder / "up.log", "ab") as log:
                self._process = subprocess.Popen(self._argv, stdout=log, stderr=log, cwd=ROOT, env=self._environment)
            self.starts += 1

    def find(self, target: str) -> list[int]:
        """List its processes of one kind."""
        return [pid for pid, words in self._descendants() if TARGETS[target](words)]

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(STOP_S)

    def left(self) -> list[tuple[int, list[str]]]:
        """List processes that name its data folder."""
        return [(pid, words) for pid, _, words in processes() if any(str(self.folder) in word for word in words)]

    def _descendants(self) -> Iterator[tuple[int, list[str]]]:
        assert self._process is not None
        known = {self._process.pid}
        found = list(processes())
        while True:
            new = [(pid, words) for pid, parent, words in found if parent in known and pid not in known]
            if not new:
                return
            known.update(pid for pid, _ in new)
            yield from new


def processes() -> Iterator[tuple[int, int, list[str]]]:
    """Yield (pid, parent, words of the command line) of every process."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                words = Path(f"/proc/{name}/cmdline").read_bytes().decode(errors="replace").split("\0")
                parent = int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has ended
                continue
            yield int(name), parent, words


def prepare(matches: int, seed: int) -> None:
    """Make a world and queue the matches; the entries pause, so that nothing else is played."""
    from nile_site.embedded.at_hand import secret_at_hand, services_at_hand

    os.environ["DJANGO_SETTINGS_MODULE"] = "nile_site.settings"
    secret_at_hand()
    with services_at_hand():
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0, interactive=False)
        call_command("world")
        queue(matches, random.Random(seed))
        connection.close()


def queue(matches: int, chance: random.Random) -> None:
    """Open blocks among house bots until so many matches wait."""
    from nile_site.ladders.models import Entry, Season
    from nile_site.matches.models import Match
    from nile_site.matches.services import blocks

    seasons = list(Season.objects.select_related("ladder").order_by("id"))
    while Match.objects.count() < matches:
        season = chance.choice(seasons)
        entries = list(season.entries.select_related("bot__owner", "version", "season__ladder").order_by("id"))
        chosen = chance.sample(entries, season.ladder.seats)
        blocks.open_rated(season=season, seated=[(each, each.version) for each in chosen if each.version])
    Entry.objects.update(state=Entry.State.PAUSED)


def kill_until_played(site: Site, args: argparse.Namespace, begun: float) -> Counter[str]:
    """Kill one process after the other until everything is played; count the kills by kind."""
    chance = random.Random(args.seed)
    killed: Counter[str] = Counter()
    next_kill: float | None = None
    while (waiting := open_matches()) is None or waiting:
        if time.monotonic() - begun > args.minutes * 60:
            raise SystemExit(f"kills: {waiting} matches are not played after {args.minutes} minutes")
        site.keep_up()
        if next_kill is None:
            if site.find("runner"):  # it plays, or plays again
                next_kill = time.monotonic() + chance.expovariate(1 / args.pause)
        elif time.monotonic() > next_kill:
            target = chance.choice(sorted(TARGETS))
            if victims := site.find(target):
                os.kill(chance.choice(victims), signal.SIGKILL)
                killed[target] += 1
                print(f"killed a {target}; {waiting} matches are open", flush=True)
            next_kill = None
        time.sleep(0.2)
    return killed


def open_matches() -> int | None:
    """Count the matches and blocks that are not dealt with; None while the database does not answer."""
    from django.db import DatabaseError, connection
    from django.db.models import F, Sum

    from nile_site.ladders.models import Season
    from nile_site.matches.models import Match

    try:
        matches = Match.objects.filter(state__in=["queued", "running"]).count()
        unrated = Season.objects.aggregate(blocks=Sum(F("next_block") - F("next_rated")))["blocks"]
        return int(matches + unrated)
    except DatabaseError:
        return None
    finally:
        connection.close()


def judge() -> tuple[list[str], str]:
    """Look at everything that was played; return what is wrong, and the figures."""
    from arena import replay
    from nile_site.ladders.models import RatingEvent, Season
    from nile_site.matches.models import Attempt, Block, Match, MatchSeat
    from nile_site.matches.services import ledger

    faults = []
    for match in Match.objects.select_related("replay", "block").prefetch_related("attempts").order_by("id"):
        recorded = [attempt.number for attempt in match.attempts.all() if attempt.outcome == "recorded"]
        open_attempts = [attempt.number for attempt in match.attempts.all() if attempt.outcome == "running"]
        if match.state == "cancelled" and match.block.outcome == "unrated" and not recorded:
            continue
        if match.state != "finished" or recorded != [match.attempt] or open_attempts or match.replay is None:
            faults.append(f"match {match.pk}: {match.state}, attempt {match.attempt}, recorded {recorded}")
        elif replay.verify(bytes(match.replay.packed)).identity != match.identity:
            faults.append(f"match {match.pk}: the replay is another one")
    for season in Season.objects.order_by("id"):
        faults += ledger.differences(season=season)
    rated = Block.objects.filter(outcome="rated")
    seats = MatchSeat.objects.filter(match__block__in=rated, match__rotation=0).count()
    if RatingEvent.objects.count() != seats:
        faults.append(f"{RatingEvent.objects.count()} lines in the ledger for {seats} seats of rated blocks")
    interrupted = Attempt.objects.exclude(outcome="recorded").order_by("match_id", "number")
    for attempt in interrupted:
        print(f"match {attempt.match_id}, attempt {attempt.number}: {attempt.outcome}, {attempt.reason}")
    finished = Match.objects.filter(state="finished").count()
    recorded_count = Attempt.objects.filter(outcome="recorded").count()
    unrated = Block.objects.filter(outcome="unrated").count()
    figures = (
        f"{finished} matches finished, {recorded_count} attempts recorded, {interrupted.count()} interrupted and not "
        f"rated, {rated.count()} blocks rated, {unrated} unrated, {RatingEvent.objects.count()} ledger lines recomputed"
    )
    return faults, figures
