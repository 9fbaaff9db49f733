"""What the author of a faulty bot is shown: the question, what came instead of an answer, and what it cost."""

from __future__ import annotations

import msgspec
import pytest

from arena.protocol import Hello
from arena.referee.ask import ProcessPlayer
from arena.referee.inline import Chooser, InlinePlayer
from arena.referee.match import SeatRecord, play
from arena.sandbox.base import Launch, Limits
from tests.arena.sandbox.battle import sandbox_for
from tests.arena.sandbox.conftest import Place
from tests.arena.toy import GAME

pytestmark = pytest.mark.sandbox

READY = """
import sys, time
say = sys.stdout.write
input()
say('{"type":"ready"}\\n'); sys.stdout.flush()
ACTION = '{"type":"action","number":1,"index":0}\\n'
"""
LIMITS = Limits(bank_ms=100, increment_ms=0, decision_wall_ms=1500, line_kib=1)


def record_of(place: Place, name: str, program: str) -> SeatRecord:
    """Plays the program against an honest bot."""
    folder = place.folder / name
    folder.mkdir()
    (folder / "main.py").write_text(READY + program)
    player = ProcessPlayer(
        GAME, sandbox_for("trusted", place.runtime), Launch(str(folder), limits=LIMITS, uid=place.uid)
    )
    return play(GAME, seed=3, players=[player, InlinePlayer(first)], names=["bot", "rival"]).seats[0]


def first(hello: Hello) -> Chooser:
    return lambda kind, view, events, legal: legal[0]


@pytest.mark.parametrize(
    ("name", "program", "verdict", "answer"),
    [
        ("half", "input(); say('half a li'); sys.stdout.flush(); time.sleep(60)", "timeout", b"half a li"),
        ("loop", "input(); say('half a li'); sys.stdout.flush()\nwhile True: pass", "timeout", b"half a li"),
        ("long", "input(); say('x' * 1500 + '\\n'); sys.stdout.flush(); time.sleep(60)", "output", b"x" * 1500 + b"\n"),
        ("endless", "input(); say('x' * 1500); sys.stdout.flush(); time.sleep(60)", "output", b"x" * 1500),
        ("early", "input(); say(ACTION + 'too early'); sys.stdout.flush(); time.sleep(60)", "garbled", b"too early"),
        (
            "bytes",
            "input(); sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush(); time.sleep(60)",
            "garbled",
            b"\xff\x00",
        ),
    ],
)
def test_what_was_written_instead_of_an_answer_is_kept(
    place: Place, name: str, program: str, verdict: str, answer: bytes
) -> None:
    seat = record_of(place, name, program)
    assert (seat.verdict, seat.answer) == (verdict, answer)
    asked = msgspec.json.decode(seat.request)
    assert asked["type"] == "decide"
    assert len(seat.usage.cpu_us) == asked["number"]
