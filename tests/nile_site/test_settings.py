"""Time limits lie one within the other: whatever a bot does, the referee ends it and never something further out."""

from __future__ import annotations

from django.conf import settings

from arena.referee.runner import START_S
from arena.sandbox.base import Limits
from nile_site.matches.services.claiming import LEASE_S
from nile_site.matches.tasks import TURN_S
from nile_site.world import world


def test_bots_that_use_all_their_time_leave_the_match_within_its_own() -> None:
    limits, match_s = Limits(**world().limits), world().play.match_wall_s
    assert limits.bank_ms < limits.match_wall_ms
    seats = max(ladder.seats for ladder in world().ladders)
    longest_ms = limits.startup_wall_ms + seats * (limits.match_wall_ms + limits.decision_wall_ms)
    assert 1.2 * longest_ms < match_s * 1000


def test_a_bots_kernel_limit_lies_beyond_what_its_clock_allows() -> None:
    limits = Limits(**world().limits)
    assert limits.startup_cpu_ms + limits.bank_ms < limits.cpu_s * 1000
    assert limits.startup_cpu_ms < limits.startup_wall_ms


def test_a_match_ends_before_the_task_that_plays_it() -> None:
    longest_task_s = START_S + TURN_S + world().play.match_wall_s
    assert 1.1 * longest_task_s < settings.CELERY_TASK_SOFT_TIME_LIMIT
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT + 30 <= settings.CELERY_TASK_TIME_LIMIT
    assert settings.CELERY_TASK_TIME_LIMIT < settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]


def test_a_lease_is_renewed_often_enough_and_a_block_has_time_for_all_attempts() -> None:
    play = world().play
    assert LEASE_S < play.match_wall_s
    assert play.attempts * play.match_wall_s < play.block_hours * 3600
