"""A slot's turn: it writes one result while its runner plays the next match, and leaves none unwritten."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from arena.referee.runner import MatchSpec
from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.models import Match
from nile_site.matches.services import blocks, playing
from nile_site.matches.services.playing import Played
from tests.nile_site import stage

pytestmark = pytest.mark.django_db

FOREVER = float("inf")


@pytest.fixture(autouse=True)
def block(season: Season) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    season.entries.update(state="paused")


def states() -> list[str]:
    return list(Match.objects.order_by("id").values_list("state", flat=True))


def test_a_result_is_written_while_the_next_match_is_played(tmp_path: Path) -> None:
    seen: list[list[str]] = []

    class Watched(stage.InlineRunner):
        def begin(self, spec: MatchSpec) -> None:
            seen.append(states())
            super().begin(spec)

    place = stage.slot(tmp_path, Watched(spoils=lambda spec: seen.append(states())))
    assert services.play_turn(slot=place, until=FOREVER) is Played.NOTHING
    assert seen == [
        ["running", "queued", "queued"],
        ["running", "queued", "queued"],
        ["running", "running", "queued"],
        ["finished", "running", "queued"],
        ["finished", "running", "running"],
        ["finished", "finished", "running"],
    ]
    assert states() == ["finished"] * 3
    assert RatingEvent.objects.count() == 3


def test_the_last_result_is_written_when_the_time_of_a_turn_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock: Iterator[float] = iter([0, 1])
    monkeypatch.setattr(playing, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert services.play_turn(slot=stage.slot(tmp_path), until=1) is Played.DONE
    assert states() == ["finished", "queued", "queued"]


def test_a_result_is_written_although_the_next_match_cannot_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = stage.slot(tmp_path)
    begun: list[str] = []

    def fail_the_second(**match: object) -> MatchSpec:
        begun.append("")
        if len(begun) == 2:
            raise OSError("the disk is full")
        return spec_of(**match)  # type: ignore[arg-type]

    spec_of = playing.spec_of
    monkeypatch.setattr(playing, "spec_of", fail_the_second)
    with pytest.raises(OSError, match="the disk is full"):
        services.play_turn(slot=place, until=FOREVER)
    assert states() == ["finished", "running", "queued"]


def test_no_lease_is_kept_when_the_database_fails_in_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**result: object) -> None:
        raise OperationalError("the server went away")

    monkeypatch.setattr(playing.recording, "record", fail)
    with pytest.raises(OperationalError) as kept:
        services.play_turn(slot=stage.slot(tmp_path), until=FOREVER)
    assert states() == ["running", "running", "queued"]
    assert [each.name for each in threading.enumerate() if each.name.startswith("lease")] == []
    assert kept.tb is not None  # its frames live on, as those of a task that failed


def test_a_lost_runner_ends_the_turn(tmp_path: Path) -> None:
    runner = stage.InlineRunner(spoils=lambda spec: stage.lose(spec) if len(runner.specs) == 2 else None)
    assert services.play_turn(slot=stage.slot(tmp_path, runner), until=FOREVER) is Played.RUNNER_LOST
    assert states() == ["finished", "queued", "queued"]
