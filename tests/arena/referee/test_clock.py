"""A bot's clock adds and subtracts: bank, increment, wall cap, and who is to blame at the cap."""

from __future__ import annotations

import msgspec
import pytest

from arena.referee.clock import BotClock
from arena.sandbox.base import Limits

MS = 1_000_000
LIMITS = Limits(bank_ms=1000, increment_ms=50, decision_wall_ms=2000)


def test_a_decision_is_granted_its_increment_and_charged_its_cpu_time() -> None:
    clock = BotClock(LIMITS)
    clock.grant()
    clock.charge(300 * MS, 0)
    assert clock.bank_ns == 750 * MS
    clock.grant()
    assert clock.bank_ms == 800
    assert not clock.is_overdrawn


def test_the_wall_cap_is_a_fixed_time_plus_twice_the_bank() -> None:
    clock = BotClock(LIMITS)
    assert clock.wall_cap_ns() == 4000 * MS
    clock.charge(400 * MS, 0)
    assert clock.wall_cap_ns() == 3200 * MS


def test_a_bank_used_to_the_last_nanosecond_is_enough_and_one_more_is_not() -> None:
    clock = BotClock(LIMITS)
    clock.charge(1000 * MS, 0)
    assert (clock.bank_ms, clock.is_overdrawn) == (0, False)
    clock.charge(1, 0)
    assert (clock.bank_ms, clock.is_overdrawn) == (0, True)
    assert clock.wall_cap_ns() == 2000 * MS


@pytest.mark.parametrize(
    ("bot", "elapsed_ms", "waited_ms", "is_starved"),
    [
        ("sleeps on an idle machine", 4001, 0, False),
        ("sleeps and wakes a thousand times", 4001, 30, False),
        ("computed all the time with a third of a CPU", 4001, 2700, True),
        ("was late by what it did, not by what it waited", 7000, 2500, False),
        ("waited for exactly half of the cap", 4000, 2000, False),
    ],
)
def test_only_a_bot_that_stood_in_the_queue_for_most_of_its_time_is_starved(
    bot: str, elapsed_ms: int, waited_ms: int, is_starved: bool
) -> None:
    assert BotClock.is_starved(elapsed_ms * MS, waited_ms * MS, 4000 * MS) is is_starved, bot


def test_a_bot_that_always_computes_and_keeps_its_bank_is_starved_at_the_cap() -> None:
    """Whatever the bank: the cap leaves no third case between overdrawn and starved."""
    for bank_ms in (0, 1, 50, 1000, 60_000):
        clock = BotClock(Limits(bank_ms=bank_ms, decision_wall_ms=2000, match_wall_ms=200_000))
        cap = clock.wall_cap_ns()
        assert BotClock.is_starved(cap, cap - clock.bank_ns, cap)


def test_all_decisions_together_have_their_time_by_the_wall() -> None:
    """A bot that sleeps through every decision, each time within its cap, comes to an end."""
    clock = BotClock(msgspec.structs.replace(LIMITS, match_wall_ms=5000))
    clock.charge(0, 3900 * MS)
    assert (clock.wall_cap_ns(), clock.is_wall_short, clock.is_out_of_wall) == (3100 * MS, True, False)
    clock.charge(0, 3100 * MS)
    assert (clock.wall_cap_ns(), clock.is_out_of_wall) == (2000 * MS, True)


def test_waits_for_a_cpu_are_given_back_once() -> None:
    clock = BotClock(msgspec.structs.replace(LIMITS, match_wall_ms=5000))
    clock.charge(10 * MS, 5100 * MS)
    clock.excuse(4000 * MS)
    assert (clock.wall_left_ns, clock.is_wall_short) == (3900 * MS, False)
    clock.excuse(4100 * MS)
    clock.excuse(0)  # as a process that has ended reports
    assert clock.wall_left_ns == 4000 * MS


def test_a_bot_that_computes_is_never_short_by_the_wall() -> None:
    """However its CPU time is spent: what is left by the wall stays above twice the bank."""
    clock = BotClock(Limits())
    for _ in range(300):
        clock.grant()
        assert not clock.is_wall_short
        clock.charge(80 * MS, 80 * MS)
