"""Replays are stored once, byte for byte, and go when nothing refers to them."""

from __future__ import annotations

import pytest

from arena import replay as replays
from arena.referee.runner import MatchSpec, SeatSpec
from arena.sandbox.base import Limits
from nile_site.replays import selectors, services
from nile_site.replays.models import Replay
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def text(seed: int) -> bytes:
    seats = tuple(SeatSpec(f"Bot {seat} v1", "nowhere") for seat in range(3))
    return stage.play(MatchSpec("1", stage.GAME, stage.RULES, {}, str(seed), seats, Limits())).replay


def test_equal_replays_are_stored_once_and_come_back_unchanged() -> None:
    first, second = text(1), text(2)
    stored = [services.store(replay=replays.read(each)) for each in (first, second, first)]
    assert stored[0] == stored[2] != stored[1]
    assert Replay.objects.count() == 2
    assert selectors.text_of(Replay.objects.get(pk=stored[0].pk)) == first
    assert replays.verify(bytes(stored[1].packed)).identity == stored[1].identity


def test_what_no_match_refers_to_is_forgotten() -> None:
    services.store(replay=replays.read(text(1)))
    assert services.forget_unused() == 1
    assert services.forget_unused() == 0
