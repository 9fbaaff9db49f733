"""The lines of a leaderboard: ranks and ratings with what was played behind them. Page, API and CSV show the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, F, Q

from nile_site.bots.models import Bot
from nile_site.ladders import board
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, Ladder, RatingEvent, Season
from nile_site.matches.models import Block, MatchSeat

FORM = 10
"""So many of the last blocks make the form."""

RECENT = 20
"""So many of the last blocks make the trend."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What an entry reached on one seat, or on all: rated matches, the sum of its ranks, first places, faults."""

    games: int = 0
    ranks: int = 0
    firsts: int = 0
    faults: int = 0

    @property
    def mean_rank(self) -> float | None:
        """The raw mean rank: 1 is best; it says nothing of who else sat there. None before the first match."""
        return self.ranks / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board.

    seats: by seat.  recent: ratings before and after each of the last blocks, oldest first, in thousandths of a point.
    """

    rank: int | None
    entry: Entry
    seats: tuple[Tally, ...]
    recent: Sequence[tuple[int, int]]

    @property
    def total(self) -> Tally:
        """The tally over all seats."""
        return Tally(*(sum(column) for column in zip(*map(_figures, self.seats), strict=True)))

    @property
    def gained(self) -> int:
        """In how many of the last ten blocks its rating rose."""
        return sum(after > before for before, after in self.recent[-FORM:])

    @property
    def lost(self) -> int:
        """In how many of the last ten blocks its rating fell."""
        return sum(after < before for before, after in self.recent[-FORM:])


@dataclass(frozen=True, slots=True)
class Duel:
    """What an entry reached against one other: in how many rated matches they met, and came before or level."""

    rival: Bot
    games: int
    before: int
    level: int

    @property
    def score(self) -> float:
        """The share of the matches in which it came before the other, ties by half."""
        return (self.before + self.level / 2) / self.games


def lines(season: Season, rows: Sequence[board.Row] | None = None) -> list[Line]:
    """Return a season's whole board, or those rows of it, with what was played."""
    chosen = board.standings(season) if rows is None else rows
    recent = ladders.recent_ratings([row.entry for row in chosen], RECENT)
    return [Line(row.rank, row.entry, seats_of(row.entry, season.ladder), recent[row.entry.pk]) for row in chosen]


def seats_of(entry: Entry, ladder: Ladder) -> tuple[Tally, ...]:
    """Return what an entry of a ladder reached, by seat."""
    return tuple(Tally(*figures) for figures in entry.tallies) or (Tally(),) * ladder.seats


def duels(entries: Iterable[Entry]) -> dict[int, list[Duel]]:
    """Return for each entry what it reached against each other, whom it met most first."""
    found: dict[int, list[Duel]] = {entry.pk: [] for entry in entries}
    counted = list(
        MatchSeat.objects.filter(entry__in=list(found), match__block__outcome=Block.Outcome.RATED)
        .annotate(rival=F("match__seats__bot"), theirs=F("match__seats__rank"))
        .exclude(rival=F("bot"))
        .values_list("entry", "rival")
        .annotate(
            games=Count("id"),
            before=Count("id", filter=Q(rank__lt=F("theirs"))),
            level=Count("id", filter=Q(rank=F("theirs"))),
        )
        .order_by("entry", "-games", "rival")
    )
    rivals = Bot.objects.in_bulk({bot for _, bot, *_ in counted})
    for entry, bot, *figures in counted:
        found[entry].append(Duel(rivals[bot], *figures))
    return found


def tables_of(events: Sequence[RatingEvent]) -> dict[int, list[MatchSeat]]:
    """Return for each line of the ledger, by its id, all seats of its block's matches, by rotation and seat."""
    found: dict[tuple[int, int], list[MatchSeat]] = {
        (event.entry.season_id, event.block_number): [] for event in events
    }
    if not found:
        return {}
    wanted = [Q(match__block__season=season, match__block__number=number) for season, number in found]
    seats = MatchSeat.objects.filter(reduce(or_, wanted)).select_related("bot", "match__block")
    for seat in seats.order_by("match__rotation", "seat"):
        found[seat.match.block.season_id, seat.match.block.number or 0].append(seat)
    return {event.pk: found[event.entry.season_id, event.block_number] for event in events}


def _figures(tally: Tally) -> tuple[int, int, int, int]:
    return tally.games, tally.ranks, tally.firsts, tally.faults
