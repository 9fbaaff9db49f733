"""The order of a leaderboard, and parts of it: none of them costs more on a long board than on a short one.

Ranks follow the rating, or the final one; equal ratings share a rank. Among equals the smaller error comes first, then
more games, then the earlier entry. Entries without a rank come last, in the same order.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import BooleanField, Count, Expression, F, Func, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThan, LessThan

from nile_site.accounts.refusals import NotThere
from nile_site.ladders.models import WITHOUT_RANK, Entry, Season

_ORDER: tuple[Expression | F, ...] = (F("board_key"), F("error_mpt"), -F("games"), F("id"))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a leaderboard. rank: equal ratings share one; None for an entry that is not rated, or not playing."""

    rank: int | None
    entry: Entry


def standings(season: Season) -> list[Row]:
    """Return the whole leaderboard: by rating while the season runs, as in its final standings once it is closed."""
    return _ranked(_listed(season), place=1, rank=1)


def page(season: Season, *, after: int | None = None, most: int) -> tuple[list[Row], bool]:
    """Return the rows behind the entry with the id `after` (from the top), and whether more follow.

    Raises NotThere where that entry does not stand on the board.
    """
    if after is None:
        rows = _ranked(_listed(season)[: most + 1], place=1, rank=1)
        return rows[:most], len(rows) > most
    last = playing(season).filter(pk=after).first()
    if last is None:
        raise NotThere("The entry named by `after` does not stand on this board. Start from the top.")
    rank = playing(season).filter(board_key__lt=last.board_key).count() + 1
    level = playing(season).filter(LessThan(_Line(*_ORDER), _line_of(last)), board_key=last.board_key).count()
    found = _listed(season).filter(GreaterThan(_Line(*_ORDER), _line_of(last)))
    rows = _ranked([last, *found[: most + 1]], place=rank + level, rank=rank)[1:]
    return rows[:most], len(rows) > most


def best(seasons: Iterable[Season], *, most: int) -> dict[int, list[Row]]:
    """Return the first rows with a rank of each season's board by the season's id, with two queries."""
    chosen = [season.pk for season in seasons]
    first = Entry.objects.filter(season=OuterRef("pk"), version__isnull=False, board_key__lt=WITHOUT_RANK // 2)
    tops = Season.objects.filter(pk__in=chosen).annotate(top=ArraySubquery(first.order_by(*_ORDER)[:most].values("pk")))
    wanted = [pk for season in tops for pk in season.top]  # type: ignore[attr-defined]
    entries: dict[int, list[Entry]] = {pk: [] for pk in chosen}
    for entry in _with_names(Entry.objects.filter(pk__in=wanted)):
        entries[entry.season_id].append(entry)
    return {pk: _ranked(of_season, place=1, rank=1) for pk, of_season in entries.items()}


def places(entries: Iterable[Entry]) -> dict[int, tuple[int | None, int]]:
    """Return the rank of each entry by its id, and how many of its season have one."""
    board = Entry.objects.filter(season=OuterRef("season"), version__isnull=False)
    ahead = board.filter(board_key__lt=OuterRef("board_key"))
    ranked = board.filter(board_key__lt=WITHOUT_RANK // 2)
    counted = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).annotate(
        ahead=_count(ahead), ranked=_count(ranked)
    )
    return {
        entry.pk: (entry.ahead + 1 if has_rank(entry) else None, entry.ranked)  # type: ignore[attr-defined]
        for entry in counted
    }


def playing(season: Season) -> QuerySet[Entry]:
    """Return the entries that stand on the leaderboard: those of which a version has played."""
    return season.entries.filter(version__isnull=False)


def has_rank(entry: Entry) -> bool:
    """Does a listed entry have a rank: does it play now, and is it rated?"""
    return entry.version_id is not None and entry.state == Entry.State.ACTIVE and entry.games > 0


class _Line(Func):
    """Where an entry stands, as one value that PostgreSQL compares from left to right, by the index of the board."""

    function = "ROW"
    output_field = BooleanField()


def _line_of(entry: Entry) -> _Line:
    return _Line(*map(Value, (entry.board_key, entry.error_mpt, -entry.games, entry.pk)))


def _listed(season: Season) -> QuerySet[Entry]:
    return _with_names(playing(season))


def _with_names(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("bot__owner", "version").order_by(*_ORDER)


def _count(entries: QuerySet[Entry]) -> Coalesce:
    counted = entries.order_by().values("season").annotate(count=Count("id")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _ranked(entries: Iterable[Entry], *, place: int, rank: int) -> list[Row]:
    """Give ranks to entries in the order of the board, of which the first has that place and would have that rank."""
    rows: list[Row] = []
    for here, entry in enumerate(entries, start=place):
        if rows and rows[-1].entry.board_key != entry.board_key:
            rank = here
        rows.append(Row(rank if has_rank(entry) else None, entry))
    return rows
