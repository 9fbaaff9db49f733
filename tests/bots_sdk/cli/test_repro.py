"""`nile repro`: the same questions again, to a bot on this machine, and what has become of the fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena import replay
from tests.bots_sdk.cli.conftest import Nile, Stub

PLAIN = ("--sandbox", "trusted")

BOT = """
import sys
from zlib import crc32
from bots_sdk import Bot, run

class MyBot(Bot):
    def decide(self, turn):
        seen = crc32(repr([turn.view, turn.events, turn.legal]).encode())
        print("seen", turn.number, turn.kind, seen, self.seed, file=sys.stderr)
        {body}
        return turn.legal[0]

{head}
run(MyBot)
"""
RAW = """
import json
for line in sys.stdin:
    asked = json.loads(line)
    index = 99 if asked.get("number") == 4 else 0
    answer = {"type": "action", "number": asked["number"], "index": index} if "number" in asked else {"type": "ready"}
    print(json.dumps(answer), flush=True)
"""
FAILS = "if turn.number == 4: raise RuntimeError('my own mistake')"


def write(name: str, body: str = "pass", head: str = "") -> None:
    Path(name).write_text(BOT.format(body=body, head=head))


@pytest.fixture
def played(nile: Nile) -> int:
    """A match in which the bot on seat 1 fails at its fourth question, in match.replay; gives that ply."""
    write("broken.py", FAILS)
    result = nile(
        "play", "nefertiti", "random", "broken.py", "heuristic", "--seed", "2", "--out", "match.replay", *PLAIN
    )
    return int(re.search(r"at ply (\d+)", result.output)[1])


def test_the_same_fault_is_found_again(nile: Nile, played: int) -> None:
    result = nile("repro", "match.replay", "--bot", "broken.py", *PLAIN)
    assert result.exit_code == 1, result.output
    assert f"seat 1, broken: it ended before the match was over, at ply {played}." in result.output
    assert "The same fault again:" in result.output
    assert "RuntimeError: my own mistake" in result.output


def test_a_mended_bot_answers_where_the_broken_one_failed(nile: Nile, played: int) -> None:
    write("mended.py")
    result = nile("repro", "match.replay", "--bot", "mended.py", *PLAIN)
    assert result.exit_code == 0, result.output
    assert re.search(rf"Ply {played} asks for \w+, one of \d+ actions.", result.output)
    assert re.search(r"mended.py answers .+ after [\d.]+ ms of CPU time: a legal action, no fault.", result.output)
    assert "chooses" not in result.output


def test_a_bot_gets_the_questions_of_the_match(nile: Nile, played: int) -> None:
    """All but the clock is the same: number, kind, view, events, menu, and the bot's own seed."""
    write("other.py", "if turn.number == 4: sys.exit(3)")
    logs = []
    for command in (
        ("play", "nefertiti", "random", "other.py", "heuristic", "--seed", "2"),
        ("repro", "match.replay", "--bot", "other.py"),
    ):
        output = nile(*command, *PLAIN).output
        logs.append(re.findall(r"seen (.*)", output))
    assert len(logs[0]) == 4
    assert logs[0] == logs[1]


def test_another_choice_before_the_fault_is_named_and_the_match_goes_on_as_it_was(nile: Nile, played: int) -> None:
    write("changed.py", "if turn.number == 2: return turn.legal[-1]")
    result = nile("repro", "match.replay", "--bot", "changed.py", *PLAIN)
    assert result.exit_code == 0, result.output
    assert re.search(r"Ply \d+: changed.py chooses .+; the match has .+\.", result.output)
    assert "The match's own choices were played" in result.output
    assert f"Ply {played} asks" in result.output


@pytest.mark.parametrize(
    ("body", "head", "said", "when"),
    [
        ("if turn.number == 2: raise KeyError(turn.kind)", "", "A fault, at another place:", "at ply"),
        ("pass", "raise SystemExit('no start')", "A fault, at another place:", "at its start"),
        ("pass", RAW, "Another fault at the same place:", "at ply"),
    ],
)
def test_another_fault_is_told_apart(nile: Nile, played: int, body: str, head: str, said: str, when: str) -> None:
    write("worse.py", body, head)
    result = nile("repro", "match.replay", "--bot", "worse.py", *PLAIN)
    assert result.exit_code == 1, result.output
    assert said in result.output
    assert f"over, {when}" in result.output or f"legal ones, {when}" in result.output


