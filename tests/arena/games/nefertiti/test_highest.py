"""The highest bid of a closing market (NE-5.1 to NE-5.5)."""

from __future__ import annotations

import pytest

from arena.games.nefertiti.events import Discarded, Paid, Took, Unable
from arena.games.nefertiti.state import State
from tests.arena.games.nefertiti.table import (
    asked,
    give,
    hall_of,
    hand,
    is_open,
    lay_out,
    menu,
    of_type,
    play,
    show,
    shown,
    stack,
    stand,
)


def test_e3_a_market_closes_by_exactly_its_sum() -> None:
    """NE-4.4, NE-5.1, NE-5.2, NE-5.6, NE-5.7, NE-6.1, NE-6.2."""
    state = lay_out()
    show(state, "S", "mirror* | necklace harp chair")
    play(state, "place SR4")
    assert (state.money[0], state.reserve[2]) == (9, 0)
    play(state, "place SR7")
    assert asked(state) == (2, "place")
    play(state, "place SR3")
    assert asked(state) == (1, "take")
    assert (state.money[1], state.reserve[2]) == (1, 8)
    play(state, "take 1 2", "coins")
    assert (state.money[0], state.reserve[2]) == (13, 4)
    play(state, "buy 0")
    assert (state.money[2], state.reserve[2]) == (5, 8)
    assert hand(state, 2) == ["mirror"]
    assert state.seals == [0, 0, 1, 0]
    assert not is_open(state, "S")
    assert hall_of(state, "S") == "SL"
    assert shown(state, "S") == "- | - - chair"
    assert is_open(state, "L")
    assert hall_of(state, "L") == "LR"
    assert state.filled[3] == 15
    assert state.sealed >> 3 & 1
    assert state.seal_supply == 8
    assert state.servants == [4, 4, 4, 4]
    assert asked(state) == (3, "place")
    assert state.money == [13, 1, 5, 10]


@pytest.fixture
def unable() -> State:
    """E4: Seat 0 stands on 11 and cannot pay when seat 2 closes by colour."""
    state = lay_out()
    state.money = [5, 9, 9, 13]
    give(state, 0, "harp", "mirror")
    show(state, "G", "gold* | chair harp statue")
    return state


def test_e4_a_highest_bidder_who_cannot_pay_loses_a_gift(unable: State) -> None:
    """NE-5.5, NE-5.7: and half of 5 is 3."""
    state = unable
    play(state, "place GR8")
    assert state.money[0] == 6
    events = play(state, "place GR5", "place GR0")
    assert of_type(events, "unable") == [Unable(0, "G", 11)]
    assert (asked(state), menu(state)) == ((0, "discard"), ["discard mirror", "discard harp"])
    assert play(state, "discard harp")[0] == Discarded(0, "harp", "penalty")
    assert hand(state, 0) == ["mirror"]
    assert state.money[0] == 6
    assert (asked(state), menu(state)) == ((1, "other"), ["buy 0", "buy 1", "buy 2", "buy 3", "pass"])
    play(state, "buy 0")
    assert (hand(state, 1), state.seals[1], state.money[1], state.reserve[0]) == (["gold"], 1, 4, 5)
    assert menu(state) == ["buy 1", "buy 2", "buy 3", "coins"]
    play(state, "coins")
    assert (state.money[2], state.reserve[0]) == (12, 2)


def test_e4_without_a_gift_nothing_happens(unable: State) -> None:
    """NE-5.5."""
    state = unable
    give(state, 0)
    play(state, "place GR8", "place GR5", "place GR0")
    assert asked(state) == (1, "other")
    assert (state.money[0], state.reserve[0]) == (6, 0)


def test_e4_the_only_card_type_is_lost_without_asking(unable: State) -> None:
    """NE-5.5, NE-8.2."""
    state = unable
    give(state, 0, "harp", "harp")
    events = play(state, "place GR8", "place GR5", "place GR0")
    assert of_type(events, "discard") == [Discarded(0, "harp", "penalty")]
    assert hand(state, 0) == ["harp"]


def test_icons_mean_nothing_to_who_cannot_pay() -> None:
    """NE-5.5: price 9 with an extra gift."""
    state = lay_out()
    state.money[0] = 3
    stand(state, 0, "SR8")
    stand(state, 1, "SR4")
    state.active = 1
    play(state, "place SR2")
    assert asked(state) == (1, "other")


def closing_with(state: State, highest: str, *others: tuple[int, str], last: str) -> None:
    """Lets seat 0 stand on the highest space, others as told, and seat 3 close with the last."""
    stand(state, 0, highest)
    for seat, space in others:
        stand(state, seat, space)
    state.active = 3
    play(state, f"place {last}")


def test_the_sealed_gift_or_two_unsealed() -> None:
    """NE-5.2, NE-8.3."""
    state = lay_out()
    closing_with(state, "SR7", (1, "SR4"), last="SR3")
    assert menu(state) == ["take 0", "take 1 2", "take 1 3", "take 2 3"]


def test_a_seal_goes_with_the_sealed_gift() -> None:
    """NE-5.9."""
    state = lay_out()
    show(state, "S", "gold* | chair harp statue")
    closing_with(state, "SR7", (1, "SR4"), last="SR3")
    events = play(state, "take 0")
    assert events[0] == Took(0, "S", 0, "gold", True)
    assert state.seals[0] == 1
    assert shown(state, "S") == "- | chair harp statue"


