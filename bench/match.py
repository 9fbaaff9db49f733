"""What a decision costs in a sandboxed match, against the bare pipe and against plain processes without a referee.

Wall time per question, in turns, medians over the rounds; once on all cores, as a worker plays, and once on one:
- echo: a line of 600 bytes to a Python process that sends it back, the least that a pipe can cost;
- plain: as many processes as seats, which read the very lines of recorded matches in their order with the standard
  library's json and answer the first legal action (bench/plain_bot.py);
- sdk: the same with the random house bot as a plain process, so that what referee and sandbox add can be told from what
  the SDK saves;
- sandbox: the random house bot in a real match: rules, views, clock, walls, verdicts and replay included.
Then the size on disk of the replays of many matches between house bots.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arena import games, replay
from arena.game import Action, AnyGame, Event
from arena.protocol import Hello
from arena.referee.ask import ProcessPlayer
from arena.referee.match import Choice, play
from arena.sandbox import Launch, Limits, choose
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid
from bench.strength import load
from bots_sdk.inline import inline_player

BOTS = Path(__file__).resolve().parent.parent / "seeds" / "bots"
PLAIN = Path(__file__).resolve().parent / "plain_bot.py"

_ECHO = "import os\nwhile line := os.read(0, 65536): os.write(1, line)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--matches", type=int, default=12, help="matches in a round")
    parser.add_argument("--replays", type=int, default=1000, help="matches whose replays are weighed")
    parser.add_argument("--only", choices=games.SLUGS, default="nefertiti")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--sandbox", default="auto")


class Recorder(ProcessPlayer):
    """Keeps every line that the referee sends to any seat, with the seat, in order."""

    lines: list[tuple[int, bytes]] = []
    seat = 0

    def start(self, hello: Hello) -> None:
        super().start(hello)
        self.seat = hello.seat
        self.lines.append((self.seat, self.last_request() + b"\n"))

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        choice = super().ask(number, kind, view, events, legal)
        self.lines.append((self.seat, self.last_request() + b"\n"))
        return choice


class Table:
    """Seats copies of one program in one sandbox."""

    def __init__(self, game: AnyGame, seats: int, setting: str, folder: Path) -> None:
        uid = slot_uid(0) if os.geteuid() == 0 else None
        self.runtime = ensure(folder, reachable_by=uid)
        self.game, self.seats = game, seats
        self.sandbox = choose(setting, self.runtime, uid=uid)
        bot = Path(tempfile.mkdtemp(prefix="nile-bench-", dir="/var/tmp"))
        bot.chmod(0o755)
        self.program = bot / "main.py"
        self.program.write_bytes((BOTS / "random_bot.py").read_bytes())
        self.launch = Launch(folder=str(bot), limits=Limits(), uid=uid)

    def sit(self, seed: int, kind: type[ProcessPlayer] = ProcessPlayer) -> tuple[float, int]:
        """Plays a match: gives its playing time in us, and the number of questions."""
        players = [kind(self.game, self.sandbox, self.launch) for _ in range(self.seats)]
        record = play(self.game, seed=seed, players=players, names=[f"bot{n}" for n in range(self.seats)])
        for seat in record.seats:
            if seat.detail:
                sys.exit(f"a bot failed: {seat.detail} {seat.usage.stderr[-300:]!r}")
        return record.playing_us, sum(len(seat.usage.cpu_us) for seat in record.seats)

    def record(self, seed: int) -> list[tuple[int, bytes]]:
        """Plays a match and gives its lines with their seats: first a hello for each, then the questions."""
        Recorder.lines = []
        self.sit(seed, Recorder)
        return Recorder.lines


def ping(command: list[str], seats: int, lines: list[tuple[int, bytes]], warm: int) -> float:
    """Sends lines one by one, each to its seat's process, waits for a line after each, and gives us per line.

    The first `warm` lines are left out.
    """
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) for _ in range(seats)
    ]
    pipes = [(process.stdin, process.stdout) for process in processes]
    begun = 0
    for number, (seat, line) in enumerate(lines):
        if number == warm:
            begun = time.perf_counter_ns()
        stdin, stdout = pipes[seat]
        assert stdin is not None
        assert stdout is not None
        stdin.write(line)
        while not stdout.read(65536).endswith(b"\n"):
            pass
    spent = (time.perf_counter_ns() - begun) / 1000
    for process in processes:
        process.communicate()
    return spent / (len(lines) - warm)


def weigh(game: AnyGame, seats: int, matches: int) -> dict[str, float]:
    """Plays matches between house bots in this process and weighs their packed replays."""
    kinds = [load(path) for path in sorted(BOTS.glob("*.py")) if "search" not in path.name]
    size = decisions = 0
    chance = random.Random(1)
    for seed in range(matches):
        players = [inline_player(chance.choice(kinds)) for _ in range(seats)]
        record = play(game, seed=(seed + 1) << 48 | seed, players=players, names=[f"house-{n}" for n in range(seats)])
        size += len(replay.pack(record.replay))
        decisions += len(replay.read(record.replay).choices)
    return {"replay_bytes": size / matches, "replay_bytes_per_decision": size / decisions}


def one_round(table: Table, recorded: list[list[tuple[int, bytes]]], first_seed: int, matches: int) -> dict[str, float]:
    """Measures each contender once and gives us per question."""
    python = [sys.executable, "-s", "-B"]
    row = {"echo": ping([*python, "-S", "-c", _ECHO], 1, [(0, b"x" * 599 + b"\n")] * 3000, 200)}
    for name, program in (("plain", PLAIN), ("sdk", table.program)):
        command = [*python, str(program)]
        row[name] = statistics.mean(ping(command, table.seats, lines, table.seats) for lines in recorded)
    sat = [table.sit(first_seed + seed) for seed in range(matches)]
    row["sandbox"] = sum(us for us, _ in sat) / sum(questions for _, questions in sat)
    return row


def measure(args: argparse.Namespace) -> dict:
    """Measures everything in turns and compares the medians."""
    game = games.get(args.only)
    everywhere = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    places = {"": everywhere, "_one_core": {max(everywhere)}} if everywhere else {"": everywhere}
    rows: dict[str, list[dict[str, float]]] = {place: [] for place in places}
    with tempfile.TemporaryDirectory(prefix="nile-bench-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        table = Table(game, args.seats, args.sandbox, Path(folder))
        recorded = [table.record(seed) for seed in range(3)]
        for number in range(args.rounds):
            for place, cores in places.items():
                if cores:
                    os.sched_setaffinity(0, cores)
                rows[place].append(one_round(table, recorded, number * 100, args.matches))
        if everywhere:
            os.sched_setaffinity(0, everywhere)
    figures: dict = {"tier": table.sandbox.name}
    ratios: dict[str, float] = {}
    for place, measured in rows.items():
        for name in measured[0]:
            figures[f"{name}{place}_us"] = round(statistics.median(row[name] for row in measured), 1)
            if name != "sandbox":
                ratio = statistics.median(row["sandbox"] / row[name] for row in measured)
                ratios[f"sandbox_vs_{name}{place}"] = round(ratio, 3)
    figures |= {name: round(value, 3) for name, value in weigh(game, args.seats, args.replays).items()}
    return {**figures, "ratios": ratios}
