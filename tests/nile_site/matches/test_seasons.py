"""Seasons turn by themselves: open, freeze, close with final standings, and hand over to the next."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from arena.ratings.elo import START_ERROR_MPT
from nile_site.accounts.refusals import Conflict
from nile_site.bots.models import Version
from nile_site.ladders import seasons, selectors
from nile_site.ladders import services as ladders
from nile_site.ladders.board import standings
from nile_site.ladders.models import Entry, Ladder, RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import Block
from nile_site.matches.services import blocks, finals, ledger, pairing, workers
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def play_blocks(season: Season, slot: Slot, *entries: Entry, count: int = 1) -> None:
    for _ in range(count):
        blocks.open_rated(season=season, seated=stage.seated(*entries))
    stage.play_all(slot)
    services.rate(season=season)


def is_over(season: Season, *, ago: timedelta = timedelta(0)) -> datetime:
    """Let the season's closing instant be now, or some time ago, and return it."""
    close = timezone.now() - ago
    Season.objects.filter(pk=season.pk).update(opens_at=close - timedelta(days=7), closes_at=close)
    return close


def following(season: Season) -> Season:
    return Season.objects.get(ladder=season.ladder, number=season.number + 1)


def everything(season: Season) -> list[list[tuple[object, ...]]]:
    found = [Season.objects.order_by("id"), Entry.objects.order_by("id"), RatingEvent.objects.order_by("id")]
    return [list(rows.values_list()) for rows in found]


def test_a_season_that_is_over_closes_and_the_next_of_the_same_length_begins(season: Season, slot: Slot) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    play_blocks(season, slot, entry, *stage.house_entries(season, 2), count=2)
    is_over(season)
    assert services.turn() == 1
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    after = following(season)
    assert (after.state, after.opens_at) == (Season.State.RUNNING, season.closes_at)
    assert after.closes_at == after.opens_at + timedelta(days=7)
    assert list(selectors.running_seasons()) == [after]
    before = everything(season)
    assert services.turn() == 0  # twice, as after a kill
    assert everything(season) == before


def test_ratings_are_pulled_half_way_to_where_each_first_began(season: Season, slot: Slot) -> None:
    entry = stage.live(stage.author("Ana"), "Sphinx", season)
    anchor, house = stage.house_entries(season, 2)
    Entry.objects.filter(pk=house.pk).update(start_mpt=1_500_000, rating_mpt=1_900_000)
    Entry.objects.filter(pk=entry.pk).update(start_mpt=1_000_000, rating_mpt=1_300_001)
    for begun in ({"Sphinx": 1_150_000, "Ibis": 1_700_000}, {"Sphinx": 1_075_000, "Ibis": 1_600_000}):
        is_over(season)
        services.turn()
        season = following(season)
        found = season.entries.select_related("bot")
        assert {each.bot.name: each.rating_mpt for each in found if each.bot.name in begun} == begun
        assert all(each.start_mpt == each.rating_mpt for each in found)
        assert found.get(bot=entry.bot).error_mpt == START_ERROR_MPT
        assert found.get(is_anchor=True).bot_id == anchor.bot_id
    play_blocks(season, slot, *season.entries.order_by("id")[:3])
    assert ledger.differences(season=season) == []


def test_who_left_or_failed_stays_behind_and_a_paused_bot_stays_paused(season: Season) -> None:
    ana = stage.author("Ana")
    left, paused, never = (stage.live(ana, name, season) for name in ("Left", "Paused", "Never"))
    services.withdraw(actor=ana, entry=left)
    services.pause(actor=ana, entry=paused)
    Entry.objects.filter(pk=never.pk).update(version=None)
    is_over(season)
    services.turn()
    after = following(season)
    assert list(after.entries.filter(bot__owner=ana).values_list("bot__name", "state")) == [("Paused", "paused")]
    assert Version.objects.get(bot=paused.bot).state == Version.State.LIVE


def test_leaving_between_seasons_does_not_reset_a_rating(season: Season) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    Entry.objects.filter(pk=entry.pk).update(start_mpt=1_000_000, rating_mpt=600_000)
    services.withdraw(actor=ana, entry=entry)
    is_over(season)
    services.turn()
    again = services.enter(actor=ana, bot=entry.bot, season=following(season))
    assert (again.start_mpt, again.rating_mpt) == (800_000, 800_000)


