"""A bot whose version makes fault after fault sits out until a version has passed a new trial."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import Block, Match
from nile_site.matches.selectors import last_faults
from nile_site.matches.services import blocks
from nile_site.world import world
from tests.nile_site import stage

pytestmark = pytest.mark.django_db

FAULTY = stage.InlineRunner(faulty=["Sphinx"])


@pytest.fixture
def ana() -> User:
    return stage.author("Ana")


@pytest.fixture
def entry(season: Season, ana: User) -> Entry:
    return stage.live(ana, "Sphinx", season)


def play(room: Path, entry: Entry, blocks_: int = 1, runner: stage.InlineRunner | None = None) -> Entry:
    """Play blocks of three matches, and what else waits; give the entry as it is then."""
    for _ in range(blocks_):
        house = stage.house_entries(entry.season, 2)
        blocks.open_rated(season=entry.season, seated=stage.seated(entry, *house))
        stage.play_all(stage.slot(room, runner or stage.InlineRunner()))
    return now(entry)


def now(entry: Entry) -> Entry:
    return Entry.objects.select_related("version", "pending", "season__ladder", "bot").get(pk=entry.pk)


def test_the_fifth_fault_benches_and_open_blocks_are_played_and_rated(entry: Entry, tmp_path: Path) -> None:
    assert (world().play.faults, world().play.faults_among) == (5, 10)
    play(tmp_path, entry, 1, FAULTY)
    blocks.open_rated(season=entry.season, seated=stage.seated(entry, *stage.house_entries(entry.season, 2)))
    place = stage.slot(tmp_path, FAULTY)
    services.play_next(slot=place)
    assert now(entry).state == Entry.State.ACTIVE
    services.play_next(slot=place)
    benched = now(entry)
    assert (benched.state, benched.bench) == (Entry.State.BENCHED, Entry.Bench.FAULTS)
    assert benched.reason == "Version 1 made 5 faults in its last 10 rated matches."
    assert Match.objects.filter(state=Match.State.QUEUED).count() == 1
    stage.play_all(place)
    services.rate(season=entry.season)
    assert RatingEvent.objects.filter(entry=entry).count() == 2
    assert not Entry.objects.exclude(pk=entry.pk).exclude(state=Entry.State.ACTIVE).exists()


def test_faults_that_lie_further_back_do_not_count(entry: Entry, tmp_path: Path) -> None:
    play(tmp_path, entry, 1, FAULTY)
    play(tmp_path, entry, 3)
    assert play(tmp_path, entry, 1, FAULTY).state == Entry.State.ACTIVE
    assert len(last_faults([entry])[entry.pk]) == 3


def test_faults_of_another_version_or_in_trials_do_not_count(entry: Entry, ana: User, tmp_path: Path) -> None:
    play(tmp_path, entry, 1, FAULTY)
    version = stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    stage.play_all(stage.slot(tmp_path, FAULTY))
    assert Block.objects.get(subject_version=version).outcome == Block.Outcome.FAILED
    assert len(last_faults([now(entry)])[entry.pk]) == 3
    ladders.promote(entry=entry, version=version)
    assert last_faults([now(entry)])[entry.pk] == []
    assert play(tmp_path, entry, 1, FAULTY).state == Entry.State.ACTIVE


def test_a_new_trial_that_passes_puts_it_back_and_the_count_begins_anew(
    entry: Entry, ana: User, tmp_path: Path
) -> None:
    benched = play(tmp_path, entry, 2, FAULTY)
    services.resume(actor=ana, entry=benched)
    waiting = now(entry)
    assert (waiting.state, waiting.pending) == (Entry.State.BENCHED, entry.version)
    with pytest.raises(Conflict, match="waits for its trial already"):
        services.resume(actor=ana, entry=waiting)
    stage.play_all(stage.slot(tmp_path))
    back = now(entry)
    assert (back.state, back.bench, back.reason, back.pending) == (Entry.State.ACTIVE, "", "", None)
    assert back.version == entry.version
    assert last_faults([back])[entry.pk] == []
    assert play(tmp_path, entry, 1, FAULTY).state == Entry.State.ACTIVE
    assert play(tmp_path, entry, 1, FAULTY).state == Entry.State.BENCHED


def test_a_trial_that_fails_leaves_it_benched_and_may_be_run_again(entry: Entry, ana: User, tmp_path: Path) -> None:
    benched = play(tmp_path, entry, 2, FAULTY)
    services.resume(actor=ana, entry=benched)
    stage.play_all(stage.slot(tmp_path, FAULTY))
    failed = now(entry)
    assert (failed.state, failed.pending, failed.version) == (Entry.State.BENCHED, None, entry.version)
    services.resume(actor=ana, entry=failed)
    assert now(entry).pending == entry.version


def test_a_better_version_puts_it_back_as_well(entry: Entry, ana: User, tmp_path: Path) -> None:
    play(tmp_path, entry, 2, FAULTY)
    version = stage.upload(ana, "Sphinx", "mended", bot=entry.bot)
    stage.play_all(stage.slot(tmp_path))
    back = now(entry)
    assert (back.state, back.version) == (Entry.State.ACTIVE, version)


def test_an_older_version_must_pass_again_too(entry: Entry, ana: User, season: Season, tmp_path: Path) -> None:
    first = entry.version
    second = stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    stage.play_all(stage.slot(tmp_path))
    benched = play(tmp_path, now(entry), 2, FAULTY)
    assert (benched.version, benched.state) == (second, Entry.State.BENCHED)
    services.use_version(actor=ana, entry=benched, version=first)
    assert (now(entry).state, now(entry).pending) == (Entry.State.BENCHED, first)


def test_leaving_and_coming_back_is_no_way_round(entry: Entry, ana: User, tmp_path: Path) -> None:
    benched = play(tmp_path, entry, 2, FAULTY)
    services.withdraw(actor=ana, entry=benched)
    services.enter(actor=ana, bot=entry.bot, season=entry.season)
    assert (now(entry).state, now(entry).pending) == (Entry.State.BENCHED, entry.version)
    services.withdraw(actor=ana, entry=now(entry))
    staff = stage.staff()
    ladders.bench(actor=staff, entry=now(entry), reason="played foul")
    assert now(entry).state == Entry.State.WITHDRAWN
    with pytest.raises(NotAllowed, match="staff must look at it first"):
        services.enter(actor=ana, bot=entry.bot, season=entry.season)
    ladders.unbench(actor=staff, entry=now(entry))
    assert now(entry).state == Entry.State.WITHDRAWN
    with pytest.raises(Conflict, match="not benched"):
        ladders.unbench(actor=staff, entry=now(entry))
    services.enter(actor=ana, bot=entry.bot, season=entry.season)
    assert now(entry).state == Entry.State.ACTIVE


def test_only_its_owner_asks_for_the_trial_and_staff_put_back_without(entry: Entry, ana: User, tmp_path: Path) -> None:
    benched = play(tmp_path, entry, 2, FAULTY)
    staff = stage.staff()
    for other in (stage.author("Ben"), staff):
        with pytest.raises(NotAllowed):
            services.resume(actor=other, entry=benched)
    with pytest.raises(NotAllowed, match="a new trial that passes puts it back"):
        services.pause(actor=ana, entry=benched)
    ladders.unbench(actor=staff, entry=benched)
    assert now(entry).state == Entry.State.ACTIVE
    ladders.bench(actor=staff, entry=now(entry), reason="played foul")
    with pytest.raises(NotAllowed, match="staff must look at it first"):
        services.resume(actor=ana, entry=now(entry))


def test_a_bench_goes_on_in_the_next_season(entry: Entry, ana: User, season: Season, tmp_path: Path) -> None:
    play(tmp_path, entry, 2, FAULTY)
    services.rate(season=season)
    closes_at = timezone.now()
    Season.objects.filter(pk=season.pk).update(opens_at=closes_at - timedelta(days=7), closes_at=closes_at)
    services.turn()
    after = Entry.objects.get(bot=entry.bot, season__number=2)
    assert (after.state, after.bench) == (Entry.State.BENCHED, Entry.Bench.FAULTS)
    with pytest.raises(Conflict, match="is closed"):
        services.resume(actor=ana, entry=now(entry))
    services.resume(actor=ana, entry=after)
    stage.play_all(stage.slot(tmp_path))
    assert now(after).state == Entry.State.ACTIVE


def test_every_bot_of_a_match_is_judged(season: Season, entry: Entry, tmp_path: Path) -> None:
    others = [stage.live(stage.author(name), name, season) for name in ("Ibex", "Lotus")]
    runner = stage.InlineRunner(faulty=["Sphinx", "Ibex", "Lotus"])
    for _ in range(2):
        blocks.open_rated(season=season, seated=stage.seated(entry, *others))
    stage.play_all(stage.slot(tmp_path, runner))
    benched = Entry.objects.filter(bench=Entry.Bench.FAULTS)
    assert set(benched.values_list("bot__name", flat=True)) == {"Sphinx", "Ibex", "Lotus"}
