"""The ledger computed anew, from the ranks of the matches and the corrections alone."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from arena.ratings.elo import Change, Standing, rate_block
from nile_site.ladders.models import Correction, Entry, RatingEvent, Season
from nile_site.matches.models import Block, MatchSeat
from nile_site.matches.services.numbers import whole_numbers

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


class Played(NamedTuple):
    """What rating needs to know of a block. entries, versions: by seat of the first match; ranks: of each match, in
    that order.
    """

    number: int
    entries: tuple[int, ...]
    versions: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]


class Stand(NamedTuple):
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
    coming = list(season.corrections.order_by("id"))
    blocks: Iterable[Played] = played_blocks(season, outcomes=[Block.Outcome.RATED, Block.Outcome.TAKEN_BACK])
    if coming:  # each of them looks back at what was played
        blocks = list(blocks)
    done: list[Correction] = []
    void: set[int] = set()
    stands, ledger = dict(begun), dict[Line, Change]()

    def correct(before_block: int | None) -> None:
        nonlocal void
        while coming and (before_block is None or coming[0].after_block < before_block):
            done.append(coming.pop(0))
            dealt = takewhile(lambda played: played.number <= done[-1].after_block, blocks)
            void = void_numbers(done, blocks)
            then = replay(begun, anchor, dealt, void)
            moved = {pk: corrected(stands[pk], then[pk]) for pk in stands if stands[pk] != then[pk]}
            ledger.update({(pk, done[-1].after_block, done[-1].pk): change for pk, change in moved.items()})
            stands.update(then)

    for played in blocks:
        correct(played.number)
        if played.number >= season.next_rated or played.number in void:
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
    events = RatingEvent.objects.filter(entry__season=season).order_by("id")
    lines = events.values_list("entry", "block_number", Coalesce("correction", 0), *FIELDS)
    for entry_id, number, correction, *figures in whole_numbers(lines):
        change = ledger.pop((entry_id, number, correction or None), None)
        stored = Change(*figures)
        if stored != change:
            found.append(f"block {number}, entry {entry_id}: {stored} is not {change}")
        latest[entry_id] = stored
    found += [f"block {number}, entry {entry}: not in the ledger" for entry, number, _ in ledger]
    for entry in season.entries.order_by("id"):
        change = latest.get(entry.pk)
        if change is not None and (change.after_mpt, change.error_after_mpt) != (entry.rating_mpt, entry.error_mpt):
            found.append(f"entry {entry.pk}: stands at {entry.rating_mpt}, the ledger ends at {change.after_mpt}")
    return found


def played_blocks(season: Season, *, outcomes: Collection[str] = (Block.Outcome.RATED,)) -> Iterator[Played]:
    """Read what was played in the rated blocks of a season, or those of other outcomes, in their order.

    The database answers nothing else in between.
    """
    blocks = Block.objects.filter(season=season, kind=Block.Kind.RATED, state=Block.State.CLOSED, outcome__in=outcomes)
    return played_on(MatchSeat.objects.filter(match__block__in=blocks))


def played_on(seats: QuerySet[MatchSeat]) -> Iterator[Played]:
    """Read what was played on the seats of whole blocks of which every match is finished, in the blocks' order."""
    in_order = ["match__rotation", "seat"]
    by_block = seats.values("match__block__number").annotate(
        entries=ArrayAgg("entry", order_by=in_order),
        versions=ArrayAgg("version", order_by=in_order),
        ranks=ArrayAgg("rank", order_by=in_order),
    )
    rows = by_block.order_by("match__block__number").values_list("match__block__number", "entries", "versions", "ranks")
    return (_played(*row) for row in whole_numbers(rows))


def _standing(stand: Stand, version: int, is_anchor: bool) -> Standing:
    is_new = stand.rated_version_id is not None and stand.rated_version_id != version
    return Standing(stand.rating_mpt, stand.error_mpt, is_new, is_anchor)


def _moved(stand: Stand, change: Change, version: int) -> Stand:
    games, blocks = stand.games + change.matches, stand.blocks + 1
    return Stand(change.after_mpt, change.error_after_mpt, games, blocks, version)


def _played(number: int, *figures: int) -> Played:
    """Put together a block from its entries, versions and ranks, each of them by match and seat."""
    length = len(figures) // 3
    entries, versions, ranks = figures[:length], figures[length : 2 * length], figures[2 * length :]
    seats = len(set(entries))
    base = entries[:seats]
    tables = []
    for start in range(0, length, seats):
        by_entry = dict(zip(entries[start : start + seats], ranks[start : start + seats], strict=True))
        tables.append(tuple([by_entry[entry] for entry in base]))
    return Played(number, base, versions[:seats], tuple(tables))
