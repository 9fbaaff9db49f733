"""Whether a busy machine costs a bot time: what the same work is charged with, and a bot on the edge of its bank.

First a bot computes a fixed piece of work again and again, alone and beside two and four busy processes in turns; what
its CPU clock is charged must not grow by more than a quarter. Then a bot plays whole matches beside four busy
processes, and at every question computes until only a tenth of its bank is left, as far as the SDK told it; it
must never lose on time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from arena import games
from arena.errors import MatchVoid
from arena.referee.ask import ProcessPlayer
from arena.referee.match import Player, play
from arena.sandbox import Launch, Limits, Sandbox, choose
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid
from bench.strength import bot as house_bot
from bots_sdk.inline import inline_player

SLOT = 198
BESIDE = (0, 2, 4)
MOST = 1.25
SOON_S = 60.0
LIMITS = Limits(bank_ms=200, increment_ms=4)

WORK = """
import sys
for line in sys.stdin:
    total = 0
    for number in range(600_000):
        total += number * number
    print("done", flush=True)
"""

EDGE = """
import time
from bots_sdk import Bot, run


class Edge(Bot):
    def decide(self, turn):
        begun = time.process_time()
        may_use = turn.clock.bank_ms - 0.1 * self.limits["bank_ms"]
        while (time.process_time() - begun) * 1000 < may_use:
            pass
        return 0


run(Edge)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--sandbox", default="auto")


def soak(args: argparse.Namespace) -> int:
    """Measures both, and prints the figures; 0 if everything held."""
    with tempfile.TemporaryDirectory(prefix="nile-clock-", dir="/var/tmp") as folder, hogs(max(BESIDE)) as busy:
        room = Path(folder)
        room.chmod(0o755)
        uid = slot_uid(SLOT) if os.geteuid() == 0 else None
        sandbox = choose(args.sandbox, ensure(room, reachable_by=uid), uid=uid)
        charged = work(sandbox, launch(room, "work", WORK, Limits(), uid), busy, args.runs)
        verdicts = edge(sandbox, launch(room, "edge", EDGE, LIMITS, uid), busy, args.matches)
    ratios = {f"beside_{count}_vs_quiet": round(charged[count] / charged[0], 3) for count in BESIDE[1:]}
    figures = {
        "tier": sandbox.name,
        "work_cpu_ms": {str(count): round(ms, 2) for count, ms in charged.items()},
        "matches": args.matches,
        "verdicts": verdicts,
        "ratios": ratios,
    }
    print(json.dumps(figures))
    return 0 if max(ratios.values()) <= MOST and set(verdicts) <= {"ok", "void"} else 1


def launch(room: Path, name: str, source: str, limits: Limits, uid: int | None) -> Launch:
    """Puts a bot into a folder of its own."""
    folder = room / name
    folder.mkdir()
    (folder / "main.py").write_text(source)
    return Launch(folder=str(folder), limits=limits, uid=uid)


@contextlib.contextmanager
def hogs(count: int) -> Iterator[list[int]]:
    """Lends busy processes, stopped at first."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        let_run([process.pid for process in started], 0)
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.kill()
            process.wait()


def let_run(busy: list[int], count: int) -> None:
    """Lets so many of them run, and stops the others."""
    for number, pid in enumerate(busy):
        os.kill(pid, signal.SIGCONT if number < count else signal.SIGSTOP)


def work(sandbox: Sandbox, launch: Launch, busy: list[int], runs: int) -> dict[int, float]:
    """Gives the median of the CPU time in ms that the work is charged with, by the busy processes beside it."""
    spent: dict[int, list[float]] = {count: [] for count in BESIDE}
    with sandbox.start(launch) as process:
        for number in range(runs + 1):
            for count in BESIDE:
                let_run(busy, count)
                before = process.cpu_ns()
                process.send(b"go", time.monotonic() + SOON_S)
                process.read_line(time.monotonic() + SOON_S)
                if number:  # the first run warms up
                    spent[count].append((process.cpu_ns() - before) / 1e6)
    let_run(busy, 0)
    return {count: statistics.median(values) for count, values in spent.items()}


def edge(sandbox: Sandbox, launch: Launch, busy: list[int], matches: int) -> dict[str, int]:
    """Plays the matches and counts the verdicts on the bot at the edge; a void one is played by nobody's fault."""
    game = games.get("nefertiti")
    rival = house_bot("random", game.slug)
    verdicts: dict[str, int] = {}
    told = msgspec.to_builtins(launch.limits)
    let_run(busy, len(busy))
    for seed in range(matches):
        players: list[Player] = [inline_player(rival) for _ in range(3)]
        players[seed % 3] = ProcessPlayer(game, sandbox, launch)
        try:
            record = play(game, seed=seed, players=players, names=["a", "b", "c"], limits=told)
            verdict = str(record.seats[seed % 3].verdict)
        except MatchVoid:
            verdict = "void"
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
    let_run(busy, 0)
    return verdicts
