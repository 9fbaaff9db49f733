"""Random four-player games of catanatron 3.2.1: `python -m bench.peers.catan SECONDS`."""

from __future__ import annotations

import json
import sys
import time

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer


def main(seconds: float) -> dict[str, float]:
    """Plays for about so many seconds of CPU and gives decisions a second and CPU ms a game."""
    decisions = seed = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        seed += 1
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
        game.play()
        decisions += len(game.state.actions)
    spent = time.process_time() - begun
    return {"decisions_per_s": decisions / spent, "ms_per_game": spent / seed * 1000}


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]))))
