"""Leaderboards as pages show them: a page at a time, with the trend and the error bar of each line drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena import games
from arena.errors import UnknownGame
from nile_site.accounts.refusals import NotThere
from nile_site.ladders import board
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Ladder, Season
from nile_site.matches.boards import Line, lines
from nile_site.web.charts import Bar, bars_of, spark_of

PAGE = 100


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the board with its error bar, and the curve of its last blocks as the path of an SVG and in words."""

    line: Line
    bar: Bar | None
    trend: str
    trend_words: str


@dataclass(frozen=True, slots=True)
class Card:
    """A ladder with its best few."""

    ladder: Ladder
    season: Season | None
    entries: int
    game_title: str
    top: Sequence[board.Row]


def cards(best: int = 5) -> list[Card]:
    """Give every ladder with its best entries."""
    listed = ladders.ladder_list()
    boards = board.best([ladder.season for ladder in listed if ladder.season is not None], most=best)
    return [
        Card(
            ladder=ladder,
            season=ladder.season,
            entries=ladder.players,
            game_title=game_title(ladder.game),
            top=[] if ladder.season is None else boards[ladder.season.pk],
        )
        for ladder in listed
    ]


def page_of_board(season: Season, after: int | None) -> tuple[list[BoardRow], int | None]:
    """Give the rows behind the entry with the id `after` (from the top, if it is not there), and the next `after`."""
    try:
        rows, more = board.page(season, after=after, most=PAGE)
    except NotThere:
        rows, more = board.page(season, most=PAGE)
    shown = drawn(lines(season, rows), is_final=season.closed_at is not None)
    return shown, rows[-1].entry.pk if more else None


def drawn(shown: Sequence[Line], *, is_final: bool) -> list[BoardRow]:
    """Add to each line its error bar, all on one scale, and the curve of its last blocks."""
    rows = []
    for line, bar in zip(shown, bars_of([_figures(line, is_final) for line in shown]), strict=True):
        curve = [after / 1000 for _, after in line.recent]
        words = f"from {curve[0]:.0f} to {curve[-1]:.0f} over {len(curve)} blocks" if len(curve) > 1 else ""
        rows.append(BoardRow(line, bar, spark_of(curve), words))
    return rows


def _figures(line: Line, is_final: bool) -> tuple[float, float] | None:
    """Give rating and standard error in points; None for a line that is not rated, and for the anchor."""
    entry = line.entry
    if not entry.games or entry.is_anchor:
        return None
    if is_final and entry.final_mpt is not None and entry.final_error_mpt is not None:
        return entry.final_mpt / 1000, entry.final_error_mpt / 1000
    return entry.rating, entry.error


def game_title(slug: str) -> str:
    """Give the title of a game; a game that this release no longer has keeps its slug."""
    try:
        return games.get(slug).title
    except UnknownGame:
        return slug
