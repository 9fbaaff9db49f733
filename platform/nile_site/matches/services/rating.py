"""Rating: closed blocks move ratings in the order of their numbers, and the ledger says why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from arena.ratings.elo import START_ERROR_MPT, Change, Standing, rate_block
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches.models import Block, MatchSeat

LEDGER_FIELDS = (
    "before_mpt",
    "after_mpt",
    "error_before_mpt",
    "error_after_mpt",
    "k_mpt",
    "matches",
    "opponents",
    "scored_halves",
    "expected_ppm",
)
"""The fields that a line of the ledger has from arena.ratings.elo.Change."""


@dataclass(frozen=True, slots=True)
class Played:
    """What rating needs to know of a block. entries, versions: by seat of the first match; ranks: of each match, in
    that order.
    """

    number: int
    entries: tuple[int, ...]
    versions: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


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
        if block.outcome != Block.Outcome.UNRATED:
            _apply(block)
        season.next_rated += 1
        season.save(update_fields=["next_rated"])
        return block.outcome == Block.Outcome.RATED


def _apply(block: Block) -> None:
    played = _played([block])[0]
    entries = {
        entry.pk: entry
        for entry in Entry.objects.select_for_update(no_key=True).filter(pk__in=played.entries).order_by("id")
    }
    standings = [_standing(entries[pk], version) for pk, version in zip(played.entries, played.versions, strict=True)]
    changes = rate_block(standings, played.ranks)
    for pk, version, change in zip(played.entries, played.versions, changes, strict=True):
        entry = entries[pk]
        RatingEvent.objects.create(
            entry=entry,
            block_number=played.number,
            version_id=version,
            **{name: getattr(change, name) for name in LEDGER_FIELDS},
        )
        entry.rating_mpt, entry.error_mpt = change.after_mpt, change.error_after_mpt
        entry.games, entry.blocks = entry.games + change.matches, entry.blocks + 1
        entry.rated_version_id = version
        entry.save(update_fields=["rating_mpt", "error_mpt", "games", "blocks", "rated_version"])
    block.outcome, block.rated_at = Block.Outcome.RATED, timezone.now()
    block.save(update_fields=["outcome", "rated_at"])


def _standing(entry: Entry, version: int) -> Standing:
    is_new = entry.rated_version_id is not None and entry.rated_version_id != version
    return Standing(entry.rating_mpt, entry.error_mpt, is_new, entry.is_anchor)


def recompute(*, season: Season) -> dict[tuple[int, int], Change]:
    """Compute the whole ledger of a season anew, from ranks alone: {(entry, block's number): change}.

    Of what is stored it reads only with which rating each entry began, and writes nothing; it must equal the ledger
    bit for bit.
    """
    begun = {entry.pk: entry for entry in season.entries.all()}
    standing: dict[int, tuple[int, int, int | None]] = {}
    ledger: dict[tuple[int, int], Change] = {}
    for played in rated_blocks(season):
        before = []
        for pk, version in zip(played.entries, played.versions, strict=True):
            is_anchor = begun[pk].is_anchor
            start = (begun[pk].start_mpt, 0 if is_anchor else START_ERROR_MPT, None)
            rating, error, last = standing.get(pk, start)
            before.append(Standing(rating, error, last is not None and last != version, is_anchor))
        for pk, version, change in zip(played.entries, played.versions, rate_block(before, played.ranks), strict=True):
            ledger[pk, played.number] = change
            standing[pk] = (change.after_mpt, change.error_after_mpt, version)
    return ledger


def differences(*, season: Season) -> list[str]:
    """Compare ledger and ratings with a fresh computation; return a sentence for each difference."""
    ledger = recompute(season=season)
    found = []
    latest: dict[int, Change] = {}
    for event in RatingEvent.objects.filter(entry__season=season).order_by("block_number", "id").iterator():
        change = ledger.pop((event.entry_id, event.block_number), None)
        stored = Change(*(getattr(event, name) for name in LEDGER_FIELDS))
        if stored != change:
            found.append(f"block {event.block_number}, entry {event.entry_id}: {stored} is not {change}")
        latest[event.entry_id] = stored
    found += [f"block {number}, entry {entry}: not in the ledger" for entry, number in ledger]
    for entry in season.entries.order_by("id"):
        change = latest.get(entry.pk)
        if change is not None and (change.after_mpt, change.error_after_mpt) != (entry.rating_mpt, entry.error_mpt):
            found.append(f"entry {entry.pk}: stands at {entry.rating_mpt}, the ledger ends at {change.after_mpt}")
    return found


def rated_blocks(season: Season) -> list[Played]:
    """Return what was played in the rated blocks of a season, in their order."""
    rated = Block.objects.filter(season=season, kind=Block.Kind.RATED, outcome=Block.Outcome.RATED)
    return _played(rated.order_by("number"))


def _played(blocks: Iterable[Block]) -> list[Played]:
    """Read what was played in finished rated blocks, in their order."""
    chosen = list(blocks)
    seats = MatchSeat.objects.filter(match__block__in=[block.pk for block in chosen]).order_by("match_id", "seat")
    of_block: dict[int, dict[int, list[MatchSeat]]] = {}
    for seat in seats.select_related("match"):
        of_block.setdefault(seat.match.block_id, {}).setdefault(seat.match.rotation, []).append(seat)
    return [_of_seats(block, of_block[block.pk]) for block in chosen]


def _of_seats(block: Block, rotations: dict[int, list[MatchSeat]]) -> Played:
    first = rotations[0]
    entries = tuple(seat.entry_id for seat in first)
    ranks = tuple(_ranks(entries, rotations[rotation]) for rotation in sorted(rotations))
    assert block.number is not None
    return Played(block.number, entries, tuple(seat.version_id for seat in first), ranks)


def _ranks(entries: Sequence[int], seats: Sequence[MatchSeat]) -> tuple[int, ...]:
    by_entry = {seat.entry_id: seat.rank for seat in seats}
    return tuple(rank for entry in entries if (rank := by_entry[entry]) is not None)
