"""Tables as CSV that opens safely in a spreadsheet: text never becomes a formula, numbers stay numbers."""

import csv
import io
from collections.abc import Iterator, Sequence

from nile_site.ladders.models import Season
from nile_site.matches.boards import Line

Cell = str | int | float | None

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula."""


def board_csv(season: Season, lines: Sequence[Line]) -> str:
    """Write a board as CSV, in its order."""
    seats = range(1, season.ladder.seats + 1)
    head = [
        "rank", "bot", "slug", "author", "version", "state", "rating", "error", "final_rating", "final_error", "games",
        "blocks", "mean_rank", "firsts", "faults",
        *(f"seat_{seat}_{what}" for seat in seats for what in ("games", "mean_rank")),
    ]  # fmt: skip
    return table([head, *(list(_cells(line)) for line in lines)])


def table(rows: Sequence[Sequence[Cell]]) -> str:
    """Write rows as CSV; texts that a spreadsheet would run get an apostrophe in front."""
    out = io.StringIO()
    csv.writer(out).writerows([[_safe(cell) for cell in row] for row in rows])
    return out.getvalue()


def _cells(line: Line) -> Iterator[Cell]:
    entry, total = line.entry, line.total
    yield line.rank
    yield from (entry.bot.name, entry.bot.slug, entry.bot.owner.username)
    yield entry.version.number if entry.version else None
    yield entry.state
    yield from (entry.rating, entry.error, _points(entry.final_mpt), _points(entry.final_error_mpt))
    yield from (entry.games, entry.blocks, _rounded(total.mean_rank), total.firsts, total.faults)
    for seat in line.seats:
        yield from (seat.games, _rounded(seat.mean_rank))


def _points(milli: int | None) -> float | None:
    return None if milli is None else milli / 1000


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
