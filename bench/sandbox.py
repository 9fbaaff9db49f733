"""What it costs to start and stop the bots of a match, and what the walls add to a decision.

In turns, medians over the rounds; four bots that `nile new` makes, started side by side up to `ready`, then ended:
- plain: four interpreters without walls that run the bots' files, as anybody would start them;
- sandbox: the same files through the sandbox in use, with its referee's own share of the work.
Wall time, and the CPU time of all processes involved: bots, this process, and the warm process that bots are forked
from. Then a decision in a match, in the sandbox and by the same referee without walls. No process is pinned.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arena import games
from arena.protocol import PROTOCOL, Hello, encode
from arena.referee.ask import ProcessPlayer
from arena.sandbox import Launch, Limits, spawn
from arena.sandbox.plain import Trusted
from arena.sandbox.proc import cpu_clock
from arena.sandbox.warm import Warm
from bench.match import Table
from bots_sdk.cli.new import new

SEATS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--matches", type=int, default=6, help="matches in a round, with and without walls")
    parser.add_argument("--sandbox", default="auto")


def make_bot(folder: Path) -> Path:
    """Makes a bot as `nile new` does, and gives its folder."""
    bot = folder / "mine"
    with contextlib.redirect_stdout(io.StringIO()):
        new.main([str(bot)], standalone_mode=False)
    for path in bot.iterdir():
        path.chmod(0o644)
    bot.chmod(0o755)
    return bot


def hello(seat: int) -> Hello:
    """Gives the first line to a bot."""
    game = games.get("nefertiti")
    options = game.resolve_options(SEATS, None)
    return Hello(PROTOCOL, game.slug, game.rules_version, seat, SEATS, options, {}, seat)


def start_plainly(table: Table, bot: Path) -> None:
    """Starts four interpreters, waits for four times ready, and ends them."""
    runtime = table.runtime
    root, code = str(runtime.path), str(runtime.code)
    environment = spawn.environment(spawn.library_path(root))
    environment["PYTHONPATH"] = os.pathsep.join(spawn.site_folders(runtime, root=root, code=code))
    command = [f"{root}/{runtime.interpreter}", "-s", "-B", str(bot / "main.py")]
    started = []
    for seat in range(SEATS):
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=bot, bufsize=0
        )
        assert process.stdin is not None
        process.stdin.write(encode(hello(seat)) + b"\n")
        started.append(process)
    for process in started:
        assert process.stdout is not None
        assert b"ready" in process.stdout.read(1024)
    for process in started:
        process.kill()
    for process in started:
        process.communicate()


def start_in_sandbox(table: Table, bot: Path) -> None:
    """Starts four bots as a match does, waits until all are ready, and ends them."""
    launch = Launch(folder=str(bot), limits=Limits(), uid=table.launch.uid)
    players = [ProcessPlayer(table.game, table.sandbox, launch) for _ in range(SEATS)]
    for seat, player in enumerate(players):
        player.start(hello(seat))
    for player in players:
        player.ready()
    for player in players:
        player.finish()


def cost(table: Table, act: Callable[[], None]) -> tuple[float, float]:
    """Gives wall time and CPU time in ms of an act and of all processes that work for it."""
    wall, cpu = time.perf_counter(), cpu_s(table)
    act()
    return (time.perf_counter() - wall) * 1000, (cpu_s(table) - cpu) * 1000


def cpu_s(table: Table) -> float:
    """Gives the CPU time of this process, of its ended children and of the warm process."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    warm = 0.0
    if isinstance(table.sandbox, Warm):
        warm = time.clock_gettime(cpu_clock(table.sandbox.prepare(table.launch.uid).pid))
    return time.process_time() + ended.ru_utime + ended.ru_stime + warm


def measure(args: argparse.Namespace) -> dict:
    """Measures everything in turns and compares the medians."""
    with tempfile.TemporaryDirectory(prefix="nile-bench-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        table = Table(games.get("nefertiti"), SEATS, args.sandbox, Path(folder))
        bare = Table(games.get("nefertiti"), SEATS, "trusted", Path(folder))
        bot = make_bot(Path(folder))
        rows: dict[str, list[float]] = {}
        for number in range(args.rounds):
            for name, act in (("plain", start_plainly), ("sandbox", start_in_sandbox)):
                wall_ms, cpu_ms = cost(table, lambda act=act: act(table, bot))  # type: ignore[misc]
                rows.setdefault(f"{name}_wall_ms", []).append(wall_ms)
                rows.setdefault(f"{name}_cpu_ms", []).append(cpu_ms)
            for name, seated in (("decision_bare", bare), ("decision", table)):
                sat = [seated.sit(1000 * number + seed) for seed in range(args.matches)]
                spent, asked = map(sum, zip(*sat, strict=True))
                rows.setdefault(f"{name}_us", []).append(spent / asked)
    assert isinstance(bare.sandbox, Trusted)
    figures: dict = {"tier": table.sandbox.name}
    figures |= {name: round(statistics.median(values), 1) for name, values in rows.items()}
    pairs = {
        "start_cpu_vs_plain": ("sandbox_cpu_ms", "plain_cpu_ms"),
        "start_wall_vs_plain": ("sandbox_wall_ms", "plain_wall_ms"),
        "decision_vs_bare": ("decision_us", "decision_bare_us"),
    }
    ratios = {
        name: round(statistics.median(a / b for a, b in zip(rows[mine], rows[theirs], strict=True)), 3)
        for name, (mine, theirs) in pairs.items()
    }
    return {**figures, "ratios": ratios}
