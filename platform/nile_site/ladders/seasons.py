"""The life of a season: drafted, opened, frozen, closed, followed by the next, which takes its entries over.

What closes a season in time, once its last block is rated, is nile_site.matches.services.seasons; what staff may do is
in nile_site.ladders.organisers.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from arena import games
from arena.errors import GameError
from arena.ratings.elo import MEASURED_ERROR_MPT, START_ERROR_MPT, START_MPT
from arena.sandbox.base import Limits
from nile_site.accounts.refusals import Conflict, Refused
from nile_site.bots.models import Version
from nile_site.ladders import selectors, services
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.world import world


def draft_season(
    *,
    ladder: Ladder,
    opens_at: datetime,
    closes_at: datetime | None = None,
    freezes_at: datetime | None = None,
    options: Mapping[str, str] | None = None,
    limits: Mapping[str, int] | None = None,
    is_last: bool = False,
) -> Season:
    """Prepare the next season of a ladder, with the rules of this release. Raises Refused."""
    game = games.get(ladder.game)
    try:
        chosen = game.resolve_options(ladder.seats, options)
        told = Limits(**(limits if limits is not None else world().limits))
    except (GameError, TypeError) as error:
        raise Refused(str(error), "options") from error
    _check_dates(opens_at, freezes_at, closes_at)
    with transaction.atomic():
        lock(ladder.pk)
        latest = ladder.seasons.order_by("-number").first()
        if latest is not None and opens_at <= latest.opens_at:
            raise Conflict(f"Season {latest.number} opens then or later; seasons follow each other.", "opens_at")
        return Season.objects.create(
            ladder=ladder,
            number=latest.number + 1 if latest else 1,
            opens_at=opens_at,
            freezes_at=freezes_at,
            closes_at=closes_at,
            is_last=is_last,
            rules_version=game.rules_version,
            options=chosen,
            limits={name: getattr(told, name) for name in told.__struct_fields__},
        )


def open_season(*, season: Season) -> Season:
    """Let a drafted season run from its opening instant on. Raises Conflict where it overlaps another of its ladder.

    It gets the rules of this release, and the entries of the season before once that is closed.
    """
    with transaction.atomic():
        lock(season.ladder_id)
        season = locked(season.pk)
        if season.state != Season.State.DRAFT:
            raise Conflict("Only a draft can be opened.")
        refuse_overlap(season, among=season.ladder.seasons.exclude(state=Season.State.DRAFT))
        _pin_present_rules(season)
        season.state = Season.State.RUNNING
        season.save(update_fields=["state", "rules_version", "options"])
        before = previous(season)
        if before is not None and before.state == Season.State.CLOSED:
            take_over(old=before, new=season)
        return season


def move_close(*, season: Season, closes_at: datetime | None, freezes_at: datetime | None = None) -> Season:
    """Give a season another closing instant and freeze, or none. Raises Refused."""
    with transaction.atomic():
        lock(season.ladder_id)
        season = locked(season.pk)
        if season.state == Season.State.CLOSED:
            raise Conflict("The season is closed; its ratings stand.")
        _check_dates(season.opens_at, freezes_at, closes_at)
        season.closes_at, season.freezes_at = closes_at, freezes_at
        refuse_overlap(season, among=season.ladder.seasons.all())
        season.save(update_fields=["closes_at", "freezes_at"])
        return season


def end_early(*, season: Season, reason: str) -> Season:
    """Let a running season make no more blocks, and say why; the next one starts once its last block is rated.

    Doing it again changes nothing. Raises Conflict if the season does not run.
    """
    with transaction.atomic():
        lock(season.ladder_id)
        season = locked(season.pk)
        now = timezone.now()
        if season.state != Season.State.RUNNING or season.opens_at >= now:
            raise Conflict("Only a season that runs can be ended.")
        if season.closes_at is not None and season.closes_at <= now:
            return season
        following = follow(season=season, opens_at=now)
        if following is not None and following.opens_at > now:
            following.opens_at = now
            following.save(update_fields=["opens_at"])
        season.closes_at, season.reason = now, reason
        season.freezes_at = season.freezes_at if season.freezes_at and season.freezes_at < now else None
        season.save(update_fields=["closes_at", "freezes_at", "reason"])
        return season


def follow(*, season: Season, opens_at: datetime) -> Season | None:
    """Return the season after this one: as it is planned, else a draft of the same length; None after the last."""
    following = season.ladder.seasons.filter(number__gt=season.number).order_by("number").first()
    if following is not None or season.is_last:
        return following
    closes_at = None if season.closes_at is None else opens_at + (season.closes_at - season.opens_at)
    freezes_at = None
    if closes_at is not None and season.closes_at is not None and season.freezes_at is not None:
        freezes_at = closes_at - (season.closes_at - season.freezes_at)
    options = options_today(season)
    return draft_season(
        ladder=season.ladder, opens_at=opens_at, closes_at=closes_at, freezes_at=freezes_at, options=options
    )


def take_over(*, old: Season, new: Season) -> None:
    """Enter in a season whoever played in the closed one before it, with ratings pulled half-way to the start value.

    Withdrawn and disqualified bots stay behind. Versions that were uploaded after the freeze, and after a change of
    the rules everybody's but the house's, play their trial first.
    """
    entries = list(
        old.entries.exclude(state__in=[Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED])
        .exclude(version=None, pending=None)
        .select_related("bot__owner", "version", "pending")
        .order_by("bot_id")
    )
    begin = selectors.starts(season=new, bots=[entry.bot_id for entry in entries])
    late = _uploaded_late(old, entries)
    for was in entries:
        version, pending = was.version, late.get(was.bot_id) or was.pending
        if pending == version:
            pending = None
        if old.rules_version != new.rules_version and not was.bot.owner.is_house:
            version, pending = None, pending or version
        entry, _ = Entry.objects.get_or_create(
            season=new,
            bot=was.bot,
            defaults={
                "state": was.state,
                "reason": was.reason,
                "bench": was.bench,
                "put_back_at": was.put_back_at,
                "version": version,
                "pending": pending,
                "is_anchor": was.is_anchor,
            },
        )
        if not entry.games:
            entry.start_mpt = entry.rating_mpt = START_MPT if entry.is_anchor else begin[was.bot_id]
            known = MEASURED_ERROR_MPT if was.bot.owner.is_house else START_ERROR_MPT
            entry.start_error_mpt = entry.error_mpt = 0 if entry.is_anchor else known
            entry.save(update_fields=["start_mpt", "start_error_mpt", "rating_mpt", "error_mpt"])
    touched = [version for was in entries for version in (was.version, was.pending, late.get(was.bot_id)) if version]
    services.refresh_all(*touched)


def previous(season: Season) -> Season | None:
    """Return the season before this one, drafts included."""
    return season.ladder.seasons.filter(number__lt=season.number).order_by("-number").first()


def lock(ladder_id: int) -> Ladder:
    """Lock a ladder in the caller's transaction; whoever changes its seasons does this first."""
    return Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id)


