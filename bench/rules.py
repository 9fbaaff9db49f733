"""Random playouts of each game in plain Python, next to the same of catanatron, in turns within one run.

Every round runs each contender once in a process of its own, pinned to one core where that is possible; rates are per
second of that process's CPU time, and the medians over the rounds are compared. A decision is a choice of one player
among legal actions: listing them, picking one at random and playing it are inside. Choices that are forced are not
counted for us, but are for the peer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from arena import games

ROOT = Path(__file__).resolve().parent.parent
PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one run of one contender")
    parser.add_argument("--only", choices=games.SLUGS, help="measure one game only")


def playouts(slug: str, seats: int, seconds: float, *, with_log: bool) -> dict[str, float]:
    """Plays random games for about so many seconds of CPU and gives decisions a second and CPU ms a game."""
    game = games.get(slug)
    choose = random.Random(1).choice
    decisions = seed = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        seed += 1
        log: list | None = [] if with_log else None
        state = game.new_game(seed=seed, seats=seats, log=log)
        while (decision := game.decision(state)) is not None:
            choices = {seat: choose(actions) for seat, actions in decision.legal.items()}
            game.advance(state, choices, log)
            decisions += len(choices)
    spent = time.process_time() - begun
    return {"decisions_per_s": decisions / spent, "ms_per_game": spent / seed * 1000}


def _run(python: Path | str, module: str, *arguments: str) -> dict[str, float]:
    pin = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] if hasattr(os, "sched_getaffinity") else []
    done = subprocess.run(
        [*pin, str(python), "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{module} failed: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout)


def measure(args: argparse.Namespace) -> dict:
    """Runs all contenders in turns and compares their medians."""
    if not PEER_PYTHON.exists():
        sys.exit("the peer is not installed: ./run bench-setup")
    slugs = [args.only] if args.only else list(games.SLUGS)
    runs: dict[str, list[dict[str, float]]] = {}
    for _ in range(args.rounds):
        seconds = str(args.seconds)
        runs.setdefault("catanatron", []).append(_run(PEER_PYTHON, "bench.peers.catan", seconds))
        for slug in slugs:
            for log in ("plain", "logged"):
                run = _run(sys.executable, "bench.rules", slug, "4", seconds, log)
                runs.setdefault(f"{slug}_{log}", []).append(run)
    figures: dict = {}
    for name, rows in runs.items():
        for figure in rows[0]:
            figures[f"{name}_{figure}"] = round(statistics.median(row[figure] for row in rows), 3)
    ratios = {}
    for slug in slugs:
        plain, logged = f"{slug}_plain", f"{slug}_logged"
        ratios[f"{slug}_vs_catanatron"] = figures[f"{plain}_decisions_per_s"] / figures["catanatron_decisions_per_s"]
        ratios[f"{slug}_game_cpu_vs_catanatron"] = figures[f"{plain}_ms_per_game"] / figures["catanatron_ms_per_game"]
        ratios[f"{slug}_log_on_vs_off"] = figures[f"{logged}_ms_per_game"] / figures[f"{plain}_ms_per_game"]
    figures["ratios"] = {name: round(value, 4) for name, value in ratios.items()}
    return figures


if __name__ == "__main__":
    _slug, _seats, _seconds, _log = sys.argv[1:]
    print(json.dumps(playouts(_slug, int(_seats), float(_seconds), with_log=_log == "logged")))
