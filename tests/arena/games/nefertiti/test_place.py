"""Placing a servant, and what closes a hall (NE-4)."""

from __future__ import annotations

import pytest

from arena.games.nefertiti.board import HALLS, LAYOUTS
from arena.games.nefertiti.events import Closed, GainCoin, Placed
from arena.games.nefertiti.halls import SPACE, reason_to_close
from tests.arena.games.nefertiti.table import asked, begin, lay_out, menu, of_type, play, stand


@pytest.mark.parametrize(
    ("reserve", "money", "left", "coins"), [(0, 8, 0, 0), (1, 9, 0, 1), (2, 10, 0, 2), (3, 10, 1, 2)]
)
def test_e2_the_first_servant_and_the_icon_bring_coins(reserve: int, money: int, left: int, coins: int) -> None:
    """NE-4.2, NE-4.3: the coin of the first servant comes first."""
    state = lay_out()
    state.reserve[0] = reserve
    events = play(state, "place GR0")
    assert (state.money[0], state.reserve[0]) == (money, left)
    expected = [GainCoin(0, "G", "first"), GainCoin(0, "G", "icon")][:coins]
    assert events == [Placed(0, "GR0"), *expected]


def test_a_later_servant_gets_the_coin_of_the_icon_only() -> None:
    """NE-4.2, NE-4.3."""
    state = lay_out()
    state.reserve[0] = 2
    stand(state, 1, "GR6")
    play(state, "place GR1")
    assert (state.money[0], state.reserve[0]) == (9, 1)
    play(state, "place GR2")
    assert (state.money[1], state.reserve[0]) == (9, 1)


def test_free_spaces_of_open_markets_are_offered_in_order() -> None:
    """NE-4.1, NE-8.3."""
    state = lay_out()
    stand(state, 1, "GR0", "KR7")
    spaces = [*(f"GR{i}" for i in range(1, 9)), *(f"KR{i}" for i in range(7)), *(f"SR{i}" for i in range(9))]
    assert begin(state) == [f"place {space}" for space in spaces]


def test_a_seat_may_bid_more_than_it_owns_and_stand_in_a_market_twice() -> None:
    """NE-4.1."""
    state = lay_out()
    state.money[0] = 0
    stand(state, 0, "GR0")
    assert "place GR8" in begin(state)
    assert "place GR1" in menu(state)


def test_the_next_seat_is_the_one_on_the_left() -> None:
    """NE-3.1."""
    state = lay_out(active=3)
    play(state, "place GR0")
    assert asked(state) == (0, "place")
    assert state.turn == 1


@pytest.mark.parametrize("hall", range(8))
@pytest.mark.parametrize("full", [False, True])
def test_a_hall_closes_when_its_sum_is_reached(hall: int, full: bool) -> None:
    """NE-4.4: reaching is enough; one less is not."""
    threshold = LAYOUTS[hall].full_total if full else LAYOUTS[hall].total
    prices = [SPACE[name].price for name in SPACE if SPACE[name].hall == hall]
    assert sum(prices) > threshold, "an open hall always has a free space"
    for spaces in range(1 << len(prices)):
        chosen = [price for i, price in enumerate(prices) if spaces >> i & 1]
        occupied = sum(1 << price for price in chosen)
        reason = reason_to_close(hall, occupied, full, 1)
        assert (reason == 1) == (sum(chosen) >= threshold)
        if not full:
            assert reason in (0, 1)


SUMS = {
    "GL": (15, 15),
    "GR": (14, 24),
    "KL": (18, 24),
    "KR": (18, 18),
    "SL": (16, 21),
    "SR": (17, 17),
    "LL": (12, 12),
    "LR": (20, 20),
}


def test_the_sums_of_the_halls() -> None:
    """NE-4.4, NE-4.5."""
    assert {hall: (layout.total, layout.full_total) for hall, layout in zip(HALLS, LAYOUTS, strict=True)} == SUMS


def closes(closing: str, *standing: tuple[int, str]) -> str:
    """Gives why the market closes when the last of these servants is placed, after the others stood there."""
    state = lay_out(closing=closing)
    *before, (seat, last) = standing
    for other, space in before:
        stand(state, other, space)
    state.hall[SPACE[last].market] = SPACE[last].hall
    state.open |= 1 << SPACE[last].market
    state.active = seat
    closed = of_type(play(state, f"place {last}"), "close")
    if not closed:
        return ""
    assert isinstance(closed[0], Closed)
    return closed[0].reason


