"""From an upload to the ladder: trials, versions, pausing, leaving; and that nobody acts on another's bot."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from arena.sandbox.bundle import pack
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, Refused
from nile_site.bots.models import Bot, Package, Version
from nile_site.ladders import services as ladders
from nile_site.ladders.board import standings
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import selectors, services
from nile_site.matches.models import TRIAL_PRIORITY, Block, Match
from nile_site.matches.services import blocks
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return stage.author("Ana")


def entry_of(version: Version) -> Entry:
    return Entry.objects.select_related("bot__owner", "season__ladder", "version", "pending").get(bot=version.bot)


def test_an_upload_is_on_trial_at_once_ahead_of_everything(season: Season, ana: User) -> None:
    version = stage.upload(ana, "Sphinx")
    assert (version.number, version.state) == (1, Version.State.TRIAL)
    trial = Block.objects.get(kind=Block.Kind.TRIAL)
    match = trial.matches.get()
    assert (match.state, match.priority, match.seats.count()) == (Match.State.QUEUED, TRIAL_PRIORITY, 3)
    assert {seat.bot.owner.is_house for seat in match.seats.exclude(bot=version.bot)} == {True}
    (own,) = selectors.my_bots(ana)
    assert own.entries[0].sentence == "Version 1 waits for its trial, at place 1 of the queue."


def test_a_trial_without_a_fault_makes_the_version_live_and_moves_no_rating(
    season: Season, ana: User, slot: Slot
) -> None:
    version = stage.upload(ana, "Sphinx")
    assert stage.play_all(slot) == 1
    entry = entry_of(version)
    assert (entry.version, entry.pending, entry.games) == (version, None, 0)
    version.refresh_from_db()
    assert version.state == Version.State.LIVE
    trial = Block.objects.get()
    assert (trial.outcome, trial.number) == (Block.Outcome.PASSED, None)
    assert services.rate(season=season) == 0
    assert not RatingEvent.objects.exists()
    assert services.pair() >= 1
    rated = Block.objects.get(kind=Block.Kind.RATED)
    assert rated.matches.filter(seats__version=version).count() == 3


def test_a_failed_trial_says_why_and_leaves_the_old_version_playing(
    season: Season, ana: User, slot: Slot, tmp_path: Path
) -> None:
    first = stage.upload(ana, "Sphinx")
    stage.play_all(slot)
    second = stage.upload(ana, "Sphinx", "second", bot=first.bot)
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Sphinx"])))
    entry = entry_of(second)
    assert (entry.version, entry.pending) == (first, None)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (Version.State.LIVE, Version.State.FAILED)
    assert second.reason.startswith("It ended before the match was over at ply ")
    assert second.reason.endswith(": ArithmeticError: planted.")


def test_a_house_bot_that_fails_does_not_fail_the_trial(season: Season, ana: User, tmp_path: Path) -> None:
    version = stage.upload(ana, "Sphinx")
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=stage.HOUSE_BOTS)))
    assert entry_of(version).version == version


def test_a_new_version_replaces_the_old_one_and_one_that_waits(season: Season, ana: User, slot: Slot) -> None:
    first = stage.upload(ana, "Sphinx")
    second = stage.upload(ana, "Sphinx", "second", bot=first.bot)
    assert entry_of(first).pending == second
    cancelled = Block.objects.get(subject_version=first)
    assert (cancelled.state, cancelled.reason) == (Block.State.CLOSED, "a newer version took its place")
    stage.play_all(slot)
    third = stage.upload(ana, "Sphinx", "third", bot=first.bot)
    stage.play_all(slot)
    states = list(Version.objects.filter(bot=first.bot).order_by("number").values_list("state", flat=True))
    assert states == [Version.State.RETIRED, Version.State.RETIRED, Version.State.LIVE]
    assert entry_of(third).version == third


def test_a_running_block_finishes_on_the_versions_it_began_with(season: Season, ana: User, slot: Slot) -> None:
    entry = stage.live(ana, "Sphinx", season)
    old = entry.version
    block = blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    assert services.play_next(slot=slot)
    new = stage.upload(ana, "Sphinx", "new", bot=entry.bot)
    stage.play_all(slot)
    versions = set(block.matches.values_list("seats__version", flat=True))
    assert old.pk in versions
    assert new.pk not in versions
    services.rate(season=season)
    assert RatingEvent.objects.get(entry=entry).version == old
    assert entry_of(new).version == new


def test_an_older_version_that_passed_plays_again_at_once(season: Season, ana: User, slot: Slot) -> None:
    first = stage.upload(ana, "Sphinx")
    stage.play_all(slot)
    second = stage.upload(ana, "Sphinx", "second", bot=first.bot)
    stage.play_all(slot)
    entry = services.use_version(actor=ana, entry=entry_of(second), version=first)
    assert entry.version == first
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (Version.State.LIVE, Version.State.RETIRED)
    with pytest.raises(Conflict, match="Version 1 plays already"):
        services.use_version(actor=ana, entry=entry, version=first)


def test_a_failed_version_can_be_tried_again_and_a_second_press_is_told_so(
    season: Season, ana: User, slot: Slot, tmp_path: Path
) -> None:
    version = stage.upload(ana, "Sphinx")
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Sphinx"])))
    services.use_version(actor=ana, entry=entry_of(version), version=version)
    assert Block.objects.filter(subject_version=version).count() == 2
    with pytest.raises(Conflict, match="waits for its trial already"):
        services.use_version(actor=ana, entry=entry_of(version), version=version)
    assert Block.objects.filter(subject_version=version).count() == 2
    stage.play_all(slot)
    assert entry_of(version).version == version


def test_withdrawing_cancels_the_trial_and_lets_a_running_block_count(season: Season, ana: User, slot: Slot) -> None:
    entry = stage.live(ana, "Sphinx", season)
    block = blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    version = stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    entry = services.withdraw(actor=ana, entry=entry_of(version))
    assert (entry.state, entry.pending) == (Entry.State.WITHDRAWN, None)
    version.refresh_from_db()
    assert version.state == Version.State.NEW
    assert set(Match.objects.filter(block__kind="trial").values_list("state", flat=True)) == {Match.State.CANCELLED}
    stage.play_all(slot)
    services.rate(season=season)
    block.refresh_from_db()
    assert block.outcome == Block.Outcome.RATED
    event = RatingEvent.objects.get(entry=entry)
    rows = standings(season)
    assert next(row.rank for row in rows if row.entry == entry) is None
    again = services.enter(actor=ana, bot=entry.bot, season=season)
    assert (again.pk, again.state, again.rating_mpt) == (entry.pk, Entry.State.ACTIVE, event.after_mpt)


def test_pausing_keeps_a_bot_out_of_new_blocks_only(season: Season, ana: User) -> None:
    entry = stage.live(ana, "Sphinx", season)
    services.pause(actor=ana, entry=entry)
    services.pair()
    assert not Match.objects.filter(seats__entry=entry).exists()
    services.resume(actor=ana, entry=entry)
    with pytest.raises(Conflict, match="plays already"):
        services.resume(actor=ana, entry=entry)


def test_a_benched_bot_is_for_staff_to_put_back(season: Season, ana: User) -> None:
    entry = stage.live(ana, "Sphinx", season)
    ladders.bench(actor=stage.staff(), entry=entry, reason="looked odd")
    for act in (services.resume, services.pause):
        with pytest.raises(NotAllowed, match="staff"):
            act(actor=ana, entry=entry)
    with pytest.raises(NotAllowed, match="Only staff"):
        ladders.unbench(actor=ana, entry=entry)


def test_nobody_acts_on_another_persons_bot(season: Season, ana: User) -> None:
    ben = stage.author("Ben")
    entry = stage.live(ana, "Sphinx", season)
    for act in (services.pause, services.resume, services.withdraw):
        with pytest.raises(NotAllowed):
            act(actor=ben, entry=entry)
    with pytest.raises(NotAllowed):
        services.use_version(actor=ben, entry=entry, version=entry.version)
    with pytest.raises(NotAllowed):
        services.enter(actor=ben, bot=entry.bot, season=season)
    with pytest.raises(NotAllowed):
        stage.upload(ben, "Sphinx", "mine now", bot=entry.bot)
    other = stage.live(ben, "Falcon", season)
    with pytest.raises(Refused, match="another bot"):
        services.use_version(actor=ben, entry=other, version=entry.version)


def test_a_season_takes_entries_up_to_its_last_instant(season: Season, ana: User) -> None:
    version = stage.upload(ana, "Sphinx", seasons=[])
    now = timezone.now()
    Season.objects.filter(pk=season.pk).update(closes_at=now + timedelta(minutes=1))
    season.refresh_from_db()
    entry = services.enter(actor=ana, bot=version.bot, season=season)
    services.withdraw(actor=ana, entry=entry)
    Season.objects.filter(pk=season.pk).update(closes_at=now)
    season.refresh_from_db()
    with pytest.raises(Conflict, match="takes no entries any more"):
        services.enter(actor=ana, bot=version.bot, season=season)


def test_a_refused_upload_leaves_nothing_half_made(season: Season, ana: User) -> None:
    with pytest.raises(Refused, match=r"main\.py is not at the top"):
        services.submit(actor=ana, data=pack({"bot/other.py": b"", "readme": b""}), filename="a.zip", name="Sphinx")
    with pytest.raises(Refused, match="Say which game"):
        services.submit(actor=ana, data=stage.code("x"), filename="main.py", name="Sphinx")
    assert not Bot.objects.filter(owner=ana).exists()
    assert Package.objects.count() == len(stage.HOUSE_BOTS)


def test_closing_an_account_takes_its_bots_off_and_keeps_what_they_played(
    season: Season, ana: User, slot: Slot
) -> None:
    entry = stage.live(ana, "Sphinx", season)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    stage.upload(ana, "Falcon")
    services.close_account(actor=ana)
    assert set(Entry.objects.filter(bot__owner=ana).values_list("state", flat=True)) == {Entry.State.WITHDRAWN}
    ana.refresh_from_db()
    assert (ana.is_active, ana.email, ana.has_usable_password()) == (False, "", False)
    assert ana.username.startswith("closed ")
    stage.play_all(slot)
    assert services.rate(season=season) == 1
