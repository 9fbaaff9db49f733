"""Rating: closed blocks move ratings in the order of their numbers, and the ledger says why."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from arena.ratings.elo import Change
from nile_site.ladders.models import Correction, Entry, RatingEvent, Season
from nile_site.matches.models import Block, MatchSeat
from nile_site.matches.services import ledger, tallies


def rate(*, season: Season) -> int:
    """Rate every block of a season whose turn it is; return how many were rated. Doing it twice changes nothing."""
    rated = 0
    while (is_rated := _rate_next(season.pk)) is not None:
        rated += is_rated
    return rated


def rate_all() -> int:
    """Rate what waits in every season, closed ones included."""
    waiting = Season.objects.filter(blocks__state=Block.State.CLOSED, blocks__outcome="", blocks__kind="rated")
    return sum(rate(season=season) for season in waiting.distinct().order_by("id"))


def _rate_next(season_id: int) -> bool | None:
    """Deal with the lowest block that is not dealt with; None if it is not there, or still open."""
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=season_id)
        block = Block.objects.filter(season=season, number=season.next_rated).first()
        if block is None or block.is_open:
            return None
        if block.outcome == Block.Outcome.NONE:
            _apply(block)
        season.next_rated += 1
        season.save(update_fields=["next_rated"])
        return block.outcome == Block.Outcome.RATED


def _apply(block: Block) -> None:
    seats = MatchSeat.objects.filter(match__block=block)
    [played], seated = ledger.played_on(seats), list(seats)
    entries = {
        entry.pk: entry
        for entry in Entry.objects.select_for_update(no_key=True).filter(pk__in=played.entries).order_by("id")
    }
    anchor = next((pk for pk, entry in entries.items() if entry.is_anchor), None)
    stands = {pk: ledger.present(entry) for pk, entry in entries.items()}
    for pk, (change, stand) in ledger.rate_one(stands, anchor, played).items():
        tallies.add(entry=entries[pk], seats=len(played.entries), block=seated)
        write(entry=entries[pk], change=change, stand=stand, block_number=played.number)
    block.outcome, block.rated_at = Block.Outcome.RATED, timezone.now()
    block.save(update_fields=["outcome", "rated_at"])


def write(
    *,
    entry: Entry,
    change: Change,
    stand: ledger.Stand,
    block_number: int,
    correction: Correction | None = None,
) -> None:
    """Add a line to the ledger, and let a locked entry stand where it leads."""
    figures: Mapping[str, object] = stand._asdict()
    RatingEvent.objects.create(
        entry=entry,
        block_number=block_number,
        correction=correction,
        version_id=stand.rated_version_id or entry.rated_version_id,
        **{name: getattr(change, name) for name in ledger.FIELDS},
    )
    for name, value in figures.items():
        setattr(entry, name, value)
    entry.save(update_fields=["tallies", *(name.removesuffix("_id") for name in figures)])
