"""`nile show`: a replay in sentences."""

from __future__ import annotations

from pathlib import Path

from arena import replay
from arena.game import Action
from arena.games.nefertiti import GAME
from arena.referee.match import play
from arena.referee.verdicts import MEANING, Verdict
from bots_sdk import AnyTurn, Bot
from bots_sdk.inline import inline_player
from tests.bots_sdk.cli.conftest import Nile


class First(Bot):
    def decide(self, turn: AnyTurn) -> Action:
        return turn.legal[0]


class Broken(Bot):
    def decide(self, turn: AnyTurn) -> int:
        return -1


def test_every_ply_is_told_with_what_it_caused(nile: Nile, tmp_path: Path) -> None:
    players = [inline_player(kind) for kind in (First, Broken, First)]
    record = play(GAME, seed=11, players=players, names=["Ra", "Isis", "Thoth"])
    (tmp_path / "match.replay").write_bytes(replay.pack(record.replay))
    result = nile("show", "match.replay")
    assert result.exit_code == 0, result.output
    told = result.output.splitlines()
    assert told[0] == "Nefertiti, seed 11, closing sum_only, halls random: Ra, Isis, Thoth"
    plies = [line for line in told if line[:4].strip().isdigit()]
    assert len(plies) == record.plies
    assert all((line.endswith(" (by the referee)")) == (" Isis: " in line) for line in plies)
    assert told[-1] == f"3. Isis with {record.scores[1]}, {MEANING[Verdict.CRASHED]}"


def test_what_is_no_replay_is_answered_in_a_sentence(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "odd.replay").write_bytes(b"")
    result = nile("show", "odd.replay")
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
