"""`nile verify`: identical, different, or no replay at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena import replay
from arena.game import Action
from arena.games.nefertiti import GAME
from arena.referee.match import play
from bots_sdk import AnyTurn, Bot
from bots_sdk.inline import inline_player
from tests.bots_sdk.cli.conftest import Nile


class First(Bot):
    def decide(self, turn: AnyTurn) -> Action:
        return turn.legal[0]


@pytest.fixture(scope="module")
def text() -> bytes:
    return play(GAME, seed=11, players=[inline_player(First) for _ in range(3)], names=["a", "b", "c"]).replay


def test_a_true_replay_is_identical(nile: Nile, tmp_path: Path, text: bytes) -> None:
    for name, data in (("packed.replay", replay.pack(text)), ("plain.replay", text)):
        (tmp_path / name).write_bytes(data)
        result = nile("verify", name)
        assert (result.exit_code, result.output.split(":")[0]) == (0, f"{name} is identical")


def test_a_changed_choice_is_found_within_its_plies(nile: Nile, tmp_path: Path, text: bytes) -> None:
    head, names, line, rest = text.split(b"\n", 3)
    assert line.startswith(b"0")
    (tmp_path / "changed.replay").write_bytes(b"\n".join([head, names, b"1" + line[1:], rest]))
    result = nile("verify", "changed.replay")
    assert result.exit_code == 1
    assert "changed.replay is NOT identical. Plies 1 to 16: the state differs from the stored check." in result.output


def test_an_impossible_choice_is_found(nile: Nile, tmp_path: Path, text: bytes) -> None:
    head, names, line, rest = text.split(b"\n", 3)
    (tmp_path / "changed.replay").write_bytes(b"\n".join([head, names, b"Z" + line[1:], rest]))
    result = nile("verify", "changed.replay")
    assert result.exit_code == 1
    assert "Ply 1: seat" in result.output


@pytest.mark.parametrize("data", [b"", b"{}\n\n{}\n", b"\x1f\x8b\x08\x00cut", b"\xff\xfe", b"nile 2 x\n\n\n\n"])
def test_what_is_no_replay_is_answered_in_a_sentence(nile: Nile, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.replay").write_bytes(data)
    result = nile("verify", "odd.replay")
    assert result.exit_code == 2
    assert result.output.startswith("odd.replay cannot be verified: ")
    assert nile("verify", "missing.replay").exit_code == 2
