"""One runner through a thousand matches, and runners and workers that are killed while bots play.

What must hold: no process, no zombie and no descriptor is left, memory does not grow, and bots are gone within a second
of whatever death of their runner or of its worker.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from arena.referee.runner import Runner
from arena.sandbox.selfcheck import ISOLATING
from tests.arena.referee.stage import (
    BROKEN,
    FIRST,
    SLEEPER,
    SOON_S,
    alive,
    descendants,
    spec,
    start_worker,
    wait_for_bots,
)

SLOT = 199
WARM_UP = 50
REPORT_EVERY = 250
GONE_WITHIN_MS = 1000
GROWN_KIB = 2048
"""Of noise: what the allocator keeps moves by less, and a leak of 2 KiB a match comes to more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--deaths", type=int, default=20, help="of runners, and as many of workers")
    parser.add_argument("--sandbox", choices=["auto", *ISOLATING], default="auto")


def soak(args: argparse.Namespace) -> int:
    """Plays, kills, and prints the figures; 0 if everything held."""
    with tempfile.TemporaryDirectory(prefix="nile-runner-") as folder:
        room = Path(folder)
        room.chmod(0o755)  # bots of another user read it
        figures = play(room, args)
        deaths = [death(room, figures["tier"], number % 2 == 1) for number in range(2 * args.deaths)]
    figures["deaths"], figures["slowest_end_ms"] = len(deaths), max(deaths, default=0)
    faults = [
        f"{name} grew from {first} to {last}"
        for name, first, last, allowed in (
            ("descriptors", figures["descriptors_first"], figures["descriptors_last"], 0),
            ("memory", figures["memory_kib_first"], figures["memory_kib_last"], GROWN_KIB),
        )
        if last - first > allowed
    ]
    if figures["left"]:
        faults.append(f"{figures['left']} processes were left by matches")
    if figures["slowest_end_ms"] > GONE_WITHIN_MS:
        faults.append(f"bots lived on for {figures['slowest_end_ms']} ms")
    for fault in faults:
        print("WRONG:", fault)
    print(json.dumps({**figures, "faults": len(faults)}))
    return 1 if faults else 0


def play(room: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Plays all matches in one runner, every tenth with bots that crash; compares it with what it was when warm.

    kept: processes that it keeps for good, such as one that bots are forked from.
    """
    honest, broken = spec(room, FIRST), spec(room, BROKEN)
    runner = Runner(sandbox=args.sandbox, data=room, slot=SLOT)
    left: set[tuple[int, str]] = set()
    always: set[tuple[int, str]] = set()
    first = (0, 0)
    begun = time.monotonic()
    try:
        for number in range(WARM_UP + args.matches):
            if number == WARM_UP:
                always = descendants(runner.pid)
                first = state_of(runner.pid, *(pid for pid, _ in always))
            runner.play(broken if number % 10 == 9 else honest, SOON_S)
            if number >= WARM_UP:
                left |= descendants(runner.pid) - always
            if number % REPORT_EVERY == REPORT_EVERY - 1:
                print(number + 1, "matches:", state_of(runner.pid, *(pid for pid, _ in always)), flush=True)
        last = state_of(runner.pid, *(pid for pid, _ in always))
    finally:
        runner.close()
    return {
        "tier": runner.tier,
        "matches": args.matches,
        "seconds": round(time.monotonic() - begun, 1),
        "kept": len(always),
        "left": len(left),
        "descriptors_first": first[0],
        "descriptors_last": last[0],
        "memory_kib_first": first[1],
        "memory_kib_last": last[1],
    }


def state_of(*pids: int) -> tuple[int, int]:
    """Counts the open descriptors of processes and their memory in KiB."""
    descriptors = memory_kib = 0
    for pid in pids:
        descriptors += len(os.listdir(f"/proc/{pid}/fd"))
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        memory_kib += int(found[1]) if found else 0
    return descriptors, memory_kib


def death(room: Path, tier: str, of_worker: bool) -> float:
    """Kills a runner, or its worker, in the middle of a match; gives the ms until all its bots are gone."""
    worker, runner = start_worker(tier, room, SLOT, spec(room, SLEEPER))
    try:
        wait_for_bots(runner)
        everybody = descendants(worker.pid)
        begun = time.monotonic()
        os.kill(worker.pid if of_worker else runner, signal.SIGKILL)
        while alive(everybody) and time.monotonic() - begun < SOON_S:
            time.sleep(0.001)
        return round((time.monotonic() - begun) * 1000, 1)
    finally:
        worker.kill()
        worker.communicate()
