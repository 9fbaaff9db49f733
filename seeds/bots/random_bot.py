"""Chooses any legal action, each equally likely. Plays every game, and is the anchor of every ladder.

The smallest bot there is. It draws from `self.random`, which starts from the seed that the referee gives, so a match
that is played again with the same seed goes the same way.
"""

from __future__ import annotations

from arena.game import Action
from bots_sdk import AnyTurn, Bot, run


class RandomBot(Bot):
    """Is as good as no plan at all."""

    def start(self) -> None:
        """Loads the generator on the clock of the start-up, so that the first decision is as quick as the others."""
        _ = self.random

    def decide(self, turn: AnyTurn) -> Action:
        """Picks one."""
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(RandomBot)
