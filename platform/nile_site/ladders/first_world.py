"""The first world: what seeds/world.toml asks for, made where it is missing, brought up to date where it changed."""

import json
from collections.abc import Iterator
from pathlib import Path

from django.db import connection, transaction
from django.utils import timezone

from arena.sandbox import bundle
from nile_site.accounts.models import User
from nile_site.accounts.names import name_key
from nile_site.accounts.services import house_account
from nile_site.bots import packages
from nile_site.bots import services as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders import seasons, services
from nile_site.ladders.models import Ladder, Season
from nile_site.world import BotPlan, LadderPlan, World

_LOCK = 7_104_002
"""Names the advisory lock: a second run waits for the first, and then finds nothing to do."""


def build(*, world: World, programs: Path) -> list[str]:
    """Make the world and return a sentence for everything that was done; none where all stands already.

    programs: the folder of the house bots. What people made or changed is left alone.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        house = house_account(name=world.house)
        return [
            *(said for plan in world.ladders for said in _ladder(plan, world)),
            *(said for plan in world.bots for said in _bot(plan, house, programs)),
        ]


def _ladder(plan: LadderPlan, world: World) -> Iterator[str]:
    ladder = Ladder.objects.filter(slug=plan.slug).first()
    if ladder is None:
        ladder = services.make_ladder(slug=plan.slug, title=plan.title, game=plan.game, seats=plan.seats)
        yield f"Made the ladder {ladder.slug}."
    if not ladder.seasons.exists():
        season = seasons.draft_season(ladder=ladder, opens_at=timezone.now(), options=plan.options, limits=world.limits)
        seasons.open_season(season=season)
        yield f"Opened season 1 of {ladder.slug}."


def _bot(plan: BotPlan, house: User, programs: Path) -> Iterator[str]:
    files = {"main.py": (programs / plan.program).read_bytes()}
    if plan.settings:
        files["settings.json"] = (json.dumps(plan.settings, sort_keys=True, indent=2) + "\n").encode()
    bot = Bot.objects.filter(owner=house, name_key=name_key(plan.name)).first()
    version = None if bot is None else bot.versions.first()
    if version is None or (version.package_id, version.games) != (packages.digest(files), list(plan.games)):
        data = bundle.pack(files)
        version = bots.upload(
            actor=house, data=data, filename=f"{plan.name}.zip", bot=bot, name=plan.name, games=plan.games
        )
        yield f"Uploaded {version}."
    yield from _seat(plan, version)


def _seat(plan: BotPlan, version: Version) -> Iterator[str]:
    running = Season.objects.filter(state=Season.State.RUNNING, ladder__game__in=plan.games)
    for season in running.select_related("ladder").order_by("id"):
        if not season.entries.filter(bot=version.bot, version=version).exists():
            services.seat_house_bot(
                season=season, version=version, is_anchor=plan.is_anchor, start_mpt=plan.start * 1000
            )
            yield f"{version} plays in {season.ladder.slug}."
