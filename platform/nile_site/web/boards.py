"""Leaderboards as pages show them: rows with their trend, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena import games
from arena.errors import UnknownGame
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.web.charts import spark_of

PAGE = 100


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the board with the curve of its last blocks, as the path of an SVG, and in words."""

    rank: int | None
    entry: Entry
    trend: str
    trend_words: str


@dataclass(frozen=True, slots=True)
class Card:
    """A ladder with its best few."""

    ladder: Ladder
    season: Season | None
    entries: int
    game_title: str
    top: Sequence[ladders.Row]


def cards(best: int = 5) -> list[Card]:
    """Give every ladder with its best entries."""
    return [
        Card(
            ladder=ladder,
            season=ladder.season,
            entries=ladder.players,
            game_title=game_title(ladder.game),
            top=[] if ladder.season is None else [r for r in ladders.standings(ladder.season)[:best] if r.rank],
        )
        for ladder in ladders.ladder_list()
    ]


def page_of_board(season: Season, after: int | None) -> tuple[list[BoardRow], int | None]:
    """Give the rows behind the entry with the id `after` (from the top, if it is not there), and the next `after`."""
    rows = ladders.standings(season)
    start = next((place + 1 for place, row in enumerate(rows) if row.entry.pk == after), 0)
    shown = rows[start : start + PAGE]
    more = shown[-1].entry.pk if start + PAGE < len(rows) else None
    return with_trends(shown), more


def with_trends(rows: Sequence[ladders.Row]) -> list[BoardRow]:
    """Add the curve of the last blocks to each row, with one query for all."""
    ratings = ladders.recent_ratings([row.entry for row in rows])
    shown = []
    for row in rows:
        curve = [mpt / 1000 for mpt in ratings[row.entry.pk]]
        words = f"from {curve[0]:.0f} to {curve[-1]:.0f} over {len(curve)} blocks" if len(curve) > 1 else ""
        shown.append(BoardRow(row.rank, row.entry, spark_of(curve), words))
    return shown


def game_title(slug: str) -> str:
    """Give the title of a game; a game that this release no longer has keeps its slug."""
    try:
        return games.get(slug).title
    except UnknownGame:
        return slug
