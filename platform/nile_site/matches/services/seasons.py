"""Seasons turn by themselves: the due one opens, the one that is over closes once its last block is rated."""

import logging

from django.db import transaction
from django.utils import timezone

from arena import games
from arena.errors import UnknownGame
from nile_site.accounts.refusals import Refused
from nile_site.ladders import seasons
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.matches.models import Block
from nile_site.matches.services import blocks, finals, pairing, trials, workers

logger = logging.getLogger(__name__)


def turn() -> int:
    """Bring the seasons of every ladder to where the clock says; return how many ladders changed.

    Each ladder is one transaction of its own. Safe to call at any time, by anybody: what is done is not done again.
    """
    changed = 0
    for pk in list(Ladder.objects.order_by("id").values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                changed += pairing.is_alone() and _turn(seasons.lock(pk))
        except (Refused, UnknownGame) as error:
            logger.error("the seasons of ladder %s stand still: %s", pk, error)
    return changed


def _turn(ladder: Ladder) -> bool:
    now = timezone.now()
    running = ladder.seasons.filter(state=Season.State.RUNNING).order_by("number").first()
    if running is None:
        due = ladder.seasons.filter(state=Season.State.DRAFT, opens_at__lte=now).order_by("number").first()
        return due is not None and bool(seasons.open_season(season=due))
    if running.opens_at >= now:
        return False
    has_ended = _end_with_its_rules(running)
    running.refresh_from_db()
    if running.closes_at is None or running.closes_at > now:
        return has_ended
    return _close(seasons.locked(running.pk)) or has_ended


def _end_with_its_rules(season: Season) -> bool:
    """End a season whose rules this release does not play; give up its blocks when no worker plays them either."""
    rules, present = season.rules_version, games.get(season.ladder.game).rules_version
    if rules == present:
        return False
    reason = f"The rules of the game changed from version {rules} to version {present}."
    is_new = not season.reason
    seasons.end_early(season=season, reason=reason)
    if workers.may_play(season.ladder.game, rules):
        return is_new
    stuck = Block.objects.filter(season=season, kind=Block.Kind.RATED, state=Block.State.OPEN)
    for pk in list(stuck.order_by("id").values_list("pk", flat=True)):
        block = blocks.lock(pk)
        if block.is_open:
            blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=reason)
    return True


def _close(season: Season) -> bool:
    """Close a locked season whose time is over; False while a block of it is still open, or not rated."""
    is_played = not season.blocks.filter(kind=Block.Kind.RATED, state=Block.State.OPEN).exists()
    if not is_played or season.next_rated != season.next_block:
        return False
    for entry in Entry.objects.filter(season=season, trials__state=Block.State.OPEN).distinct().order_by("id"):
        trials.cancel(entry=entry, reason="the season has closed; the trial comes in the next one")
    finals.write(season=season)
    season.state, season.closed_at = Season.State.CLOSED, timezone.now()
    season.save(update_fields=["state", "closed_at"])
    assert season.closes_at is not None
    is_next_over = season.closes_at + (season.closes_at - season.opens_at) <= season.closed_at  # the site was off
    opens_at = season.closed_at if is_next_over else season.closes_at
    following = seasons.follow(season=season, opens_at=opens_at)
    if following is not None and following.state == Season.State.RUNNING:
        seasons.take_over(old=season, new=following)
    elif following is not None and following.opens_at <= season.closed_at:
        seasons.open_season(season=following)
    return True
