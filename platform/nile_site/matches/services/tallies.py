"""What each entry reached on each seat, counted once a block is rated so that boards need not count."""

from collections.abc import Iterable

from django.db.models import Count, Q, Sum

from arena.referee.verdicts import Verdict
from nile_site.ladders.models import Entry, Season
from nile_site.matches.models import Block, MatchSeat

Tallies = list[list[int]]
"""By seat: rated matches, the sum of the ranks, first places, faults."""


def add(*, entry: Entry, seats: int, block: Iterable[MatchSeat]) -> None:
    """Count an entry's seats in a block that is rated now; the caller saves the entry."""
    tallies = [list(each) for each in entry.tallies] or _blank(seats)
    for seat in block:
        if seat.entry_id == entry.pk:
            figures = (1, seat.rank or 0, int(seat.rank == 1), int(seat.verdict != Verdict.OK))
            tallies[seat.seat] = [sum(pair) for pair in zip(tallies[seat.seat], figures, strict=True)]
    entry.tallies = tallies


def recount(*, season: Season) -> None:
    """Count all rated blocks of a locked season anew."""
    counted = _counted(season)
    entries = list(season.entries.order_by("id"))
    for entry in entries:
        entry.tallies = counted.get(entry.pk, [])
    Entry.objects.bulk_update(entries, ["tallies"], batch_size=1000)


def differences(*, season: Season) -> list[str]:
    """Compare the counts of a season with a fresh count; return a sentence for each difference."""
    counted = _counted(season)
    return [
        f"entry {entry.pk}: its seats say {entry.tallies}, its matches {counted.get(entry.pk, [])}"
        for entry in season.entries.order_by("id")
        if entry.tallies != counted.get(entry.pk, [])
    ]


def _counted(season: Season) -> dict[int, Tallies]:
    seats = MatchSeat.objects.filter(match__block__season=season, match__block__outcome=Block.Outcome.RATED)
    counted = (
        seats.values_list("entry", "seat")
        .annotate(
            games=Count("id"),
            ranks=Sum("rank"),
            firsts=Count("id", filter=Q(rank=1)),
            faults=Count("id", filter=~Q(verdict=Verdict.OK)),
        )
        .order_by("entry", "seat")
    )
    found: dict[int, Tallies] = {}
    for entry, seat, *figures in counted:
        found.setdefault(entry, _blank(season.ladder.seats))[seat] = figures
    return found


def _blank(seats: int) -> Tallies:
    return [[0, 0, 0, 0] for _ in range(seats)]
