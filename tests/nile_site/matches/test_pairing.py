"""Blocks are made just in time: fast while ratings are unsettled, slowly when only the house would play."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from arena.ratings.pairing import NEWCOMER_BLOCKS
from nile_site.ladders import seasons
from nile_site.ladders.models import Entry, Season
from nile_site.ladders.selectors import running_seasons
from nile_site.matches import services
from nile_site.matches.commitment import commit
from nile_site.matches.models import Block, Match
from nile_site.matches.services import blocks, pairing, workers
from nile_site.matches.services.playing import Slot
from nile_site.world import world
from tests.nile_site import stage

pytestmark = pytest.mark.django_db

SETTLED_MPT = world().pacing.settled_points * 1000


def settle(season: Season) -> None:
    season.entries.update(blocks=NEWCOMER_BLOCKS)
    season.entries.filter(is_anchor=False).update(error_mpt=SETTLED_MPT)


def closed_block(season: Season, cpu_ms: int, ago_s: float, *, is_house_only: bool = True) -> Block:
    """A block that has been played, with what it cost."""
    block = blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    blocks.close(block=blocks.lock(block.pk), outcome=Block.Outcome.UNRATED, reason="planted")
    closed_at = timezone.now() - timedelta(seconds=ago_s)
    Block.objects.filter(pk=block.pk).update(cpu_ms=cpu_ms, closed_at=closed_at, is_house_only=is_house_only)
    return Block.objects.get(pk=block.pk)


def finish() -> None:
    """Close the open block as if it had cost a minute."""
    block = blocks.lock(Block.objects.get(state=Block.State.OPEN).pk)
    blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason="planted")
    Block.objects.filter(pk=block.pk).update(cpu_ms=60_000)


def test_only_what_the_slots_will_soon_play_is_made(season: Season) -> None:
    assert services.pair() == 1
    assert Match.objects.filter(state=Match.State.QUEUED).count() == 3
    assert services.pair() == 0
    for number in range(3):
        workers.report(name=f"w/{number}", tier="bwrap", plays=stage.PLAYS)
    assert services.pair() == 1
    assert Match.objects.count() == 6


def test_the_commitment_binds_seed_versions_and_order_and_can_be_checked_later(season: Season, slot: Slot) -> None:
    services.pair()
    block = Block.objects.get()
    promised = block.commitment
    stage.play_all(slot)
    block.refresh_from_db()
    first = block.matches.get(rotation=0).seats.select_related("bot", "version").order_by("seat")
    order = [(seat.bot.slug, seat.version.number, seat.version.package_id) for seat in first]
    said = {"salt": block.salt, "seed": block.seed, "game": stage.GAME, "rules": stage.RULES}
    assert commit(**said, options=block.options, order=order) == promised
    assert commit(**said, options=block.options, order=order[::-1]) != promised


def test_a_newcomer_plays_in_the_very_next_block(season: Season) -> None:
    settle(season)
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    services.pair(chance=Random(1))
    assert Match.objects.filter(seats__entry=entry).count() == 3


def test_two_bots_of_one_author_never_share_a_block(season: Season, slot: Slot) -> None:
    ana = stage.author("Ana")
    own = {stage.live(ana, name, season).pk for name in ("Sphinx", "Falcon")}
    for seed in range(8):
        services.pair(chance=Random(seed))
        stage.play_all(slot)
        services.rate(season=season)
    for match in Match.objects.prefetch_related("seats"):
        assert len(own & {seat.entry_id for seat in match.seats.all()}) <= 1
    assert not Entry.objects.filter(pk__in=own, games=0).exists()


def test_whom_an_entry_has_met_is_read_from_rated_blocks_of_its_season_open_ones_too(season: Season) -> None:
    first, second, third, fourth = stage.house_entries(season, 4)
    closed = blocks.open_rated(season=season, seated=stage.seated(first, second, third))
    blocks.close(block=blocks.lock(closed.pk), outcome=Block.Outcome.UNRATED, reason="planted")
    blocks.open_rated(season=season, seated=stage.seated(second, third, fourth))
    ids = [entry.pk for entry in (first, second, third, fourth)]
    assert pairing.met(season_id=season.pk, entry_id=first.pk) == set(ids[:3])
    assert pairing.met(season_id=season.pk, entry_id=second.pk) == set(ids)
    assert pairing.met(season_id=stage.ladder(4).pk, entry_id=first.pk) == set()


def test_the_ladder_that_had_least_time_comes_next(season: Season) -> None:
    other = stage.ladder(4)
    closed_block(season, cpu_ms=5_000, ago_s=0)
    closed_block(other, cpu_ms=60_000, ago_s=0)
    services.pair()
    assert Block.objects.get(state=Block.State.OPEN).season_id == season.pk
    finish()
    services.pair()
    assert Block.objects.get(state=Block.State.OPEN).season_id == other.pk
    finish()
    Block.objects.filter(season=other).update(created_at=timezone.now() - timedelta(hours=2))
    services.pair()
    assert Block.objects.get(state=Block.State.OPEN).season_id == other.pk


def test_settled_house_bots_use_a_twentieth_of_a_core(season: Season) -> None:
    last = closed_block(season, cpu_ms=6_000, ago_s=0)
    assert pairing.rests_until(last=last, share=0.05) == last.closed_at + timedelta(seconds=120)
    assert pairing.rests_until(last=last, share=1.0) == last.closed_at + timedelta(seconds=6)


def test_a_fresh_house_plays_at_full_speed_until_it_is_settled(season: Season) -> None:
    closed_block(season, cpu_ms=60_000, ago_s=1)
    assert services.pair() == 1
    finish()
    settle(season)
    assert services.pair() == 0


@pytest.mark.parametrize(("ago_s", "made"), [(100, 0), (130, 1)])
def test_the_trickle_counts_from_the_last_block_among_house_bots(season: Season, ago_s: int, made: int) -> None:
    settle(season)
    closed_block(season, cpu_ms=6_000, ago_s=ago_s)
    assert services.pair() == made


def test_the_trickle_is_one_for_all_ladders(season: Season) -> None:
    other = stage.ladder(4)
    settle(season)
    settle(other)
    closed_block(season, cpu_ms=6_000, ago_s=100)
    assert services.pair() == 0
    Block.objects.update(closed_at=timezone.now() - timedelta(seconds=121))
    assert services.pair() == 1
    assert services.pair() == 0


def test_settled_authors_get_more_than_the_house_and_newcomers_everything(season: Season) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    settle(season)
    closed_block(season, cpu_ms=6_000, ago_s=10, is_house_only=False)
    assert services.pair() == 0
    Block.objects.update(closed_at=timezone.now() - timedelta(seconds=13))
    assert services.pair() == 1
    finish()
    assert services.pair() == 0
    Entry.objects.filter(pk=entry.pk).update(error_mpt=SETTLED_MPT + 1)
    assert services.pair() == 1


def test_a_trial_that_could_not_be_opened_is_opened_later(season: Season) -> None:
    house = season.entries.filter(bot__owner__is_house=True)
    house.update(state=Entry.State.PAUSED)
    ana = stage.author("Ana")
    stage.upload(ana, "Sphinx")
    assert services.pair() == 0
    house.update(state=Entry.State.ACTIVE)
    services.pair()
    assert Block.objects.filter(kind=Block.Kind.TRIAL).count() == 1
    services.pair()
    assert Block.objects.filter(kind=Block.Kind.TRIAL).count() == 1


def test_no_block_is_made_before_a_season_opens_or_after_it_closes(season: Season, slot: Slot, tmp_path: Path) -> None:
    now = timezone.now()
    Season.objects.update(opens_at=now + timedelta(minutes=1))
    assert services.pair() == 0
    Season.objects.update(opens_at=now - timedelta(minutes=1))
    assert services.pair() == 1
    Season.objects.update(closes_at=now)
    assert services.pair() == 0
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    stage.play_all(slot)
    services.rate(season=season)
    assert services.pair() == 0


def test_seasons_back_to_back_neither_overlap_nor_leave_a_gap(season: Season) -> None:
    change = timezone.now() + timedelta(days=1)
    season = seasons.move_close(season=season, closes_at=change)
    following = seasons.draft_season(ladder=season.ladder, opens_at=change)
    seasons.open_season(season=following)
    assert list(running_seasons(change - timedelta(microseconds=1))) == [season]
    assert list(running_seasons(change)) == []  # its ratings begin where those of the first end
    Season.objects.filter(pk=season.pk).update(state=Season.State.CLOSED)
    assert list(running_seasons(change)) == [following]
