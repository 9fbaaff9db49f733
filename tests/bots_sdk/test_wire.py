"""The loop over the wire, with a bot in a real process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.game import is_told
from arena.games.nefertiti import GAME
from arena.protocol import PROTOCOL, Clock, Decide, Hello, Over, encode, read_answer, read_ready
from bots_sdk.wire import lines

HEAD = "import os, sys\nfrom bots_sdk import Bot, run\n"
TAIL = "\nif __name__ == '__main__':\n    run(MyBot)\n"
FIRST = "class MyBot(Bot):\n    def decide(self, turn):\n        return turn.legal[0]\n"
CLOCK = Clock(bank_ms=10_000, wall_ms=22_000, used_ms=0)


def hello(protocol: int = PROTOCOL) -> bytes:
    options = GAME.resolve_options(3, None)
    return encode(Hello(protocol, GAME.slug, GAME.rules_version, 1, 3, options, {"bank_ms": 10_000}, 99)) + b"\n"


def over(verdict: str = "ok") -> bytes:
    return encode(Over((1, 2, 3), (50, 40, 30), verdict)) + b"\n"


class Process:
    """Is a bot's program that was started as a sandbox would start it."""

    def __init__(self, path: Path, *flags: str) -> None:
        command = [sys.executable, *flags, str(path)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env={})

    def tell(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def hear(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def end(self) -> tuple[int, bytes, str]:
        out, log = self.process.communicate(timeout=30)
        return self.process.returncode, out, log.decode()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Any]:
    started: list[Process] = []

    def start(program: str, *flags: str) -> Process:
        path = tmp_path / "main.py"
        path.write_text(HEAD + program + TAIL)
        started.append(Process(path, *flags))
        return started[-1]

    yield start
    for bot in started:
        bot.process.kill()
        bot.process.communicate()


def question(number: int = 1, kind: str = "place") -> bytes:
    state = GAME.new_game(seed=1, seats=3)
    decision = GAME.decision(state)
    assert decision is not None
    seat, legal = next(iter(decision.legal.items()))
    return encode(Decide(number, kind, GAME.view(state, seat), [], legal, CLOCK)) + b"\n"


def test_a_whole_game_goes_over_the_wire_with_typed_values(start: Any) -> None:
    bot = start(
        "from arena.games.nefertiti.view import NefertitiView\n"
        "from arena.game import Action, Event\n"
        "class MyBot(Bot):\n"
        "    def start(self):\n"
        "        assert (self.game.slug, self.seat, self.seats, self.seed) == ('nefertiti', 1, 3, 99)\n"
        "        self.told = 0\n"
        "    def decide(self, turn):\n"
        "        assert isinstance(turn.view, NefertitiView) and turn.clock.bank_ms == 10_000\n"
        "        assert all(isinstance(event, Event) for event in turn.events)\n"
        "        assert all(isinstance(action, Action) for action in turn.legal)\n"
        "        self.told += len(turn.events)\n"
        "        return turn.legal[-1]\n"
        "    def over(self, over):\n"
        "        print('told', self.told, over.verdict)\n"
    )
    bot.tell(hello())
    read_ready(bot.hear())
    log: list[Any] = []
    state = GAME.new_game(seed=1, seats=3, log=log)
    number = told = 0
    while (decision := GAME.decision(state)) is not None:
        number += 1
        ((seat, legal),) = decision.legal.items()
        events = [event for event in log[told:] if is_told(event, seat)]
        told = len(log)
        bot.tell(encode(Decide(number, decision.kind, GAME.view(state, seat), events, legal, CLOCK)) + b"\n")
        answer = read_answer(bot.hear())
        assert (answer.number, answer.index) == (number, len(legal) - 1)
        GAME.advance(state, {seat: legal[-1]}, log)
    bot.tell(over())
    status, out, text = bot.end()
    assert (status, out) == (0, b"")
    assert f"told {told} ok" in text


def test_whatever_the_author_prints_goes_to_the_log(start: Any) -> None:
    bot = start(
        "print('while importing')\n"
        "class MyBot(Bot):\n"
        "    def decide(self, turn):\n"
        "        print('a decision')\n"
        "        sys.stdout.write('no newline')\n"
        "        os.write(1, b'below python')\n"
        "        sys.__stdout__.write('the real one')\n"
        "        sys.__stdout__.flush()\n"
        "        return 0\n"
    )
    bot.tell(hello())
    assert bot.hear() == b'{"type":"ready"}\n'
    bot.tell(question(7))
    assert bot.hear() == b'{"type":"action","number":7,"index":0}\n'
    bot.tell(over())
    status, out, text = bot.end()
    assert (status, out) == (0, b"")
    for printed in ("while importing", "a decision", "no newline", "below python", "the real one"):
        assert printed in text


def test_a_note_travels_with_the_answer(start: Any) -> None:
    bot = start(FIRST.replace("return", "turn.note('first\\tof all')\n        return"))
    bot.tell(hello())
    bot.hear()
    bot.tell(question(3))
    answer = read_answer(bot.hear())
    assert (answer.number, answer.index, answer.note) == (3, 0, "first of all")


@pytest.mark.parametrize("wrong", ["'place KL0'", "None", "999", "-1", "True", "turn.legal"])
def test_a_wrong_return_ends_the_bot_with_a_clear_message(start: Any, wrong: str) -> None:
    bot = start(FIRST.replace("turn.legal[0]", wrong))
    bot.tell(hello())
    bot.hear()
    bot.tell(question(5))
    status, out, text = bot.end()
    assert (status, out) == (1, b"")
    assert "MyBot.decide returned" in text
    assert "at question 5, which is none of the legal actions of this place decision: place G" in text
    assert "Return one of turn.legal, or its index." in text


@pytest.mark.parametrize("sent", [b"", hello()], ids=["at once", "after hello"])
def test_a_bot_whose_input_ends_goes_quietly(start: Any, sent: bytes) -> None:
    bot = start(FIRST)
    bot.tell(sent)
    status, _, text = bot.end()
    assert (status, text) == (0, "")


def test_another_protocol_is_refused_in_words(start: Any) -> None:
    bot = start(FIRST)
    bot.tell(hello(protocol=99))
    status, out, text = bot.end()
    assert status == 1
    assert out == b""
    assert "the referee speaks protocol 99" in text


def test_starting_a_bot_loads_neither_the_command_nor_the_network() -> None:
    heavy = {"click", "httpx", "asyncio", "subprocess", "pathlib", "random", "arena.referee", "bots_sdk.cli"}
    code = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}; import bots_sdk; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not heavy & set(run.stdout.split())


def test_lines_are_put_together_whatever_pieces_they_come_in() -> None:
    read, write = os.pipe()
    pieces = [b"one\ntw", b"o\n", b"three", b"\nfour\nfi", b"ve"]
    for piece in pieces:
        os.write(write, piece)
    os.close(write)
    assert list(lines(read)) == [b"one\n", b"two\n", b"three\n", b"four\n"]
    os.close(read)


def test_every_answer_is_one_json_object(start: Any) -> None:
    bot = start(FIRST)
    bot.tell(hello())
    assert msgspec.json.decode(bot.hear()) == {"type": "ready"}
    bot.tell(question(1))
    assert msgspec.json.decode(bot.hear()) == {"type": "action", "number": 1, "index": 0}