def test_a_season_closes_only_when_its_last_block_is_rated(season: Season, slot: Slot) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    is_over(season)
    assert services.turn() == 0
    stage.play_all(slot)
    assert services.turn() == 0
    services.rate(season=season)
    assert services.turn() == 1
    assert following(season).next_block == 1


def test_a_trial_that_is_open_at_the_close_comes_again_in_the_next_season(season: Season, slot: Slot) -> None:
    version = stage.upload(stage.author("Ana"), "Sphinx")
    is_over(season)
    services.turn()
    trial = Block.objects.get(subject_version=version)
    assert (trial.outcome, trial.reason) == (
        Block.Outcome.UNRATED,
        "the season has closed; the trial comes in the next one",
    )
    services.pair()
    stage.play_all(slot)
    entry = following(season).entries.get(bot=version.bot)
    assert (entry.version, entry.pending) == (version, None)


def test_a_frozen_season_takes_nothing_new_and_the_next_one_tries_it(season: Season, slot: Slot) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    now = timezone.now()
    freeze = now - timedelta(minutes=1)
    Season.objects.update(freezes_at=freeze, closes_at=now + timedelta(days=1))
    second = stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    assert second.state == Version.State.NEW
    assert "frozen until it closes" in second.reason
    assert not Block.objects.exists()
    with pytest.raises(Conflict, match="season 1 is about to close"):
        selectors.season_to_enter(season.ladder)
    season.refresh_from_db()
    with pytest.raises(Conflict, match="takes no entries any more"):
        services.enter(actor=ana, bot=entry.bot, season=season)
    with pytest.raises(Conflict, match="takes no other versions"):
        services.use_version(actor=ana, entry=entry, version=second)
    services.pair()
    assert Block.objects.filter(kind=Block.Kind.RATED).exists()  # it plays on
    Block.objects.all().update(state="closed", outcome="unrated", seed="1", closed_at=now)
    services.rate(season=season)
    is_over(season)
    Season.objects.update(freezes_at=freeze)
    services.turn()
    after = following(season)
    found = after.entries.get(bot=entry.bot)
    assert (found.version, found.pending) == (entry.version, second)
    assert after.closes_at - after.freezes_at == Season.objects.get(pk=season.pk).closes_at - freeze
    assert Version.objects.get(pk=second.pk).state == Version.State.TRIAL


def test_a_planned_season_follows_in_its_own_time(season: Season) -> None:
    later = timezone.now() + timedelta(days=3)
    is_over(season)
    planned = seasons.draft_season(ladder=season.ladder, opens_at=later)
    services.turn()
    assert list(selectors.running_seasons()) == []
    assert services.turn() == 0
    Season.objects.filter(pk=planned.pk).update(opens_at=timezone.now())
    assert services.turn() == 1
    assert list(selectors.running_seasons()) == [planned]
    assert planned.entries.count() == len(stage.HOUSE_BOTS)


def test_a_season_opened_ahead_gets_its_entries_when_the_one_before_closes(season: Season) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    Entry.objects.filter(pk=entry.pk).update(start_mpt=1_000_000, rating_mpt=1_400_000)
    now = timezone.now()
    seasons.move_close(season=season, closes_at=now + timedelta(days=1))
    ahead = seasons.draft_season(ladder=season.ladder, opens_at=now + timedelta(days=1))
    ahead = seasons.open_season(season=ahead)
    early = services.enter(actor=ana, bot=entry.bot, season=ahead)
    assert early.rating_mpt == 1_200_000
    Entry.objects.filter(pk=entry.pk).update(rating_mpt=1_600_000)
    Season.objects.filter(pk=ahead.pk).update(opens_at=is_over(season))
    services.turn()
    early.refresh_from_db()
    assert (early.rating_mpt, ahead.entries.count()) == (1_300_000, 1 + len(stage.HOUSE_BOTS))


def test_after_the_last_season_none_follows(season: Season) -> None:
    Season.objects.update(is_last=True)
    is_over(season)
    assert services.turn() == 1
    assert Season.objects.get().state == Season.State.CLOSED
    assert services.turn() == 0


def test_seasons_that_passed_while_the_site_was_off_are_not_made_up(season: Season) -> None:
    is_over(season, ago=timedelta(days=6))
    Season.objects.update(opens_at=timezone.now() - timedelta(days=8))  # it was two days long
    services.turn()
    season.refresh_from_db()
    after = following(season)
    assert after.opens_at == season.closed_at
    assert services.turn() == 0


