"""What a decision costs in a sandboxed match, against the bare pipe and against the same bot without referee or walls.

All on one core, in turns, wall time per question, medians over the rounds:
- echo: a line of 600 bytes to a Python process that sends it back, the least that a pipe can cost;
- plain: the bot's program as a plain process, fed the very lines that a match recorded, its answers only read;
- sandbox: the same bot in a real match, rules, views, clock, verdicts and replay included.
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
from arena.protocol import Hello, encode
from arena.referee.ask import ProcessPlayer
from arena.referee.match import Choice, play
from arena.sandbox import Launch, Limits, Sandbox, choose
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid
from bench.strength import load
from bots_sdk.inline import inline_player

BOTS = Path(__file__).resolve().parent.parent / "seeds" / "bots"

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
    """Keeps every line that the referee sends."""

    def __init__(self, game: AnyGame, sandbox: Sandbox, launch: Launch) -> None:
        super().__init__(game, sandbox, launch)
        self.lines: list[bytes] = []

    def start(self, hello: Hello) -> None:
        super().start(hello)
        self.lines.append(encode(hello) + b"\n")

    def ask(self, ply: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        choice = super().ask(ply, kind, view, events, legal)
        self.lines.append(self.last_request() + b"\n")
        return choice


class Table:
    """Seats copies of one program in one sandbox."""

    def __init__(self, game: AnyGame, seats: int, setting: str, folder: Path) -> None:
        uid = slot_uid(0) if os.geteuid() == 0 else None
        runtime = ensure(folder, reachable_by=uid)
        self.game, self.seats = game, seats
        self.sandbox = choose(setting, runtime, uid=uid)
        bot = Path(tempfile.mkdtemp(prefix="nile-bench-", dir="/var/tmp"))
        bot.chmod(0o755)
        self.program = bot / "main.py"
        self.program.write_bytes((BOTS / "random_bot.py").read_bytes())
        self.launch = Launch(folder=str(bot), limits=Limits(), uid=uid)

    def sit(self, seed: int, kind: type[ProcessPlayer] = ProcessPlayer) -> tuple[float, int, list[ProcessPlayer]]:
        """Plays a match: gives its playing time in us, the number of questions, and the players."""
        players = [kind(self.game, self.sandbox, self.launch) for _ in range(self.seats)]
        record = play(self.game, seed=seed, players=players, names=[f"bot{n}" for n in range(self.seats)])
        for seat in record.seats:
            if seat.detail:
                sys.exit(f"a bot failed: {seat.detail} {seat.usage.stderr[-300:]!r}")
        return record.playing_us, sum(len(seat.usage.cpu_us) for seat in record.seats), players


def ping(command: list[str], lines: list[bytes], warm: int) -> float:
    """Sends lines one by one, waits for a line after each, and gives us per line, the first `warm` left out."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        out, back = process.stdin.fileno(), process.stdout.fileno()
        begun = 0
        for number, line in enumerate(lines):
            if number == warm:
                begun = time.perf_counter_ns()
            os.write(out, line)
            while not os.read(back, 65536).endswith(b"\n"):
                pass
        spent = (time.perf_counter_ns() - begun) / 1000
        process.stdin.close()
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


def measure(args: argparse.Namespace) -> dict:
    """Measures everything in turns and compares the medians."""
    game = games.get(args.only)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(prefix="nile-bench-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        table = Table(game, args.seats, args.sandbox, Path(folder))
        recorded = [line for seed in range(3) for line in _recorded(table, seed)]
        python = [sys.executable, "-s", "-B"]
        rows: dict[str, list[float]] = {"echo_us": [], "plain_us": [], "sandbox_us": [], "match_ms": []}
        for number in range(args.rounds):
            rows["echo_us"].append(ping([*python, "-S", "-c", _ECHO], [b"x" * 599 + b"\n"] * 3000, 200))
            plain = [ping([*python, str(table.program)], lines, 1) for lines in recorded]
            rows["plain_us"].append(statistics.mean(plain))
            begun = time.perf_counter()
            sat = [table.sit(number * 100 + seed) for seed in range(args.matches)]
            rows["match_ms"].append((time.perf_counter() - begun) * 1000 / args.matches)
            rows["sandbox_us"].append(sum(row[0] for row in sat) / sum(row[1] for row in sat))
    figures: dict = {name: round(statistics.median(row), 2) for name, row in rows.items()}
    figures["tier"] = table.sandbox.name
    figures |= {name: round(value, 3) for name, value in weigh(game, args.seats, args.replays).items()}
    ratios = {
        "sandbox_vs_echo": [a / b for a, b in zip(rows["sandbox_us"], rows["echo_us"], strict=True)],
        "sandbox_vs_plain": [a / b for a, b in zip(rows["sandbox_us"], rows["plain_us"], strict=True)],
    }
    figures["ratios"] = {name: round(statistics.median(row), 3) for name, row in ratios.items()}
    return figures


def _recorded(table: Table, seed: int) -> list[list[bytes]]:
    players = table.sit(seed, Recorder)[2]
    return [player.lines for player in players if isinstance(player, Recorder)]
