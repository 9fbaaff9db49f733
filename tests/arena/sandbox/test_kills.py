"""A kill that the referee did not send spoils a match the first time, and is told as what it was."""

from __future__ import annotations

import msgspec
import pytest

from arena.referee.runner import MatchSpec, Played, SeatSpec, Spoiled, _answer
from arena.sandbox.base import Limits
from tests.arena.sandbox.battle import sandbox_for
from tests.arena.sandbox.conftest import Place

pytestmark = pytest.mark.sandbox

KILLED = """
import os, signal
input()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("may_be_killed", [False, True])
def test_a_kill_is_void_and_named_once_and_a_crash_after_that(place: Place, may_be_killed: bool) -> None:
    folder = place.folder / f"killed-{may_be_killed}"
    folder.mkdir()
    (folder / "main.py").write_text(KILLED)
    seats = tuple(SeatSpec(f"bot {number}", str(folder), may_be_killed=may_be_killed) for number in range(3))
    spec = MatchSpec("7", "nefertiti", 1, {}, "1", seats, Limits())
    answer = _answer(msgspec.json.encode(spec), sandbox_for("trusted", place.runtime), place.uid)
    if may_be_killed:
        assert isinstance(answer, Played)
        assert {seat.verdict for seat in answer.record.seats} == {"crashed"}
    else:
        assert isinstance(answer, Spoiled)
        assert (answer.seat, answer.is_kill) == (0, True)