def test_new_rules_end_a_season_with_its_reason_and_the_next_one_has_them(season: Season, slot: Slot) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    Season.objects.update(rules_version=stage.RULES + 7, closes_at=season.opens_at + timedelta(days=2))
    season.refresh_from_db()
    block = blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    workers.report(name="old/0", tier="bwrap", plays=[(stage.GAME, stage.RULES + 7)])
    assert services.turn() == 1
    season.refresh_from_db()
    assert season.reason == f"The rules of the game changed from version {stage.RULES + 7} to version {stage.RULES}."
    assert list(selectors.running_seasons()) == []
    assert Block.objects.get(pk=block.pk).is_open  # a worker of the old release may still finish it
    assert services.turn() == 0
    workers.report(name="old/0", tier="bwrap", plays=stage.PLAYS)
    assert services.turn() == 1
    block.refresh_from_db()
    assert (block.outcome, block.reason) == (Block.Outcome.UNRATED, season.reason)
    services.rate(season=season)
    services.turn()
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    after = following(season)
    assert (after.state, after.rules_version) == (Season.State.RUNNING, stage.RULES)
    assert after.closes_at - after.opens_at == timedelta(days=2)
    assert after.entries.filter(bot__owner__is_house=True, version=None).count() == 0
    tried = after.entries.get(bot=entry.bot)
    assert (tried.version, tried.pending) == (None, entry.version)


def test_a_draft_made_before_an_upgrade_opens_with_the_present_rules(season: Season) -> None:
    close = is_over(season)
    draft = seasons.draft_season(ladder=season.ladder, opens_at=close, options={"closing": "sum_only"})
    Season.objects.filter(pk=draft.pk).update(rules_version=stage.RULES + 7, options={"gone": "x"})
    services.turn()
    draft.refresh_from_db()
    assert (draft.state, draft.rules_version) == (Season.State.RUNNING, stage.RULES)
    assert "gone" not in draft.options


def test_final_standings_come_from_a_fit_over_the_whole_season(season: Season, slot: Slot) -> None:
    play_blocks(season, slot, *stage.house_entries(season, 3), count=3)
    entries = list(season.entries.all())
    fitted = finals.fit_season(season, entries)
    is_over(season)
    services.turn()
    rows = standings(Season.objects.get(pk=season.pk))
    rated, others = rows[:3], rows[3:]
    assert [row.entry.final_mpt for row in rated] == sorted((each.rating_mpt for each in fitted.values()), reverse=True)
    for row in rated:
        found = fitted[row.entry.pk]
        assert (row.entry.final_mpt, row.entry.final_error_mpt) == (found.rating_mpt, found.error_mpt)
        assert row.rank == row.entry.final_rank == 1 + [each.entry.final_mpt for each in rated].index(found.rating_mpt)
    assert next(row.entry.final_mpt for row in rated if row.entry.is_anchor) == 1_000_000
    assert {(row.rank, row.entry.final_rank, row.entry.final_mpt) for row in others} == {(None, None, None)}


def test_a_closed_season_stands(season: Season) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    is_over(season)
    services.turn()
    for act in (services.pause, services.withdraw):
        with pytest.raises(Conflict, match="closed; its board stands"):
            act(actor=ana, entry=Entry.objects.get(pk=entry.pk))
    services.close_account(actor=ana)
    assert set(Entry.objects.filter(bot=entry.bot).values_list("season__number", "state")) == {
        (1, "active"),
        (2, "withdrawn"),
    }
    with pytest.raises(Conflict):
        ladders.change_state(actor=ana, entry=entry, state=Entry.State.PAUSED)


def test_a_ladder_whose_game_is_gone_does_not_hold_up_the_others(season: Season) -> None:
    other = stage.ladder(4)
    for each in (season, other):
        is_over(each)
    Ladder.objects.filter(pk=season.ladder_id).update(game="senet")
    assert services.turn() == 1
    assert [each.state for each in Season.objects.filter(pk__in=[season.pk, other.pk]).order_by("id")] == [
        Season.State.RUNNING,
        Season.State.CLOSED,
    ]


def test_nobody_turns_seasons_while_blocks_are_made(season: Season) -> None:
    is_over(season)

    def while_pairing() -> None:
        try:
            with transaction.atomic():
                assert pairing.is_alone()
                held.set()
                done.wait(30)
        finally:
            connection.close()

    held, done = threading.Event(), threading.Event()
    other = threading.Thread(target=while_pairing)
    other.start()
    assert held.wait(30)
    assert services.turn() == 0
    done.set()
    other.join()
    assert services.turn() == 1