def test_a_bot_that_did_not_start_is_started_again(nile: Nile) -> None:
    write("stuck.py", head="raise SystemExit('no start')")
    nile("play", "nefertiti", "random", "stuck.py", "random", "--seed", "2", "--out", "match.replay", *PLAIN)
    result = nile("repro", "match.replay", "--bot", "stuck.py", *PLAIN)
    assert (result.exit_code, "The same fault again:" in result.output) == (1, True), result.output
    write("stuck.py")
    assert nile("repro", "match.replay", "--bot", "stuck.py", *PLAIN).exit_code == 0


def test_any_decision_can_be_looked_at(nile: Nile, played: int) -> None:
    far = nile("repro", "match.replay", "--bot", "broken.py", "--seat", "2", "--ply", "99999", *PLAIN)
    assert far.exit_code == 2
    near = re.search(r"the nearest question was at ply (\d+)", far.output)[1]
    result = nile("repro", "match.replay", "--bot", "heuristic", "--seat", "2", "--ply", near, *PLAIN)
    assert result.exit_code == 0, result.output
    assert "seat 2, heuristic: no fault." in result.output
    assert "chooses" not in result.output  # a bot that draws from its own seed alone does the same again


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing.replay",), "neither the number of a match nor a file"),
        (("7",), "You are not logged in"),
        (("text",), "the file does not"),
        (("match.replay", "--bot", "nobody"), "There is no bot 'nobody'"),
        (("match.replay", "--seat", "3"), "no seat 3: they are 0 to 2"),
        (("match.replay", "--seat", "0"), "random made no fault"),
        (("match.replay", "--ply", "1"), "was asked nothing at ply 1; the nearest question was at ply"),
        (("match.replay", "--ply", "x"), "not a valid integer"),
        (("clean.replay",), "No bot made a fault in this match"),
        (("clean.replay", "--ply", "3"), "Say which seat it is about, with --seat: 0 random (ok), 1 random 2 (ok)"),
    ],
)
def test_what_cannot_be_told_ends_with_2_and_a_sentence(
    nile: Nile, played: int, words: tuple[str, ...], said: str
) -> None:
    Path("text").write_text("hello\n")
    if words[0] == "clean.replay":
        nile("play", "nefertiti", "random", "random", "random", "--seed", "1", "--out", "clean.replay", *PLAIN)
    result = nile("repro", *words, *PLAIN)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_replay_that_is_not_true_is_refused(nile: Nile, played: int) -> None:
    text = replay.unpack(Path("match.replay").read_bytes())
    Path("match.replay").write_bytes(
        text.replace(b" 2\n", b" 3\n").replace(b"nile 1 nefertiti 1 2", b"nile 1 nefertiti 1 3")
    )
    result = nile("repro", "match.replay", "--bot", "broken.py", *PLAIN)
    assert result.exit_code == 2


def test_a_match_of_the_site_is_fetched_with_the_login(nile: Nile, site: str) -> None:
    """The seat is the author's own where several bots failed, and the limits are those of the match."""
    write("broken.py", FAILS)
    seats = ("broken.py", "broken.py", "random")
    assert nile("play", "nefertiti", *seats, "--seed", "2", "--out", "match.replay", *PLAIN).exit_code == 0
    told = {
        "deal": {"limits": {"bank_ms": 7777}},
        "seats": [{"seat": seat, "author": author} for seat, author in enumerate(("hapu", "senmut", "hapu"))],
    }
    Stub.answers |= {
        "/api/v1/matches/42/": (200, told),
        "/api/v1/matches/42/replay/": (200, Path("match.replay").read_bytes()),
        "/api/v1/matches/43/": (200, told),
        "/api/v1/matches/43/replay/": (404, {"errors": [{"attr": None, "detail": "The replay was not kept."}]}),
        "/api/v1/matches/44/": (200, {"deal": {"limits": {"wings": 2}}}),
        "/api/v1/matches/44/replay/": (200, b""),
    }
    assert "with --seat" in nile("repro", "match.replay", "--bot", "broken.py", *PLAIN).output
    nile("login", "--url", site, "--token", "secret")
    write("broken.py", FAILS.replace("'my own mistake'", "self.limits"))
    result = nile("repro", "42", "--bot", "broken.py", *PLAIN)
    assert result.exit_code == 1, result.output
    assert "Match 42, seat 1, broken 2: it ended before the match was over" in result.output
    assert "The same fault again:" in result.output
    assert "'bank_ms': 7777" in result.output
    for number, said in (("43", "The replay was not kept."), ("44", "upgrade nile-arena"), ("45", "has nothing there")):
        refused = nile("repro", number, "--bot", "broken.py", *PLAIN)
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
