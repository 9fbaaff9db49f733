"""The runner plays for a worker, knows nothing of it, and takes its bots along when it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import RunnerLost, SandboxUnavailable
from arena.referee.runner import Runner
from arena.referee.verdicts import Verdict
from arena.sandbox.base import Sandbox
from tests.arena.referee.stage import (
    BROKEN,
    FIRST,
    SLEEPER,
    SOON_S,
    alive,
    descendants,
    spec,
    start_worker,
    wait_for,
    wait_for_bots,
)
from tests.arena.sandbox.conftest import WORKER, Place

pytestmark = pytest.mark.sandbox


@pytest.fixture
def runner(isolating: Sandbox, place: Place) -> Iterator[Runner]:
    made = Runner(sandbox=isolating.name, data=place.folder, slot=200 + WORKER)
    yield made
    made.close()


def test_a_runner_plays_one_match_after_the_other(runner: Runner, place: Place, isolating: Sandbox) -> None:
    assert (runner.tier, runner.runtime_hash) == (isolating.name, place.runtime.hash)
    match = spec(place.folder, FIRST)
    records = [runner.play(match, SOON_S) for _ in range(2)]
    assert [seat.verdict for seat in records[0].seats] == [Verdict.OK] * 3
    assert records[0].replay == records[1].replay


def test_many_matches_leave_no_process_no_zombie_and_no_descriptor(runner: Runner, place: Place) -> None:
    """The long form, with memory, is `./run soak runner`."""
    match = spec(place.folder, BROKEN)
    runner.play(match, SOON_S)
    folder = Path(f"/proc/{runner.pid}/fd")
    before, always = len(list(folder.iterdir())), descendants(runner.pid)
    assert len(always) <= 1, "at most one that bots are forked from"
    for _ in range(10):
        record = runner.play(match, SOON_S)
        assert [seat.verdict for seat in record.seats] == [Verdict.CRASHED] * 3
        assert descendants(runner.pid) == always
    assert len(list(folder.iterdir())) == before


def test_a_runner_that_is_killed_takes_its_bots_along(runner: Runner, place: Place) -> None:
    seen: set[tuple[int, str]] = set()

    def kill() -> None:
        seen.update(wait_for_bots(runner.pid))
        os.kill(runner.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(RunnerLost, match="the runner has ended"):
        runner.play(spec(place.folder, SLEEPER), SOON_S)
    killer.join()
    assert len(seen) >= 3
    wait_for(lambda: not alive(seen), "bots outlived their runner")
    with pytest.raises(RunnerLost, match="was closed"):
        runner.play(spec(place.folder, FIRST), SOON_S)


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
            runner.play(spec(place.folder, SLEEPER), SOON_S)
    finally:
        striker.join()
        signal.signal(signal.SIGUSR1, before)
    assert not Path(f"/proc/{runner.pid}").exists()
    wait_for(lambda: not alive(seen), "bots outlived their runner")


def test_a_worker_that_is_killed_takes_runner_and_bots_along(isolating: Sandbox, place: Place) -> None:
    worker, runner = start_worker(isolating.name, place.folder, 200 + WORKER, spec(place.folder, SLEEPER))
    try:
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