def test_one_unsealed_gift_counts_as_two() -> None:
    """NE-5.2."""
    state = lay_out()
    show(state, "S", "gold* | - harp -")
    closing_with(state, "SR7", (1, "SR4"), last="SR3")
    assert menu(state) == ["take 0", "take 2"]


def test_without_a_seal_any_two_gifts() -> None:
    """NE-2.7, NE-5.2."""
    state = lay_out()
    show(state, "S", "gold | chair harp statue")
    closing_with(state, "SR7", (1, "SR4"), last="SR3")
    assert menu(state) == ["take 0 1", "take 0 2", "take 0 3", "take 1 2", "take 1 3", "take 2 3"]
    events = play(state, "take 0 3")
    assert events[:2] == [Took(0, "S", 0, "gold", False), Took(0, "S", 3, "statue", False)]
    assert state.seals[0] == 0


def test_the_price_is_in_the_reserve_before_the_choice() -> None:
    """NE-5.2, NE-1.6."""
    state = lay_out()
    state.reserve[2] = 1
    stand(state, 0, "SR7")
    stand(state, 1, "SR4")
    state.active = 3
    events = play(state, "place SR3")
    assert of_type(events, "pay") == [Paid(0, "S", 8)]
    assert state.reserve[2] == 9
    assert asked(state) == (0, "take")


def test_e6_an_extra_gift_may_be_taken() -> None:
    """NE-5.4."""
    state = lay_out(active=0)
    show(state, "S", "gold* | chair harp statue")
    state.money[:2] = [10, 8]
    play(state, "place SR8")
    assert (state.money[0], state.reserve[2]) == (11, 0)
    play(state, "place SR7")
    assert state.money[0] == 2
    play(state, "take 1 3")
    assert (asked(state), menu(state)) == ((0, "extra"), ["extra 2", "extra -"])
    play(state, "extra 2")
    assert hand(state, 0) == ["statue", "harp", "chair"]
    assert menu(state) == ["buy 0", "coins"]
    play(state, "coins")
    assert (state.money[1], state.reserve[2]) == (13, 4)
    assert shown(state, "S") == "gold* | - - -"
    assert state.reserve[2] == 4


def test_an_extra_gift_may_be_declined() -> None:
    """NE-5.4."""
    state = lay_out()
    state.money[0] = 10
    closing_with(state, "SR8", last="SR7")
    play(state, "take 0")
    assert menu(state) == ["extra 1", "extra 2", "extra 3", "extra -"]
    events = play(state, "extra -")
    assert [event.__struct_config__.tag for event in events][:1] == ["pass"]
    assert state.filled[2] == 0b1110


def test_no_extra_gift_is_offered_when_only_the_sealed_one_is_left() -> None:
    """NE-5.4."""
    state = lay_out()
    state.money[0] = 10
    show(state, "S", "gold* | chair - statue")
    closing_with(state, "SR8", last="SR7")
    play(state, "take 1 3")
    assert asked(state) == (3, "other")


def test_an_unsealed_upper_gift_may_be_the_extra_one() -> None:
    """NE-2.7, NE-5.4."""
    state = lay_out()
    state.money[0] = 10
    show(state, "S", "gold | chair - statue")
    closing_with(state, "SR8", last="SR7")
    play(state, "take 1 3")
    assert menu(state) == ["extra 0", "extra -"]


def test_e7_a_single_gift() -> None:
    """NE-5.3."""
    state = lay_out()
    show(state, "S", "gold* | chair harp statue")
    play(state, "place SR6", "place SR5", "place SR3")
    assert state.money[0] == 2
    assert menu(state) == ["take 0", "take 1", "take 2", "take 3"]
    play(state, "take 0")
    assert state.seals[0] == 1
    play(state, "buy 1")
    assert (state.money[1], state.reserve[2]) == (3, 13)
    play(state, "coins")
    assert (state.money[2], state.reserve[2]) == (16, 6)


def test_a_lone_free_bid_is_the_highest() -> None:
    """NE-5.2: a price of 0 is paid by anybody."""
    state = lay_out(closing="sum_only")
    state.money[0] = 0
    stand(state, 0, "GR0", "KR0", "KR1", "SR0")
    events = play(state, "close G")
    assert of_type(events, "pay") == [Paid(0, "G", 0)]
    assert asked(state) == (0, "take")


def test_servants_return_bid_by_bid() -> None:
    """NE-5.10."""
    state = lay_out()
    stack(state, *["gold"] * 8, "akhenaton")
    closing_with(state, "SR7", (1, "SR4"), last="SR3")
    assert state.servants == [3, 3, 4, 3]
    play(state, "take 0")
    assert state.servants == [4, 3, 4, 3]
    play(state, "coins")
    assert state.servants == [4, 4, 4, 3]
    play(state, "coins")
    assert state.servants == [4, 4, 4, 4]


def test_one_seat_may_own_the_highest_bid_and_others() -> None:
    """NE-5.1, NE-5.7: the second bid may take back half of what the first one paid."""
    state = lay_out()
    state.money[0] = 9
    stand(state, 0, "SR7", "SR5")
    play(state, "place SR2")
    play(state, "take 0")
    assert (asked(state), state.money[0], state.reserve[2]) == ((0, "other"), 6, 4)
    play(state, "coins")
    assert (state.money[0], state.reserve[2]) == (8, 2)
