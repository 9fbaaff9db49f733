"""The tasks on their own: what a slot does in a turn, and what wakes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from billiard.exceptions import SoftTimeLimitExceeded
from kombu.exceptions import OperationalError

from arena.errors import RunnerLost, SandboxUnavailable
from nile_site.celery import app
from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches import slot as slots
from nile_site.matches import tasks
from nile_site.matches.models import Match, WorkerStatus
from nile_site.matches.services import blocks, wake
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


class Sent(list[str]):
    """What was sent to the broker instead of being sent."""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    sent = Sent()
    monkeypatch.setattr(app, "send_task", lambda name, **options: sent.append(name))
    monkeypatch.setattr(tasks.play_slot, "apply_async", lambda **options: sent.append("play_slot"))
    return sent


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> stage.InlineRunner:
    """A slot of this process whose runner plays inside the test."""
    runner = stage.InlineRunner()
    runner.close = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(slots, "Runner", lambda **options: runner)
    monkeypatch.setattr(slots, "room", lambda *args, **options: tmp_path)
    monkeypatch.setattr(slots.atexit, "register", lambda function: None)
    monkeypatch.setattr(tasks, "_slots", slots.Slots())
    return runner


def one_block(season: Season) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    season.entries.update(state="paused")


def test_a_slot_plays_and_rates_until_nothing_waits(season: Season, sent: Sent, runner: stage.InlineRunner) -> None:
    one_block(season)
    tasks.play_slot()
    assert set(Match.objects.values_list("state", flat=True)) == {Match.State.FINISHED}
    assert RatingEvent.objects.count() == 3
    status = WorkerStatus.objects.get()
    assert (status.tier, status.runtime, status.reasons) == ("inline", "test", "")
    assert sent == []


def test_a_slot_that_lost_its_runner_gets_another_one(season: Season, sent: Sent, runner: stage.InlineRunner) -> None:
    one_block(season)
    runner._spoils = stage.lose
    tasks.play_slot()
    assert sent == ["play_slot"]
    runner._spoils = None
    tasks.play_slot()
    assert set(Match.objects.values_list("state", flat=True)) == {Match.State.FINISHED}


def test_a_slot_that_was_interrupted_ends_its_runner(season: Season, sent: Sent, runner: stage.InlineRunner) -> None:
    """The runner may still be playing: the next match must not get its answer."""
    one_block(season)
    closed: list[str] = []
    runner.close = lambda: closed.append("closed")  # type: ignore[attr-defined]

    def interrupt(spec: stage.MatchSpec) -> None:
        raise SoftTimeLimitExceeded

    runner._spoils = interrupt
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.play_slot()
    assert closed == ["closed"]
    runner._spoils = None
    tasks.play_slot()
    assert set(Match.objects.values_list("state", flat=True)) == {Match.State.FINISHED}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SandboxUnavailable(("bwrap: not installed.", "landlock: none.")), "bwrap: not installed. landlock: none."),
        (RunnerLost("the runner has ended"), "the runner has ended"),
    ],
)
def test_a_machine_that_cannot_isolate_bots_takes_no_match_and_says_why(
    season: Season, sent: Sent, runner: stage.InlineRunner, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    one_block(season)

    def refuse(**options: object) -> None:
        raise error

    monkeypatch.setattr(slots, "Runner", refuse)
    for _ in range(2):
        tasks.play_slot()
    assert set(Match.objects.values_list("state", flat=True)) == {Match.State.QUEUED}
    status = WorkerStatus.objects.get()
    assert (status.tier, status.reasons) == ("", said)


def test_waking_sends_no_more_than_there_are_slots_and_at_least_one(season: Season, sent: Sent) -> None:
    tasks.wake_slots()
    assert sent == ["play_slot"]
    one_block(season)
    for number in range(2):
        WorkerStatus.objects.create(name=f"w/{number}", tier="bwrap", last_seen=Match.objects.latest("id").created_at)
    tasks.wake_slots()
    assert sent == ["play_slot"] * 3


def test_work_wakes_the_slots_once_it_is_committed(
    season: Season, sent: Sent, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        for _ in range(3):
            blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
        assert sent == []
    assert sent == [wake.WAKE_SLOTS]


def test_a_broker_that_is_away_costs_no_match(
    season: Season, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def away(name: str, **options: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(app, "send_task", away)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    assert Match.objects.filter(state=Match.State.QUEUED).count() == 3


def test_the_periodic_tasks_may_come_twice(season: Season, sent: Sent) -> None:
    for task in (tasks.pair_blocks, tasks.rate_blocks, tasks.reap_leases, tasks.turn_seasons, tasks.prune_replays):
        task()
        task()
    assert Match.objects.count() == 3
