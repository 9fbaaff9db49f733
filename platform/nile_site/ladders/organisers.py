"""What staff do with seasons. Everything else about them happens by itself (nile_site.ladders.seasons)."""

from datetime import datetime

from django.db import transaction

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, Refused
from nile_site.ladders import seasons
from nile_site.ladders.models import Ladder, Season
from nile_site.ladders.services import staff_only


def plan_season(
    *,
    actor: User,
    ladder: Ladder,
    opens_at: datetime,
    closes_at: datetime | None = None,
    freezes_at: datetime | None = None,
    is_last: bool = False,
) -> Season:
    """Plan the next season of a ladder, with the options of the one before; it opens by itself. Raises Refused."""
    staff_only(actor)
    with transaction.atomic():
        seasons.lock(ladder.pk)
        latest = ladder.seasons.order_by("-number").first()
        if latest is not None and latest.state != Season.State.CLOSED and latest.closes_at is None:
            raise Conflict(f"Season {latest.number} never closes: give it a closing instant first.", "opens_at")
        season = seasons.draft_season(
            ladder=ladder,
            opens_at=opens_at,
            closes_at=closes_at,
            freezes_at=freezes_at,
            options=seasons.options_today(latest) if latest else None,
            is_last=is_last,
        )
        seasons.refuse_overlap(season, among=ladder.seasons.all())
        return season


def reschedule_season(
    *, actor: User, season: Season, closes_at: datetime | None, freezes_at: datetime | None, is_last: bool
) -> Season:
    """Give a season another closing instant and freeze, and say whether one follows it by itself. Raises Refused."""
    staff_only(actor)
    with transaction.atomic():
        season = seasons.move_close(season=season, closes_at=closes_at, freezes_at=freezes_at)
        season.is_last = is_last
        season.save(update_fields=["is_last"])
        return season


def end_season(*, actor: User, season: Season, reason: str) -> Season:
    """End a running season before its time, with a reason that everybody reads. Raises Refused."""
    staff_only(actor)
    return seasons.end_early(season=season, reason=reason_from(reason))


def drop_season(*, actor: User, season: Season) -> None:
    """Delete a planned season that has not been opened. Doing it again changes nothing. Raises Refused."""
    staff_only(actor)
    with transaction.atomic():
        seasons.lock(season.ladder_id)
        present = Season.objects.select_for_update().filter(pk=season.pk).first()
        if present is not None and present.state != Season.State.DRAFT:
            raise Conflict("Only a season that has not been opened can be dropped.")
        if present is not None:
            present.delete()


def reason_from(text: str) -> str:
    """Return a reason without spaces around it. Raises Refused where there is none, or a very long one."""
    reason = text.strip()
    if not reason:
        raise Refused("Say why: everybody can read the reason.", "reason")
    if len(reason) > 500:
        raise Refused("The reason is too long: 500 characters are enough.", "reason")
    return reason
