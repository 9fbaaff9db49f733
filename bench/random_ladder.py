"""A ladder of random bots on an empty database, and blocks among them: the quickest matches that the site plays."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from nile_site.ladders.models import Season
    from nile_site.matches.models import Block

NAMES = ("Scarab", "Ibis", "Heron", "Jackal", "Crocodile", "Cobra")
"""The first is the anchor."""


def open_ladder(game: str, seats: int) -> Season:
    """Make the ladder with its season; its entries pause, so that nothing is played but what is asked for."""
    from nile_site.ladders import first_world
    from nile_site.ladders.models import Entry, Season
    from nile_site.world import SEEDS, BotPlan, LadderPlan, world

    ladder = LadderPlan(slug="random", title="Random bots", game=game, seats=seats)
    bots = [BotPlan(name, "random_bot.py", (game,), is_anchor=name == NAMES[0]) for name in NAMES]
    small = msgspec.structs.replace(world(), ladders=(ladder,), bots=tuple(bots))
    first_world.build(world=small, programs=SEEDS / "bots")
    Entry.objects.update(state=Entry.State.PAUSED)
    return Season.objects.get()


def open_blocks(season: Season, count: int, chance: Random) -> list[Block]:
    """Open so many blocks among its entries."""
    from nile_site.matches.services import blocks

    entries = list(season.entries.select_related("bot__owner", "version", "season__ladder").order_by("id"))
    opened = []
    for _ in range(count):
        chosen = chance.sample(entries, season.ladder.seats)
        seated = [(entry, entry.version) for entry in chosen if entry.version is not None]
        opened.append(blocks.open_rated(season=season, seated=seated))
    return opened