def locked(season_id: int) -> Season:
    """Lock a season in the caller's transaction and return it as it is now."""
    return Season.objects.select_for_update(no_key=True, of=("self",)).select_related("ladder").get(pk=season_id)


def refuse_overlap(season: Season, *, among: Iterable[Season]) -> None:
    """Raise Conflict if a season overlaps one of the others."""
    for other in among:
        ends_after = other.closes_at is None or other.closes_at > season.opens_at
        begins_before = season.closes_at is None or other.opens_at < season.closes_at
        if other.pk != season.pk and ends_after and begins_before:
            raise Conflict(f"It would overlap season {other.number} of the same ladder.", "opens_at")


def _check_dates(opens_at: datetime, freezes_at: datetime | None, closes_at: datetime | None) -> None:
    if closes_at is not None and closes_at <= opens_at:
        raise Refused("A season closes after it opens.", "closes_at")
    if freezes_at is None:
        return
    if closes_at is None:
        raise Refused(
            "A season that never closes cannot freeze before it: name both instants, or neither.", "freezes_at"
        )
    if not opens_at < freezes_at <= closes_at:
        raise Refused("A season freezes after it opens and not after it closes.", "freezes_at")


def _pin_present_rules(season: Season) -> None:
    """Give a season that has not begun the rules of this release, which may have changed since it was drafted."""
    season.options, season.rules_version = options_today(season), games.get(season.ladder.game).rules_version


def options_today(season: Season) -> dict[str, str]:
    """Return a season's options, or the defaults where the rules of this release do not know them any more."""
    game = games.get(season.ladder.game)
    try:
        return dict(game.resolve_options(season.ladder.seats, season.options))
    except GameError:
        return dict(game.resolve_options(season.ladder.seats, None))


def _uploaded_late(season: Season, entries: Iterable[Entry]) -> dict[int, Version]:
    """Return the newest version of each bot that was uploaded too late to play in a season."""
    if season.last_call is None:
        return {}
    late = Version.objects.filter(
        bot__in=[entry.bot_id for entry in entries],
        created_at__gte=season.last_call,
        games__contains=[season.ladder.game],
    ).exclude(state=Version.State.FAILED)
    return {version.bot_id: version for version in late.order_by("bot_id", "number")}
