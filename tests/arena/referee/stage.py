"""Matches for a real runner: its bots, what it asks for, and which processes there are meanwhile."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from arena import games
from arena.referee.runner import MatchSpec, SeatSpec
from arena.sandbox.base import Limits

SOON_S = 60.0
"""Only a broken test waits for so long."""

FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "action", "number": message["number"], "index": 0}), flush=True)
    else:
        break
"""
SLEEPER = 'import time\nprint(\'{"type":"ready"}\', flush=True)\ntime.sleep(10**6)'
BROKEN = "raise SystemExit(1)"


def spec(room: Path, source: str) -> MatchSpec:
    """Asks for a match of three bots of that source, which is laid out below the room."""
    folder = room / f"bot-{secrets.token_hex(8)}"
    folder.mkdir()
    (folder / "main.py").write_text(source)
    game = games.get("nefertiti")
    seats = tuple(SeatSpec(name=f"bot {seat}", folder=str(folder)) for seat in range(3))
    return MatchSpec(
        match=folder.name,
        game=game.slug,
        rules=game.rules_version,
        options={},
        seed="7",
        seats=seats,
        limits=Limits(),
    )


def descendants(of: int) -> set[tuple[int, str]]:
    """Gives all processes below one, zombies among them, each with the tick of its start."""
    parents, starts = {}, {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            parents[int(name)], starts[int(name)] = int(fields[1]), fields[19]
    found = {of}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {(pid, starts[pid]) for pid in found - {of}}


def alive(processes: set[tuple[int, str]]) -> set[int]:
    """Gives those that still run: a zombie waits for the machine's first process, not for us."""
    found = set()
    for pid, start in processes:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[19] == start and fields[0] != "Z":
            found.add(pid)
    return found


def wait_for(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + SOON_S
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def wait_for_bots(runner: int) -> set[tuple[int, str]]:
    """Waits until a runner asks one of its three bots and the other two are stopped; gives all its processes."""

    def are_there() -> bool:
        stats = [_text(f"/proc/{pid}/stat") for pid, _ in descendants(runner)]
        return sum("(python" in stat and ") T " in stat for stat in stats) == 2

    wait_for(are_there, "the bots did not start")
    return descendants(runner)


def _text(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def start_worker(sandbox: str, data: Path, slot: int, match: MatchSpec) -> tuple[subprocess.Popen[bytes], int]:
    """Starts a process that has a match played as a worker does; gives it, and the process id of its runner."""
    program = f"""
import contextlib
from pathlib import Path
import msgspec
from arena.errors import RunnerLost
from arena.referee.runner import MatchSpec, Runner
runner = Runner(sandbox={sandbox!r}, data=Path({str(data)!r}), slot={slot})
print(runner.pid, flush=True)
with contextlib.suppress(RunnerLost):
    runner.play(msgspec.json.decode(input(), type=MatchSpec), {SOON_S})
"""
    words = [sys.executable, "-c", program]
    worker = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3])
    assert worker.stdin is not None
    assert worker.stdout is not None
    runner = int(worker.stdout.readline())
    worker.stdin.write(msgspec.json.encode(match) + b"\n")
    worker.stdin.flush()
    return worker, runner
