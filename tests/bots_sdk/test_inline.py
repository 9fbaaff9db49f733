"""Bots as players in the referee's own process."""

from __future__ import annotations

from arena.game import Action
from arena.games.nefertiti import GAME
from arena.referee.match import play
from bots_sdk import AnyTurn, Bot
from bots_sdk.inline import inline_player


class First(Bot):
    def decide(self, turn: AnyTurn) -> Action:
        return turn.legal[0]


class Broken(Bot):
    def decide(self, turn: AnyTurn) -> int:
        return 1000


def test_a_bot_class_plays_a_match_in_this_process() -> None:
    record = play(GAME, seed=3, players=[inline_player(First) for _ in range(3)], names=["a", "b", "c"])
    assert [seat.verdict for seat in record.seats] == ["ok"] * 3


def test_a_bot_that_raises_loses_alone() -> None:
    players = [inline_player(First), inline_player(Broken), inline_player(First)]
    record = play(GAME, seed=3, players=players, names=["a", "b", "c"])
    assert [seat.verdict for seat in record.seats] == ["ok", "crashed", "ok"]
    assert record.ranks[1] == 3
    assert "IllegalChoice" in record.seats[1].detail
