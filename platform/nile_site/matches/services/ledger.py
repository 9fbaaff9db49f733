"""The ledger computed anew, from the ranks of the matches and the corrections alone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from operator import itemgetter

from django.db.models import QuerySet

from arena.ratings.elo import Change, Standing, rate_block
from nile_site.ladders.models import Correction, Entry, RatingEvent, Season
from nile_site.matches.models import Block, MatchSeat

FIELDS = (
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

Line = tuple[int, int, int | None]
"""Names a line of the ledger: entry, block's number, correction."""


@dataclass(frozen=True, slots=True)
class Played:
    """What rating needs to know of a block. entries, versions: by seat of the first match; ranks: of each match, in
    that order.
    """

    number: int
    entries: tuple[int, ...]
    versions: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where an entry stands: the fields of Entry that rating writes."""

    rating_mpt: int
    error_mpt: int
    games: int = 0
    blocks: int = 0
    rated_version_id: int | None = None


def started(entry: Entry) -> Stand:
    """Return where an entry began."""
    return Stand(entry.start_mpt, entry.start_error_mpt)


def present(entry: Entry) -> Stand:
    """Return where an entry stands now."""
    return Stand(entry.rating_mpt, entry.error_mpt, entry.games, entry.blocks, entry.rated_version_id)


def rate_one(stands: Mapping[int, Stand], anchor: int | None, played: Played) -> dict[int, tuple[Change, Stand]]:
    """Rate a block: {entry: its line of the ledger, where it stands then}."""
    seated = list(zip(played.entries, played.versions, strict=True))
    before = [_standing(stands[entry], version, entry == anchor) for entry, version in seated]
    return {
        entry: (change, _moved(stands[entry], change, version))
        for (entry, version), change in zip(seated, rate_block(before, played.ranks), strict=True)
    }


def replay(
    begun: Mapping[int, Stand], anchor: int | None, blocks: Iterable[Played], void: Collection[int] = ()
) -> dict[int, Stand]:
    """Return where everybody stands after the blocks, without those whose numbers are void."""
    stands = dict(begun)
    for played in blocks:
        if played.number not in void:
            stands |= {entry: stand for entry, (_, stand) in rate_one(stands, anchor, played).items()}
    return stands


def recompute(*, season: Season) -> dict[Line, Change]:
    """Compute the whole ledger of a season anew.

    Of what is stored it reads ranks, corrections and with which rating each entry began, and writes nothing; it must
    equal the ledger bit for bit.
    """
    season = Season.objects.get(pk=season.pk)
    entries = list(season.entries.all())
    begun = {entry.pk: started(entry) for entry in entries}
    anchor = next((entry.pk for entry in entries if entry.is_anchor), None)
    blocks = played_blocks(season, outcomes=[Block.Outcome.RATED, Block.Outcome.TAKEN_BACK])
    coming = list(season.corrections.order_by("id"))
    done: list[Correction] = []
    stands, ledger = dict(begun), dict[Line, Change]()

    def correct(before_block: int | None) -> None:
        while coming and (before_block is None or coming[0].after_block < before_block):
            done.append(coming.pop(0))
            dealt = takewhile(lambda played: played.number <= done[-1].after_block, blocks)
            then = replay(begun, anchor, dealt, void_numbers(done, blocks))
            moved = {pk: corrected(stands[pk], then[pk]) for pk in stands if stands[pk] != then[pk]}
            ledger.update({(pk, done[-1].after_block, done[-1].pk): change for pk, change in moved.items()})
            stands.update(then)

    for played in blocks:
        correct(played.number)
        if played.number >= season.next_rated or played.number in void_numbers(done, blocks):
            continue
        for pk, (change, stand) in rate_one(stands, anchor, played).items():
            ledger[pk, played.number, None], stands[pk] = change, stand
    correct(None)
    return ledger


def corrected(before: Stand, after: Stand) -> Change:
    """Return the line of the ledger of a correction."""
    return Change(before.rating_mpt, after.rating_mpt, before.error_mpt, after.error_mpt, 0, 0, 0, 0, 0)


def void_numbers(corrections: Sequence[Correction], blocks: Iterable[Played]) -> set[int]:
    """Return the numbers of the blocks that do not count after these corrections, given all blocks to think of."""
    undone = {correction.undoes_id for correction in corrections}
    standing = [correction for correction in corrections if correction.pk not in undone]
    numbers = {correction.block_number for correction in standing}
    outcasts = {correction.entry_id for correction in standing} - {None}
    return {each.number for each in blocks if each.number in numbers or not outcasts.isdisjoint(each.entries)}


def differences(*, season: Season) -> list[str]:
    """Compare ledger and ratings with a fresh computation; return a sentence for each difference."""
    ledger = recompute(season=season)
    found = []
    latest: dict[int, Change] = {}
    for event in RatingEvent.objects.filter(entry__season=season).order_by("id").iterator():
        change = ledger.pop((event.entry_id, event.block_number, event.correction_id), None)
        stored = Change(*(getattr(event, name) for name in FIELDS))
        if stored != change:
            found.append(f"block {event.block_number}, entry {event.entry_id}: {stored} is not {change}")
        latest[event.entry_id] = stored
    found += [f"block {number}, entry {entry}: not in the ledger" for entry, number, _ in ledger]
    for entry in season.entries.order_by("id"):
        change = latest.get(entry.pk)
        if change is not None and (change.after_mpt, change.error_after_mpt) != (entry.rating_mpt, entry.error_mpt):
            found.append(f"entry {entry.pk}: stands at {entry.rating_mpt}, the ledger ends at {change.after_mpt}")
    return found


def played_blocks(season: Season, *, outcomes: Collection[str] = (Block.Outcome.RATED,)) -> list[Played]:
    """Return what was played in the rated blocks of a season, or those of other outcomes, in their order."""
    blocks = Block.objects.filter(season=season, kind=Block.Kind.RATED, state=Block.State.CLOSED, outcome__in=outcomes)
    return played_on(MatchSeat.objects.filter(match__block__in=blocks))


def played_on(seats: QuerySet[MatchSeat]) -> list[Played]:
    """Read what was played on the seats of whole blocks of which every match is finished, in the blocks' order."""
    rows = seats.order_by("match__block__number", "match__rotation", "seat")
    figures = rows.values_list("match__block__number", "match__rotation", "entry", "version", "rank")
    return [_played(number, list(of_block)) for number, of_block in groupby(figures.iterator(), key=itemgetter(0))]


def _standing(stand: Stand, version: int, is_anchor: bool) -> Standing:
    is_new = stand.rated_version_id is not None and stand.rated_version_id != version
    return Standing(stand.rating_mpt, stand.error_mpt, is_new, is_anchor)


def _moved(stand: Stand, change: Change, version: int) -> Stand:
    return replace(
        stand,
        rating_mpt=change.after_mpt,
        error_mpt=change.error_after_mpt,
        games=stand.games + change.matches,
        blocks=stand.blocks + 1,
        rated_version_id=version,
    )


def _played(number: int, rows: Sequence[tuple[int, int, int, int, int]]) -> Played:
    rotations = [list(seats) for _, seats in groupby(rows, key=itemgetter(1))]
    entries = tuple(entry for _, _, entry, _, _ in rotations[0])
    versions = tuple(version for _, _, _, version, _ in rotations[0])
    ranks = [{entry: rank for _, _, entry, _, rank in seats} for seats in rotations]
    return Played(number, entries, versions, tuple(tuple(each[entry] for entry in entries) for each in ranks))
