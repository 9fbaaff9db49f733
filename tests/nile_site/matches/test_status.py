"""The sentence that says why nothing is played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from nile_site.ladders.models import Season
from nile_site.matches import services, status
from nile_site.matches.models import Match, WorkerStatus
from nile_site.matches.services import workers
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(season: Season) -> None:
    services.pair()
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=5))


def test_without_waiting_matches_there_is_nothing_to_say(season: Season) -> None:
    assert status.worker_banner() is None
    services.pair()
    assert status.worker_banner() is None


def test_no_worker(waiting: None) -> None:
    assert status.worker_banner() == "Matches wait: no worker is running."
    workers.report(name="w/0", tier="bwrap", plays=stage.PLAYS)
    assert status.worker_banner() is None
    gone = timezone.now() - timedelta(seconds=WorkerStatus.SEEN_S + 1)
    WorkerStatus.objects.update(last_seen=gone)
    assert status.worker_banner() == "Matches wait: no worker is running."


def test_a_machine_that_cannot_isolate_bots_says_why(waiting: None) -> None:
    workers.report(name="w/0", reasons="bwrap: not installed. landlock: the kernel has none.", plays=stage.PLAYS)
    assert status.worker_banner() == (
        "Matches wait: no worker can play. bwrap: not installed. landlock: the kernel has none."
    )
    workers.report(name="w/1", tier="landlock", plays=stage.PLAYS)
    assert status.worker_banner() is None


def test_outdated_workers_are_told_to_upgrade(waiting: None) -> None:
    workers.report(name="w/0", tier="bwrap", plays=[(stage.GAME, stage.RULES - 1)])
    said = status.worker_banner()
    assert said is not None
    assert "no worker plays nefertiti by version" in said


def test_the_figures_for_staff(waiting: None) -> None:
    workers.report(name="w/0", tier="trusted", plays=stage.PLAYS)
    stage.take()
    figures = status.status()
    assert (figures.queued, figures.running, [slot.name for slot in figures.slots]) == (2, 1, ["w/0"])
    assert figures.oldest_queued_at is not None
    assert status.is_trusting()
    assert workers.slots() == 1
