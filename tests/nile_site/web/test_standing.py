"""The page of a bot explains its rating with its own last block, and lists seats, opponents and earlier seasons."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.html import strip_tags

from nile_site.ladders import selectors
from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import MatchSeat
from nile_site.matches.services import blocks, corrections
from nile_site.web.standing import past_of, standings_of
from tests.nile_site import stage
from tests.nile_site.arena import Arena


def text(arena: Arena, slug: str) -> str:
    page = arena.client("stranger").get(f"/bots/{slug}/").content.decode()
    return re.sub(r"\s+", " ", strip_tags(page))


def test_a_rating_is_explained_with_the_bot_s_own_last_block(arena: Arena) -> None:
    event = RatingEvent.objects.get(entry=arena.entry)
    seats = MatchSeat.objects.filter(match__block=arena.played.block, entry=arena.entry).order_by("match__rotation")
    came = [f"3rd from seat {seat.seat + 1} (a fault)" for seat in seats]
    page = text(arena, arena.bot.slug)
    assert f"In block 1, against Scarab and Ibis, it came {came[0]}, {came[1]} and {came[2]}." in page
    assert "That scores 0.00" in page
    assert f"{event.expected:.2f} was expected" in page
    assert f"−{abs(event.change):.1f} points" in page
    assert "known to ± 350" in page


def test_seats_and_opponents_are_listed(arena: Arena) -> None:
    page = arena.client("stranger").get(f"/bots/{arena.bot.slug}/").content.decode()
    page = re.sub(r"(<[^>]*>|\s)+", " ", page)
    for said in ("Seat 1 1 3.00 0 1", "Scarab 3 0 0 0 %", "Ibis 3 0 0 0 %"):
        assert said in page, said


def test_a_correction_stands_in_the_ledger_and_is_no_example(arena: Arena) -> None:
    corrections.take_back(actor=arena.staff, block=arena.played.block, reason="a wrong deal")
    page = text(arena, arena.bot.slug)
    assert "Correction: a wrong deal" in page
    assert "In block 1, against" in page


def test_earlier_seasons_are_listed_with_their_final_rank(arena: Arena, tmp_path: Path) -> None:
    stage.play_all(stage.slot(tmp_path))
    services.rate(season=arena.season)
    Season.objects.update(closes_at=timezone.now())
    services.turn()
    entries = list(selectors.entries_of(arena.bot))
    past = past_of(entries)
    assert [(each.entry.season.number, each.of) for each in past] == [(1, 3)]
    assert [standing.entry.season.number for standing in standings_of(entries)] == [2]
    page = text(arena, arena.bot.slug)
    rank = past[0].entry.final_rank
    assert re.search(rf"Nefertiti, 3 seats, season 1: {rank}(st|nd|rd) of 3, final rating \d+ ± \d+", page)
    board = arena.client("stranger").get("/ladders/nefertiti-3/seasons/1/").content.decode()
    assert "Final ratings weigh all blocks" in board
    assert "Live" in board


def test_a_trial_or_bench_of_a_closed_season_is_over_for_its_owner(arena: Arena) -> None:
    stage.upload(arena.owner, "Reed Pen", "second", bot=arena.bot)
    client = arena.client("owner")
    assert "Version 2 is on trial" in client.get(f"/bots/{arena.bot.slug}/").content.decode()
    Season.objects.update(state=Season.State.CLOSED, is_last=True)
    page = client.get(f"/bots/{arena.bot.slug}/").content.decode()
    assert "Version 2 is on trial" not in page
    assert 'value="pause"' not in page
    assert "Earlier seasons" in page
    assert "On no ladder." in client.get("/me/").content.decode()
    assert "Play this version" not in client.get(f"/bots/{arena.bot.slug}/versions/1/").content.decode()


def test_any_number_of_ladders_takes_the_same_number_of_queries(arena: Arena, django_assert_num_queries: Any) -> None:
    for count in range(2):
        if count:
            other = stage.ladder(4)
            entry = services.enter(actor=arena.owner, bot=arena.bot, season=other)
            entry = stage.ladders.promote(entry=entry, version=arena.entry.version)
            blocks.open_rated(season=other, seated=stage.seated(entry, *stage.house_entries(other, 3)))
        entries = list(selectors.entries_of(arena.bot))
        assert len(entries) == 1 + count
        with django_assert_num_queries(5):
            standings_of(entries)
