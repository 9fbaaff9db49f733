"""The runner plays for a worker, knows nothing of it, and takes its bots along when it ends."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from arena import games
from arena.errors import RunnerLost, SandboxUnavailable
from arena.referee.runner import MatchSpec, Runner, SeatSpec
from arena.referee.verdicts import Verdict
from arena.sandbox.base import Limits, Sandbox
from tests.arena.sandbox.conftest import WORKER, Place

pytestmark = pytest.mark.sandbox

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

Make = Callable[[str], Runner]


@pytest.fixture
def runner(isolating: Sandbox, place: Place) -> Iterator[Runner]:
    made = Runner(sandbox=isolating.name, data=place.folder, slot=200 + WORKER)
    yield made
    made.close()


def spec(place: Place, source: str, *, limits: Limits | None = None) -> MatchSpec:
    """Asks for a match of three bots of that source."""
    folder = place.folder / f"bot-{secrets.token_hex(8)}"
    folder.mkdir()
    (folder / "main.py").write_text(textwrap.dedent(source))
    game = games.get("nefertiti")
    seats = tuple(SeatSpec(name=f"bot {seat}", folder=str(folder)) for seat in range(3))
    return MatchSpec(
        match=folder.name,
        game=game.slug,
        rules=game.rules_version,
        options={},
        seed="7",
        seats=seats,
        limits=limits or Limits(),
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


def test_a_runner_plays_one_match_after_the_other(runner: Runner, place: Place, isolating: Sandbox) -> None:
    assert (runner.tier, runner.runtime_hash) == (isolating.name, place.runtime.hash)
    match = spec(place, FIRST)
    records = [runner.play(match, SOON_S) for _ in range(2)]
    assert [seat.verdict for seat in records[0].seats] == [Verdict.OK] * 3
    assert records[0].replay == records[1].replay


def test_many_matches_leave_no_process_no_zombie_and_no_descriptor(runner: Runner, place: Place) -> None:
    """The long form, with memory, is `./run soak runner`."""
    match = spec(place, BROKEN)
    runner.play(match, SOON_S)
    folder = Path(f"/proc/{runner.pid}/fd")
    before = len(list(folder.iterdir()))
    for _ in range(10):
        record = runner.play(match, SOON_S)
        assert [seat.verdict for seat in record.seats] == [Verdict.CRASHED] * 3
        assert descendants(runner.pid) == set()
    assert len(list(folder.iterdir())) == before


def test_a_runner_that_is_killed_takes_its_bots_along(runner: Runner, place: Place) -> None:
    seen: set[tuple[int, str]] = set()

    def kill() -> None:
        seen.update(wait_for_bots(runner.pid))
        os.kill(runner.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(RunnerLost, match="the runner has ended"):
        runner.play(spec(place, SLEEPER), SOON_S)
    killer.join()
    assert len(seen) >= 3
    wait_for(lambda: not alive(seen), "bots outlived their runner")
    with pytest.raises(RunnerLost, match="was closed"):
        runner.play(spec(place, FIRST), SOON_S)


class Interrupted(Exception):  # as Celery's time limit is one
    """Comes in the middle of a match."""


def test_a_time_limit_in_the_middle_of_a_match_ends_runner_and_bots(runner: Runner, place: Place) -> None:
    seen: set[tuple[int, str]] = set()
    main = threading.main_thread().ident

    def strike(*about: object) -> None:
        raise Interrupted

    def interrupt() -> None:
        seen.update(wait_for_bots(runner.pid))
        assert main is not None
        signal.pthread_kill(main, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, strike)
    striker = threading.Thread(target=interrupt)
    striker.start()
    try:
        with pytest.raises(Interrupted):
            runner.play(spec(place, SLEEPER), SOON_S)
    finally:
        striker.join()
        signal.signal(signal.SIGUSR1, before)
    assert not Path(f"/proc/{runner.pid}").exists()
    wait_for(lambda: not alive(seen), "bots outlived their runner")


def test_a_worker_that_is_killed_takes_runner_and_bots_along(isolating: Sandbox, place: Place) -> None:
    match = spec(place, SLEEPER)
    program = f"""
from pathlib import Path
from arena.referee.runner import MatchSpec, Runner
import msgspec
runner = Runner(sandbox={isolating.name!r}, data=Path({str(place.folder)!r}), slot={200 + WORKER})
print(runner.pid, flush=True)
runner.play(msgspec.json.decode(input(), type=MatchSpec), {SOON_S})
"""
    worker = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        runner = int(worker.stdout.readline())
        worker.stdin.write(msgspec.json.encode(match) + b"\n")
        worker.stdin.flush()
        wait_for_bots(runner)
        everybody = descendants(worker.pid)
        assert len(everybody) >= 4
    finally:
        worker.kill()
        worker.communicate()
    wait_for(lambda: not alive(everybody), "the runner or its bots outlived the worker")


def test_a_runner_whose_worker_is_gone_does_not_start(place: Place) -> None:
    stranger = 1 if os.getppid() != 1 else 2
    words = [sys.executable, "-m", "arena.referee.runner", "trusted", str(place.folder), "0", str(stranger)]
    result = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/", stdin=subprocess.DEVNULL)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "the worker has ended\n")


def test_a_place_where_no_runtime_can_be_is_a_reason_and_no_riddle(place: Place, tmp_path: Path) -> None:
    """Whatever keeps bots from being isolated, the worker learns it in words."""
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox").chmod(0o777)
    tmp_path.chmod(0o755)
    if place.uid is not None:  # root's data folder must be open to the bots' user, else another place is taken
        folder = place.folder / "unsafe"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path, folder)
        (folder / "sandbox").chmod(0o777)
    else:
        folder = tmp_path
    with pytest.raises(SandboxUnavailable, match=r"can be written by others\. Remove it, or run: chmod 755"):
        Runner(sandbox="auto", data=folder, slot=200 + WORKER)
