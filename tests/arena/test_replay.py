"""A replay is small, exact, and says where it was changed."""

from __future__ import annotations

import gzip
import random
from typing import Any

import pytest

from arena import replay
from arena.errors import ReplayError, ReplayFormatError, ReplayMismatch
from arena.protocol import Hello
from arena.referee.inline import Chooser, InlinePlayer
from arena.referee.match import MatchRecord, play
from tests.arena.toy import GAME


def at_random(hello: Hello) -> Chooser:
    chance = random.Random(hello.bot_seed)
    return lambda kind, view, events, legal: chance.choice(legal)


def broken(hello: Hello) -> Chooser:
    raise ValueError


def match(seed: int = 5, *makers: Any) -> MatchRecord:
    makers = makers or (at_random, at_random, at_random)
    names = [f"bot{number}" for number in range(len(makers))]
    return play(GAME, seed=seed, players=[InlinePlayer(maker) for maker in makers], names=names)


def test_the_text_is_as_documented() -> None:
    record = match()
    header, names, choices, outcome = record.replay.decode().splitlines()
    assert header == "nile 1 toy 1 5 prizes=small"
    assert names == '["bot0","bot1","bot2"]'
    assert len(choices) == 4 * 3 + 4
    scores, ranks = ",".join(map(str, record.scores)), ",".join(map(str, record.ranks))
    assert outcome.startswith(f"8 rounds {scores} {ranks} ")
    assert len(outcome.split(" ")[-1]) == 43


@pytest.mark.parametrize("seed", range(20))
def test_what_was_written_verifies(seed: int) -> None:
    record = match(seed)
    again = replay.verify(replay.pack(record.replay))
    assert (again.outcome.ranks, again.outcome.scores) == (record.ranks, record.scores)
    assert again.text == record.replay


def test_a_match_with_faults_verifies_too() -> None:
    record = match(3, at_random, broken, at_random)
    again = replay.verify(record.replay)
    assert again.outcome.faults == {"1": "crashed"}
    assert sum(choice.by_referee for choice in again.choices) >= 4


def test_packing_is_plain_gzip_with_a_fixed_header() -> None:
    text = match().replay
    packed = replay.pack(text)
    assert gzip.decompress(packed) == text
    assert packed[:10] == bytes.fromhex("1f8b08000000000002ff")
    assert replay.pack(text) == packed


@pytest.mark.parametrize("seed", range(30))
def test_any_changed_byte_is_found(seed: int) -> None:
    text = match(seed).replay
    chance = random.Random(seed)
    place = chance.randrange(len(text))
    changed = bytearray(text)
    changed[place] = chance.choice([byte for byte in range(32, 127) if byte != text[place]])
    if b"bot" in text[max(0, place - 3) : place + 4]:
        return  # the names are whatever the header says
    with pytest.raises(ReplayError):
        replay.verify(bytes(changed))


def test_a_changed_choice_is_found_within_its_window() -> None:
    text = match().replay.decode()
    head, names, choices, tail = text.split("\n", 3)
    changed = ("1" if choices[0] == "0" else "0") + choices[1:]
    with pytest.raises(ReplayMismatch) as caught:
        replay.verify(f"{head}\n{names}\n{changed}\n{tail}".encode())
    assert caught.value.first == 1
    assert caught.value.last <= 8


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "too few lines"),
        (b"\x1f\x8b\x08garbage", "damaged"),
        (replay.pack(b"x" * 100)[:-9], "cut off"),
        (replay.pack(b"x\n" * 300_000), "at most"),
        (b"x" * 300_000, "at most"),
        (b"\xff\xfe\n\n\n\n", "UTF-8"),
        (b"[]\n[]\n\n\n", "does not begin"),
        (b"nile\n[]\n\n\n", "format "),
        (b"nile 2 toy 1 5\n[]\n\n\n", "format 2"),
        (b"nile 1 toy one 5\n[]\n0\nx\n", "header is malformed"),
        (b"nile 1 toy 1 5 prizes\n[]\n0\nx\n", "header is malformed"),
        (b"nile 1 toy 1 5\n" + b"[" * 100_000 + b"\n0\nx\n", "header is malformed"),
        (b"nile 1 toy 1 5\n[]\n0\nx\n", "outcome is malformed"),
        (b"nile 1 toy 1 5\n[]\n0?\n1 x 1 1 s\n", "no choice"),
        (b"nile 1 toy 1 5\n[]\n0+\n1 x 1 1 s\n", "ends inside"),
        (b"nile 1 toy 1 5\n[]\n0\n1 x " + b"9" * 5000 + b" 1 s\n", "outcome is malformed"),
    ],
)
def test_what_is_no_replay_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(ReplayFormatError, match=says):
        replay.verify(data)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("toy 1 5", "toy 9 5", "rules version 9"),
        ("toy 1 5", "chess 1 5", "no game 'chess'"),
        ("prizes=small", "prizes=none", "cannot be dealt"),
        ("toy 1 5", "toy 1 -5", "not a whole number"),
        ("toy 1 5", "toy 1 99999999999999999999", "cannot be dealt"),
        ('["bot0","bot1","bot2"]', '["bot0"]', "cannot be dealt"),
    ],
)
def test_a_header_that_cannot_be_played_is_refused(old: str, new: str, says: str) -> None:
    text = match().replay.decode()
    assert old in text
    with pytest.raises(ReplayFormatError, match=says):
        replay.verify(text.replace(old, new, 1).encode())


def test_choices_too_few_or_too_many_are_found() -> None:
    head, names, choices, tail = match().replay.decode().split("\n", 3)
    head = f"{head}\n{names}"
    with pytest.raises(ReplayMismatch, match="end before"):
        replay.verify(f"{head}\n{choices[:-1]}\n{tail}".encode())
    with pytest.raises(ReplayMismatch, match="goes on"):
        replay.verify(f"{head}\n{choices}0\n{tail}".encode())


def test_large_menus_use_plus_signs() -> None:
    head, names, _, tail = match().replay.decode().split("\n", 3)
    text = f"{head}\n{names}\n0Z!+0++++++++3\n{tail}"
    read = replay.read(text.encode()).choices
    assert [choice.index for choice in read] == [0, 61, 62, 499]
    assert "".join(map(str, read)) == "0Z!+0++++++++3"


def test_choices_that_the_game_does_not_offer_are_not_written() -> None:
    options = GAME.resolve_options(3, None)
    for plies in ([[replay.Choice(9, False)] * 3], [], [[replay.Choice(0, False)] * 3] * 2):
        with pytest.raises((IndexError, ValueError)):
            replay.write(GAME, seed=1, seats="abc", options=options, plies=plies, faults={})
