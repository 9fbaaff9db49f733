"""What we spoil is never charged to a bot: it is played again, and given up after too much of it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import Attempt, Block, Match
from nile_site.matches.services import blocks, playing, voids, workers
from nile_site.matches.services.playing import Played
from nile_site.world import world
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def block(season: Season) -> Block:
    return blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))


def test_a_void_match_is_played_again_on_the_same_seed(block: Block, tmp_path: Path) -> None:
    spoiling = stage.slot(tmp_path, stage.InlineRunner(spoils=stage.void("the machine was too busy", None)))
    assert services.play_next(slot=spoiling) is Played.SPOILED
    match = Match.objects.get(attempt=1)
    assert (match.state, match.voids) == (Match.State.QUEUED, 1)
    attempt = match.attempts.get()
    assert (attempt.outcome, attempt.reason, attempt.version) == ("void", "the machine was too busy", None)
    good = stage.slot(tmp_path)
    stage.play_all(good)
    assert {spec.seed for spec in good.runner.specs} == {spoiling.runner.specs[0].seed}
    services.rate(season=block.season)
    assert RatingEvent.objects.count() == 3


def test_a_lost_runner_costs_an_attempt_and_nothing_else(block: Block, tmp_path: Path) -> None:
    losing = stage.slot(tmp_path, stage.InlineRunner(spoils=stage.lose))
    assert services.play_next(slot=losing) is Played.RUNNER_LOST
    assert Attempt.objects.get().outcome == Attempt.Outcome.LOST
    stage.play_all(stage.slot(tmp_path))
    block.refresh_from_db()
    assert block.state == Block.State.CLOSED


def test_three_voids_in_a_row_bench_the_bot_until_staff_have_looked(season: Season, tmp_path: Path) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    block = blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    runner = stage.InlineRunner(spoils=lambda spec: stage.void("a bot was killed by something", _seat(spec))(spec))
    for _ in range(3):
        assert services.play_next(slot=stage.slot(tmp_path, runner)) is Played.SPOILED
    entry.refresh_from_db()
    assert entry.state == Entry.State.BENCHED
    assert "version 1 were spoiled again and again" in entry.reason
    block.refresh_from_db()
    assert (block.state, block.outcome) == (Block.State.CLOSED, Block.Outcome.UNRATED)
    assert "Sphinx v1 is benched" in block.reason
    assert not Match.objects.exclude(state=Match.State.CANCELLED).exists()
    services.rate(season=season)
    assert not RatingEvent.objects.exists()
    assert not Entry.objects.exclude(pk=entry.pk).filter(state=Entry.State.BENCHED).exists()
    ladders.unbench(actor=stage.staff(), entry=entry)
    entry.refresh_from_db()
    assert (entry.state, entry.reason, entry.rating_mpt) == (Entry.State.ACTIVE, "", entry.start_mpt)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    for state in (Entry.State.ACTIVE, Entry.State.ACTIVE, Entry.State.BENCHED):  # it is counted anew
        assert services.play_next(slot=stage.slot(tmp_path, runner)) is Played.SPOILED
        entry.refresh_from_db()
        assert entry.state == state


def test_a_match_played_to_its_end_ends_the_row_of_voids(season: Season, tmp_path: Path) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    spoiling = stage.InlineRunner(spoils=lambda spec: stage.void("busy", _seat(spec))(spec))
    for runner in (spoiling, spoiling, stage.InlineRunner(), spoiling, spoiling):
        services.play_next(slot=stage.slot(tmp_path, runner))
    entry.refresh_from_db()
    assert entry.state == Entry.State.ACTIVE


def test_a_kill_that_was_not_ours_is_the_bots_own_crash_the_second_time(season: Season, tmp_path: Path) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    spoiled = stage.InlineRunner(spoils=lambda spec: stage.void("planted", _seat(spec))(spec))
    services.play_next(slot=stage.slot(tmp_path, spoiled))
    first = playing.spec_of(match_id=Match.objects.earliest("id").pk, room=tmp_path)
    assert not any(seat.may_be_killed for seat in first.seats)
    killed = stage.InlineRunner(spoils=lambda spec: stage.void("planted", _seat(spec), is_kill=True)(spec))
    services.play_next(slot=stage.slot(tmp_path, killed))
    again = playing.spec_of(match_id=stage.take().match_id, room=tmp_path)
    assert [(seat.name, seat.may_be_killed) for seat in again.seats if seat.may_be_killed] == [("Sphinx v1", True)]


def test_a_match_that_never_succeeds_closes_its_block_unrated(block: Block, tmp_path: Path) -> None:
    losing = stage.slot(tmp_path, stage.InlineRunner(spoils=stage.lose))
    for _ in range(world().play.attempts):
        services.play_next(slot=losing)
    block.refresh_from_db()
    assert (block.state, block.outcome) == (Block.State.CLOSED, Block.Outcome.UNRATED)
    assert "lost 6 times, the last time because planted" in block.reason
    assert services.play_next(slot=losing) is Played.NOTHING


def test_a_block_past_its_deadline_closes_unrated_and_lets_the_next_be_rated(season: Season, tmp_path: Path) -> None:
    entries = stage.seated(*stage.house_entries(season, 3))
    stuck, good = [blocks.open_rated(season=season, seated=entries) for _ in range(2)]
    late = playing.spec_of(match_id=stage.take().match_id, room=tmp_path)
    Block.objects.filter(pk=stuck.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert services.reap() == 1
    stuck.refresh_from_db()
    assert (stuck.outcome, stuck.reason) == ("unrated", "its time ran out before all its matches could be played")
    assert stuck.seed == late.seed
    cancelled = Match.objects.filter(block=stuck)
    assert set(cancelled.values_list("state", flat=True)) == {Match.State.CANCELLED}
    assert Attempt.objects.get().outcome == Attempt.Outcome.CANCELLED
    stage.play_all(stage.slot(tmp_path))
    assert services.rate(season=season) == 1
    assert set(RatingEvent.objects.values_list("block_number", flat=True)) == {good.number}


def report(runtime: str, name: str = "w/0") -> None:
    workers.report(name=name, tier="bwrap", runtime=runtime, plays=stage.PLAYS)


def test_after_an_upgrade_a_block_that_was_begun_closes_and_one_that_was_not_starts_anew(season: Season) -> None:
    entries = stage.seated(*stage.house_entries(season, 3))
    begun, lost = [blocks.open_rated(season=season, seated=entries) for _ in range(2)]
    Match.objects.filter(block=begun, rotation=0).update(
        state=Match.State.FINISHED, finished_at=timezone.now(), identity="x"
    )
    Block.objects.update(runtime="old")
    assert services.reap() == 0
    report("old")
    report("new", "w/1")
    assert services.reap() == 0
    report("new")
    assert services.reap() == 2
    begun.refresh_from_db()
    lost.refresh_from_db()
    assert (begun.outcome, begun.reason) == ("unrated", "the workers were upgraded before all its matches were played")
    assert (lost.state, lost.runtime) == (Block.State.OPEN, "")
    assert stage.take(runtime="new")


def test_a_match_that_still_runs_in_the_old_runtime_is_waited_for(block: Block) -> None:
    stage.take(runtime="old")
    report("new")
    assert services.reap() == 0


def test_a_slot_that_starts_again_gives_back_what_it_was_playing(block: Block) -> None:
    mine, other = stage.take(worker="one/0"), stage.take(worker="two/0")
    voids.forget_slot(worker="one/0")
    assert stage.fresh(mine.match_id).state == Match.State.QUEUED
    assert stage.fresh(other.match_id).state == Match.State.RUNNING
    assert Attempt.objects.get(match=mine.match_id).reason == "one/0 was ended and started again"


def _seat(spec: stage.MatchSpec) -> int:
    return next(number for number, seat in enumerate(spec.seats) if seat.name.startswith("Sphinx"))
