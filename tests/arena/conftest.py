"""What the tests of the core share: the toy game is known, and plays like any other."""

from __future__ import annotations

from arena import games
from tests.arena.toy import GAME

games.register(GAME)
