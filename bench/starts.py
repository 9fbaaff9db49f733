"""Where the house bots stand: blocks among them in the sandbox, and a batch fit of the results.

    python -m bench.starts --game nefertiti --blocks 120

The numbers on the last line are the `start` of each bot in seeds/world.toml: the anchor's is 1000, the others are
what Bradley and Terry's model says of all ladders of a game together.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from arena import games
from arena.ratings.fit import fit
from arena.referee.runner import MatchSpec, Runner, SeatSpec
from arena.sandbox import bundle
from arena.sandbox.base import Limits
from arena.sandbox.places import room
from arena.sandbox.users import slot_uid
from nile_site.world import SEEDS, BotPlan, LadderPlan, world

SLOT = 200
"""A slot that no worker of this machine uses."""

Scores = dict[tuple[str, str], float]


def main() -> None:
    """Plays, and prints after each tenth block what is known by then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=games.SLUGS, required=True)
    parser.add_argument("--blocks", type=int, default=120, help="for each ladder")
    parser.add_argument("--data", type=Path, default=Path(".nile"))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = Random(args.seed)
    uid = slot_uid(SLOT) if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="starts-", dir=room(args.data, reachable_by=uid)))
    folder.chmod(0o755)
    runner = Runner(sandbox="auto", data=args.data, slot=SLOT)
    try:
        scores: Scores = {}
        for number in range(1, args.blocks + 1):
            for ladder in [ladder for ladder in world().ladders if ladder.game == args.game]:
                play_block(runner, ladder, folder, chance, scores)
            if not number % 10 or number == args.blocks:
                print(f"{number} blocks a ladder:", told(scores), flush=True)
    finally:
        runner.close()
        shutil.rmtree(folder)


def play_block(runner: Runner, ladder: LadderPlan, folder: Path, chance: Random, scores: Scores) -> None:
    """Play one deal in all rotations with bots drawn from the ladder's, and add who came before whom."""
    plans = chance.sample([plan for plan in world().bots if ladder.game in plan.games], ladder.seats)
    seed = str(secrets.randbits(63))
    for rotation in range(ladder.seats):
        seated = [*plans[rotation:], *plans[:rotation]]
        spec = MatchSpec(
            match=f"{seed}/{rotation}",
            game=ladder.game,
            rules=games.get(ladder.game).rules_version,
            options=ladder.options,
            seed=seed,
            seats=tuple(SeatSpec(plan.name, str(lay_out(plan, folder))) for plan in seated),
            limits=Limits(**world().limits),
        )
        record = runner.play(spec, world().play.match_wall_s)
        for first, other in pairs(ladder.seats):
            mine, theirs = record.ranks[first], record.ranks[other]
            names = seated[first].name, seated[other].name
            scores[names] = scores.get(names, 0.0) + (mine < theirs) + (mine == theirs) / 2


def pairs(seats: int) -> Iterator[tuple[int, int]]:
    """Yield every ordered pair of seats."""
    return ((first, other) for first in range(seats) for other in range(seats) if first != other)


def lay_out(plan: BotPlan, folder: Path) -> Path:
    """Return the folder of a house bot, writing it the first time."""
    place = folder / plan.name
    if not place.exists():
        files = {"main.py": (SEEDS / "bots" / plan.program).read_bytes()}
        if plan.settings:
            files["settings.json"] = json.dumps(plan.settings).encode()
        bundle.store(bundle.Bundle(files), place)
    return place


def told(scores: Scores) -> str:
    """Tell the fitted ratings, lowest first."""
    anchor = next(plan.name for plan in world().bots if plan.is_anchor)
    ratings = sorted(fit(scores, anchor=anchor).items(), key=lambda pair: pair[1])
    return ", ".join(f"{name} {rating:.0f}" for name, rating in ratings)


if __name__ == "__main__":
    main()
