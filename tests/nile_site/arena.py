"""An arena in which something of everything has happened, for the tests of pages and API: who may see what of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.test import Client

from nile_site.accounts.models import User
from nile_site.bots.models import Bot, Version
from nile_site.ladders.models import Entry, Season
from nile_site.matches import services
from nile_site.matches.models import Block, Deal, Match
from nile_site.matches.services import blocks, rating
from tests.nile_site import stage

ROLES = ("stranger", "owner", "rival", "staff")


@dataclass
class Arena:
    """season: it runs. bot: the owner's, which passed its trial and played a rated block, in which it crashed once.

    broken: the owner's version that failed its trial. played: a match of the closed block. shut: a match of an open
    block, played already. waiting: one that is not. trial: the failed trial. secret: the seed of the open block.
    """

    season: Season
    owner: User
    rival: User
    staff: User
    bot: Bot
    entry: Entry
    broken: Version
    played: Match
    shut: Match
    waiting: Match
    trial: Match
    deal: Deal

    def client(self, role: str) -> Client:
        """A browser in which that role is signed in."""
        client = Client()
        if role != "stranger":
            client.force_login(getattr(self, role))
        return client

    def seat(self, match: Match, bot: Bot) -> int:
        """Where a bot sits."""
        return int(match.seats.get(bot=bot).seat)


def build(room: Path) -> Arena:
    """Play it all, with bots that live in this process."""
    season = stage.ladder()
    owner, rival = stage.author("Senmut"), stage.author("Hapu")
    entry = stage.live(owner, "Reed Pen", season)
    stage.live(rival, "Ink Pot", season)
    broken = stage.upload(owner, "Broken Reed")
    runner = stage.InlineRunner(faulty=["Broken Reed", "Reed Pen"])
    stage.play_all(stage.slot(room, runner))
    house = stage.house_entries(season, 2)
    closed = blocks.open_rated(season=season, seated=stage.seated(entry, *house))
    stage.play_all(stage.slot(room, runner))
    rating.rate_all()
    opened = blocks.open_rated(season=season, seated=stage.seated(entry, *house))
    services.play_next(slot=stage.slot(room, runner))
    trial = Block.objects.get(subject_version=broken)
    return Arena(
        season=season,
        owner=owner,
        rival=rival,
        staff=stage.staff(),
        bot=entry.bot,
        entry=Entry.objects.get(pk=entry.pk),
        broken=Version.objects.select_related("bot").get(pk=broken.pk),
        played=closed.matches.get(rotation=0),
        shut=opened.matches.get(state=Match.State.FINISHED),
        waiting=opened.matches.filter(state=Match.State.QUEUED).order_by("id")[0],
        trial=trial.matches.get(),
        deal=Deal.objects.get(block=opened),
    )


def built_once(blocker: Any, room: Path) -> Iterator[Arena]:
    """Build the arena for a whole module, in a transaction that is rolled back; each test runs in one within it."""
    with blocker.unblock(), transaction.atomic():
        yield build(room)
        transaction.set_rollback(True)
