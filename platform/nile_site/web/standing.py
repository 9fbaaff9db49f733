"""How a bot stands on each of its ladders: rating, rank, curve, why the rating last moved, seats and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from nile_site.ladders import board
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches.boards import Duel, Tally, duels, seats_of, tables_of
from nile_site.matches.models import MatchSeat
from nile_site.web.charts import Chart, Point, chart_of

LEDGER = 12
HISTORY = 1000


@dataclass(frozen=True, slots=True)
class Example:
    """The last block that moved a rating: the bot's own seats in it, and the names of the others."""

    event: RatingEvent
    seats: Sequence[MatchSeat]
    rivals: Sequence[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """One ladder's season that is not closed; rank is None where the bot is not rated, or does not play now."""

    entry: Entry
    rank: int | None
    of: int
    chart: Chart | None
    ledger: Sequence[RatingEvent]
    example: Example | None
    seats: Sequence[Tally]
    duels: Sequence[Duel]


@dataclass(frozen=True, slots=True)
class Past:
    """A closed season, and among how many the bot was ranked."""

    entry: Entry
    of: int


def standings_of(entries: Sequence[Entry]) -> list[Standing]:
    """Give how a bot stands for each of its entries in seasons that are not closed."""
    present = [entry for entry in entries if entry.season.state != Season.State.CLOSED]
    places = board.places(present)
    histories = ladders.recent_events(present, HISTORY)
    last = {pk: next((event for event in events if not event.correction), None) for pk, events in histories.items()}
    tables = tables_of([event for event in last.values() if event is not None])
    met = duels(present)
    found = []
    for entry in present:
        ledger, event = histories[entry.pk], last[entry.pk]
        rank, ranked = places[entry.pk]
        found.append(
            Standing(
                entry=entry,
                rank=rank,
                of=ranked,
                chart=_chart(ledger),
                ledger=ledger[:LEDGER],
                example=None if event is None else _example(event, tables[event.pk]),
                seats=seats_of(entry, entry.season.ladder),
                duels=met[entry.pk],
            )
        )
    return found


def past_of(entries: Sequence[Entry]) -> list[Past]:
    """Give a bot's entries in closed seasons, the last one first."""
    closed = [entry for entry in entries if entry.season.state == Season.State.CLOSED]
    counts = ladders.ranked_counts(entry.season for entry in closed)
    return [Past(entry, counts.get(entry.season_id, 0)) for entry in closed]


def _example(event: RatingEvent, table: Sequence[MatchSeat]) -> Example:
    mine = [seat for seat in table if seat.entry_id == event.entry_id]
    rivals = {seat.entry_id: seat.bot.name for seat in table if seat.entry_id != event.entry_id}
    return Example(event, mine, list(rivals.values()))


def _chart(ledger: Sequence[RatingEvent]) -> Chart | None:
    """Draw the curve from the ledger, newest line first."""
    points = [
        Point(event.block_number, event.after_mpt / 1000, event.error_after_mpt / 1000, event.version.number)
        for event in reversed(ledger)
    ]
    return chart_of(points)
