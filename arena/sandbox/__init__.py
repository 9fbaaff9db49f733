"""The sandbox: starts uploaded bots behind walls, talks to them in lines and says what they cost."""

from arena.sandbox.base import BotProcess, Ending, Launch, Limits, Sandbox
from arena.sandbox.choice import choose

__all__ = ["BotProcess", "Ending", "Launch", "Limits", "Sandbox", "choose"]
