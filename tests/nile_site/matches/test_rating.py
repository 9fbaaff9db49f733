"""The ledger: in the order of block numbers, never twice, and equal to a fresh computation bit for bit."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import Block, Match, MatchSeat
from nile_site.matches.services import blocks, ledger, playing, rating, recording
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def board(season: Season) -> dict[str, tuple[int, int, int, int]]:
    return {
        entry.bot.name: (entry.rating_mpt, entry.error_mpt, entry.games, entry.blocks)
        for entry in season.entries.select_related("bot")
    }


def test_the_order_in_which_results_arrive_does_not_matter(season: Season, tmp_path: Path) -> None:
    chance = Random(3)
    for _ in range(5):
        entries = chance.sample(stage.house_entries(season, 5), 3)
        blocks.open_rated(season=season, seated=stage.seated(*entries))
    claims = [stage.take() for _ in range(15)]
    results = [(mine, stage.play(playing.spec_of(match_id=mine.match_id, room=tmp_path))) for mine in claims]
    chance.shuffle(results)
    for mine, record in results:
        recording.record(claim=mine, record=record)
        services.rate(season=season)
    numbers = list(RatingEvent.objects.order_by("id").values_list("block_number", flat=True))
    assert numbers == sorted(numbers)
    assert ledger.differences(season=season) == []
    late = board(season)
    RatingEvent.objects.all().delete()
    season.entries.update(games=0, blocks=0, rated_version=None)
    for entry in season.entries.all():
        begin = {"rating_mpt": entry.start_mpt, "error_mpt": entry.start_error_mpt}
        Entry.objects.filter(pk=entry.pk).update(**begin)
    Block.objects.update(outcome="", rated_at=None)
    Season.objects.update(next_rated=1)
    assert services.rate(season=season) == 5
    assert board(season) == late


def test_a_block_waits_for_every_lower_one(season: Season, slot: Slot) -> None:
    entries = stage.seated(*stage.house_entries(season, 3))
    first, second = [blocks.open_rated(season=season, seated=entries) for _ in range(2)]
    held = stage.take()
    stage.play_all(slot)
    second.refresh_from_db()
    assert second.state == Block.State.CLOSED
    assert services.rate(season=season) == 0
    record = stage.play(playing.spec_of(match_id=held.match_id, room=slot.room))
    recording.record(claim=held, record=record)
    assert services.rate(season=season) == 2
    first.refresh_from_db()
    assert first.rated_at is not None


def test_rating_twice_changes_nothing(season: Season, slot: Slot) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(slot)
    assert services.rate(season=season) == 1
    before = board(season)
    assert services.rate(season=season) == 0
    assert rating.rate_all() == 0
    assert board(season) == before
    assert board(season)["Scarab"] == (1_000_000, 0, 3, 1)


def test_faulty_seats_are_rated_as_last(season: Season, tmp_path: Path) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Ibis"])))
    services.rate(season=season)
    event = RatingEvent.objects.get(entry__bot__name="Ibis")
    assert (event.scored_halves, event.matches, event.opponents) == (0, 3, 2)
    assert event.after_mpt < event.before_mpt
    assert ledger.differences(season=season) == []


def test_a_new_version_widens_the_error_once(season: Season, slot: Slot) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    others = stage.house_entries(season, 2)

    def block() -> RatingEvent:
        entry.refresh_from_db()
        blocks.open_rated(season=season, seated=stage.seated(entry, *others))
        stage.play_all(slot)
        services.rate(season=season)
        return RatingEvent.objects.filter(entry=entry).first()

    for _ in range(8):
        first = block()
    stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    stage.play_all(slot)
    second, third = block(), block()
    assert second.error_before_mpt > first.error_after_mpt + 30_000
    assert third.error_before_mpt == second.error_after_mpt
    assert ledger.differences(season=season) == []


def test_a_changed_rank_or_ledger_row_is_found(season: Season, slot: Slot) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(slot)
    services.rate(season=season)
    event = RatingEvent.objects.exclude(entry__is_anchor=True).first()
    RatingEvent.objects.filter(pk=event.pk).update(after_mpt=event.after_mpt + 1)
    assert len(ledger.differences(season=season)) == 2
    RatingEvent.objects.filter(pk=event.pk).update(after_mpt=event.after_mpt)
    assert ledger.differences(season=season) == []
    MatchSeat.objects.filter(match=Match.objects.first()).update(rank=1)
    assert ledger.differences(season=season)


@pytest.mark.django_db(transaction=True)
def test_many_raters_at_once_rate_each_block_once(tmp_path: Path) -> None:
    season = stage.ladder()
    for _ in range(6):
        blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(stage.slot(tmp_path))
    rated: list[int] = []

    def work() -> None:
        try:
            rated.append(services.rate(season=season))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(rated) == 6
    assert RatingEvent.objects.count() == 18
    assert ledger.differences(season=season) == []
    for entry in season.entries.all():
        moves = RatingEvent.objects.filter(entry=entry)
        assert entry.rating_mpt - entry.start_mpt == sum(event.after_mpt - event.before_mpt for event in moves)
