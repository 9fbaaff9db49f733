"""Amun-Re for the rich: everybody starts with up to 200 gold, for the longest menus. No rule knows of this."""

from __future__ import annotations

from arena.game import Log, Options
from arena.games.amun_re import AmunRe
from arena.games.amun_re.hidden import ask
from arena.games.amun_re.state import State
from arena.rng import Stream

MOST_GOLD = 200


class Rich(AmunRe):
    """Is the same game with other purses."""

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> State:
        state = super().new_game(seed=seed, seats=seats, options=options, log=log)
        purses = Stream(seed, "purses")
        state.gold = [MOST_GOLD - purses.below(MOST_GOLD // 2) for _ in range(seats)]
        ask(state)  # the first menu again, for more gold
        return state


GAME = Rich()
