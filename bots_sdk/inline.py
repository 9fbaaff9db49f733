"""A bot class as a player in the referee's own process: for benchmarks, tests and experiments with one's own bots.

The same code answers as in a sandbox, but no clock runs and no limit holds.
"""

from __future__ import annotations

from typing import Any

from arena.game import Action, Event
from arena.protocol import Clock, Hello
from arena.referee.inline import Chooser, InlinePlayer
from bots_sdk.bot import AnyTurn, Bot, Turn, choose, make

_CLOCK = Clock(bank_ms=10_000, wall_ms=22_000, used_ms=0)


def inline_player(kind: type[Bot]) -> InlinePlayer:
    """Gives a player for `arena.referee.match.play` that asks a bot of this class, made anew for each match."""

    def seat(hello: Hello) -> Chooser:
        bot = make(kind, hello)
        asked = 0

        def answer(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
            nonlocal asked
            asked += 1
            turn: AnyTurn = Turn(asked, kind, view, events, legal, _CLOCK)
            return legal[choose(bot, turn)]

        return answer

    return InlinePlayer(seat)