def test_e10_three_colours_or_four_servants_close_the_right_hall_of_gizeh() -> None:
    """NE-4.5."""
    assert closes("full", (0, "GR2"), (1, "GR3"), (2, "GR5")) == "colors"
    assert closes("full", (0, "GR2"), (0, "GR3"), (1, "GR5")) == ""
    assert closes("full", (0, "GR2"), (0, "GR3"), (1, "GR5"), (1, "GR6")) == "count"
    assert closes("full", (0, "GR8"), (0, "GR7"), (0, "GR5")) == "sum"


def test_e10_four_connected_spaces_close_the_left_hall_of_akhet_aton() -> None:
    """NE-4.5."""
    assert closes("full", (0, "KL0"), (1, "KL5"), (0, "KL6"), (1, "KL1")) == "connected"
    assert closes("full", (0, "KL0"), (1, "KL2"), (0, "KL4"), (1, "KL6")) == ""
    assert closes("full", (0, "KL0"), (1, "KL1"), (0, "KL7"), (1, "KL8")) == ""
    assert closes("full", (0, "KL0"), (1, "KL8"), (0, "KL7"), (1, "KL6"), (1, "KL2")) == "connected"


def test_e10_three_in_a_line_close_the_left_hall_of_abou_simbel() -> None:
    """NE-4.5."""
    assert closes("full", (0, "SL0"), (1, "SL4"), (2, "SL8")) == "line"
    assert closes("full", (0, "SL0"), (1, "SL4"), (2, "SL7")) == ""
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        assert closes("full", *[(0, f"SL{space}") for space in line]) in ("line", "sum")


def test_only_the_sum_counts_under_sum_only() -> None:
    """NE-4.4."""
    assert closes("sum_only", (0, "GR2"), (1, "GR3"), (2, "GR4")) == ""
    assert closes("sum_only", (0, "GR2"), (1, "GR3"), (2, "GR4"), (3, "GR5")) == "sum"
    assert closes("sum_only", (0, "KL2"), (1, "KL3"), (2, "KL8"), (3, "KL7")) == ""
    assert closes("sum_only", (0, "SL0"), (1, "SL4"), (2, "SL8")) == ""


def test_the_first_reason_that_holds_is_told() -> None:
    """NE-4.4, NE-4.5: sum before colours, colours before number."""
    assert closes("full", (0, "GR8"), (1, "GR7"), (2, "GR5")) == "sum"
    assert closes("full", (0, "GR2"), (0, "GR3"), (1, "GR5"), (2, "GR6")) == "colors"


def test_e11_without_servants_a_market_with_ones_own_is_closed() -> None:
    """NE-4.6, NE-5.2: three seats, one lone servant on price 1."""
    state = lay_out(3)
    stand(state, 0, "GR1", "KR0", "SR0", "KR1")
    assert state.money[0] == 9
    assert begin(state) == ["close G", "close K", "close S"]
    events = play(state, "close G")
    (closed,) = of_type(events, "close")
    assert closed == Closed(0, "G", "GR", "forced")
    assert (state.money[0], state.reserve[0]) == (8, 2)
    play(state, "take 1 2")
    assert state.servants[0] == 1
    assert asked(state) == (1, "place")


def test_only_markets_with_ones_own_servants_can_be_closed() -> None:
    """NE-4.6."""
    state = lay_out()
    stand(state, 0, "GR1", "GR0", "SR0", "SR1")
    stand(state, 1, "KR0")
    assert begin(state) == ["close G", "close S"]


def test_closing_the_only_market_is_not_asked() -> None:
    """NE-4.6, NE-8.2: all four servants stand in one market."""
    state = lay_out(closing="sum_only")
    stand(state, 0, "KR0", "KR1", "KR2", "KR3")
    begin(state)
    assert asked(state) == (0, "take")
    assert state.money[0] == 3


def test_hiring_comes_before_a_forced_closing() -> None:
    """NE-4.6, NE-3.2."""
    state = lay_out()
    state.seals[0] = 1
    stand(state, 0, "GR1", "KR0", "SR0", "SR1")
    begin(state)
    assert asked(state) == (0, "hire")
    play(state, "hire vizier")
    assert menu(state) == ["close G", "close K", "close S"]
