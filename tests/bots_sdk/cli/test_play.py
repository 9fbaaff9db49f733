"""`nile play`: real bots in real processes, from the command line to the table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena import replay
from arena.referee.verdicts import MEANING, Verdict
from tests.bots_sdk.cli.conftest import Nile

# Plain processes are the same code path without the seconds that a sandbox's self-check takes.
PLAIN = ("--sandbox", "trusted")

RAISING = """
from bots_sdk import Bot, run

class Raising(Bot):
    def decide(self, turn):
        if turn.number > 5:
            raise RuntimeError("my own mistake")
        return 0

run(Raising)
"""


def test_a_new_bot_plays_at_once(nile: Nile) -> None:
    assert nile("new", "first").exit_code == 0
    result = nile("play", "nefertiti", "first", "random", "random", "--seed", "1", *PLAIN)
    assert result.exit_code == 0, result.output
    assert [line.split()[1] for line in result.output.splitlines()[1:4]].count("first") == 1
    assert "crashed" not in result.output
    assert "random 2" in result.output


def test_equal_bots_and_seed_give_equal_bytes(nile: Nile, tmp_path: Path) -> None:
    for name in ("one.replay", "two.replay"):
        words = ("play", "nefertiti", "heuristic", "random", "random", "heuristic", "--seed", "7", "--out", name)
        assert nile(*words, *PLAIN).exit_code == 0
    one, two = (tmp_path / "one.replay").read_bytes(), (tmp_path / "two.replay").read_bytes()
    assert one == two
    assert replay.verify(one).header.seats == ("heuristic", "random", "random 2", "heuristic 2")


def test_several_matches_play_a_deal_in_every_rotation(nile: Nile, tmp_path: Path) -> None:
    words = ("--seed", "5", "--matches", "3", "--out", "m.replay", "--timings", "--options", "closing=full")
    result = nile("play", "nefertiti", "random", "heuristic", "random", *words, *PLAIN)
    assert result.exit_code == 0, result.output
    played = [replay.read((tmp_path / f"m-{number}.replay").read_bytes()) for number in (1, 2, 3)]
    assert {found.header.seed for found in played} == {"5"}
    assert [found.header.seats.index("heuristic") for found in played] == [1, 0, 2]
    assert all(found.header.options["closing"] == "full" for found in played)
    assert "mean rank" in result.output
    assert "CPU time in ms" in result.output


def test_a_fault_is_shown_with_the_log_and_a_command_that_repeats_it(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "raising.py").write_text(RAISING)
    result = nile("play", "nefertiti", "random", "raising.py", "random", "--seed", "2", "--matches", "3", *PLAIN)
    assert result.exit_code == 0
    assert re.search(rf"raising {MEANING[Verdict.CRASHED]}, at ply \d+", result.output)
    assert "RuntimeError: my own mistake" in result.output
    assert "the same match again: nile play nefertiti random raising.py random --seed 2" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("senet", "random", "random"), "there is no game 'senet'"),
        (("nefertiti", "random"), "is played with 3 or 4 bots; you named 1"),
        (("nefertiti", "random", "random", "nobody"), "There is no bot 'nobody'"),
        (("nefertiti", "random", "random", "random", "--options", "closing"), "takes NAME=VALUE"),
        (("nefertiti", "random", "random", "random", "--options", "closing=never"), "closing takes sum_only, full"),
        (("nefertiti", "random", "random", "random", "--options", "dice=2"), "has no option 'dice'"),
        (("nefertiti", "random", "random", "empty.py"), "The file is empty"),
        (("nefertiti", "random", "random", "random", "--seed", "-1"), "-1 is not in the range"),
        (("nefertiti", "random", "random", "random", "--out", "no/such/folder.replay", *PLAIN), "No such file"),
    ],
)
def test_a_mistake_is_answered_in_a_sentence(nile: Nile, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "empty.py").touch()
    result = nile("play", *words)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert "Traceback" not in result.output


def test_the_installed_command_plays_in_the_best_sandbox_there_is(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("nile")
    words = [command, "play", "nefertiti", "random", "random", "random", "--seed", "3", "--out", "m.replay"]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "Replay in m.replay"
    assert "seed 3, " in run.stdout
    again = subprocess.run([command, "verify", "m.replay"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert again.returncode == 0, again.stderr
    assert "m.replay is identical: nefertiti" in again.stdout
