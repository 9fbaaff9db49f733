"""How a bot stands on each of its ladders: rating, rank, curve, and the last lines of the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass

from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, RatingEvent
from nile_site.web.charts import Chart, Point, chart_of

LEDGER = 12
HISTORY = 2000


@dataclass(frozen=True, slots=True)
class Standing:
    """One ladder's season; rank is None where the bot does not play now."""

    entry: Entry
    rank: int | None
    of: int
    chart: Chart | None
    ledger: Sequence[RatingEvent]


def standings_of(entries: Sequence[Entry]) -> list[Standing]:
    """Give how a bot stands for each of its entries."""
    return [_standing(entry) for entry in entries]


def _standing(entry: Entry) -> Standing:
    rows = ladders.standings(entry.season)
    rank = next((row.rank for row in rows if row.entry.pk == entry.pk), None)
    ledger = list(ladders.rating_history(entry)[:HISTORY])
    return Standing(entry, rank, sum(row.rank is not None for row in rows), _chart(ledger), ledger[:LEDGER])


def _chart(ledger: Sequence[RatingEvent]) -> Chart | None:
    """Draw the curve from the ledger, newest line first."""
    points = [
        Point(event.block_number, event.after_mpt / 1000, event.error_after_mpt / 1000, event.version.number)
        for event in reversed(ledger)
    ]
    return chart_of(points)
