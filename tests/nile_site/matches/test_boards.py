"""What stands behind the lines of a board: tallies by seat, form, and who came before whom."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nile_site.ladders import board
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import boards, services
from nile_site.matches.models import MatchSeat
from nile_site.matches.services import blocks, tallies
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def play(season: Season, slot: Slot, *entries: Entry, count: int = 1) -> Season:
    for _ in range(count):
        blocks.open_rated(season=season, seated=stage.seated(*entries))
    stage.play_all(slot)
    services.rate(season=season)
    return Season.objects.select_related("ladder").get(pk=season.pk)


def test_tallies_are_what_was_played_seat_by_seat(season: Season, tmp_path: Path) -> None:
    slot = stage.slot(tmp_path, stage.InlineRunner(faulty=["Ibis"]))
    season = play(season, slot, *stage.house_entries(season, 3), count=2)
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))  # open: not counted
    found = {line.entry.bot.name: line for line in boards.lines(season)}
    for name in ("Scarab", "Ibis", "Heron"):
        line, seats = found[name], MatchSeat.objects.filter(entry__bot__name=name, rank__isnull=False)
        assert [tally.games for tally in line.seats] == [2, 2, 2]
        assert line.total.games == line.entry.games == 6
        assert line.total.ranks == sum(seat.rank or 0 for seat in seats)
        assert line.total.firsts == seats.filter(rank=1).count()
        assert line.total.mean_rank == line.total.ranks / 6
    assert (found["Ibis"].total.faults, found["Heron"].total.faults) == (6, 0)
    assert found["Ibis"].total.mean_rank == 3
    assert (found["Jackal"].total.games, found["Jackal"].total.mean_rank) == (0, None)
    assert tallies.differences(season=season) == []


def test_a_count_that_was_changed_by_hand_is_found(season: Season, slot: Slot) -> None:
    three = stage.house_entries(season, 3)
    season = play(season, slot, *three)
    Entry.objects.filter(pk=three[1].pk).update(tallies=[[1, 9, 0, 0]] * 3)
    assert [said.partition(":")[0] for said in tallies.differences(season=season)] == [f"entry {three[1].pk}"]
    tallies.recount(season=season)
    assert tallies.differences(season=season) == []


def test_another_rated_block_is_counted_at_once(season: Season, slot: Slot) -> None:
    three = stage.house_entries(season, 3)
    season = play(season, slot, *three)
    assert {line.total.games for line in boards.lines(season)} == {0, 3}
    season = play(season, slot, *three)
    assert {line.total.games for line in boards.lines(season)} == {0, 6}


def test_the_form_counts_the_last_ten_blocks_only(season: Season, slot: Slot) -> None:
    three = stage.house_entries(season, 3)
    season = play(season, slot, *three)
    event = RatingEvent.objects.get(entry=three[1])
    for number in range(2, 14):
        event.pk, event.block_number = None, number
        event.before_mpt, event.after_mpt = 1_000_000, 1_000_000 + (1 if number < 4 or number > 11 else -1)
        event.save()
    line = next(line for line in boards.lines(season) if line.entry == three[1])
    assert (line.gained, line.lost) == (2, 8)
    assert len(line.recent) == 13


def test_duels_count_who_came_before_whom(season: Season, slot: Slot) -> None:
    one, two, three, four = stage.house_entries(season, 4)
    play(season, slot, one, two, three, count=2)
    play(season, slot, one, two, four)
    found = boards.duels([one, four])
    assert [(duel.rival.name, duel.games) for duel in found[one.pk]] == [("Ibis", 9), ("Heron", 6), ("Jackal", 3)]
    assert {duel.rival.name for duel in found[four.pk]} == {"Scarab", "Ibis"}
    seen: Counter[str] = Counter()
    for mine in MatchSeat.objects.filter(entry=one):
        theirs = MatchSeat.objects.get(match=mine.match, entry=two)
        seen["before"] += mine.rank < theirs.rank
        seen["level"] += mine.rank == theirs.rank
    against = found[one.pk][0]
    assert (against.before, against.level) == (seen["before"], seen["level"])
    assert against.score == (seen["before"] + seen["level"] / 2) / 9


def test_a_board_takes_a_fixed_number_of_queries(season: Season, slot: Slot, django_assert_num_queries: Any) -> None:
    season = play(season, slot, *stage.house_entries(season, 3))
    for count in (0, 4):
        for number in range(count):
            stage.live(stage.author(f"Author {number}"), f"Bot {number}", season)
        with django_assert_num_queries(2):
            boards.lines(season)
        entries = list(season.entries.all())
        with django_assert_num_queries(2):
            boards.duels(entries)
        with django_assert_num_queries(2):
            board.best([season, season], most=3)
