"""What authors of bots install: a bot is one class with one method, and `run` plays it.

from bots_sdk import Bot, run

class MyBot(Bot):
    def decide(self, turn):
        return turn.legal[0]

if __name__ == "__main__":
    run(MyBot)
"""

from __future__ import annotations

from bots_sdk.bot import AnyTurn, Bot, IllegalChoice, Turn
from bots_sdk.settings import read_settings
from bots_sdk.wire import run

__all__ = ["AnyTurn", "Bot", "IllegalChoice", "Turn", "read_settings", "run"]
