"""The bids below the highest (NE-5.6 to NE-5.8)."""

from __future__ import annotations

from arena.games.nefertiti.events import Paid, Passed, Took, TookCoins
from arena.games.nefertiti.state import OTHER, State
from tests.arena.games.nefertiti.table import asked, begin, lay_out, menu, of_type, play, show, stand


def other_bids(*standing: tuple[int, str], reserve: int, display: str = "gold* | chair harp statue") -> State:
    """Gives a closing of Abou Simbel whose highest bid has been dealt with."""
    state = lay_out()
    show(state, "S", display)
    for seat, space in standing:
        stand(state, seat, space)
    taken = reserve - state.reserve[2]
    state.reserve[2] = reserve
    state.money[3] -= taken
    state.placings = 0
    state.closing = 2
    state.phase = OTHER
    return state


def test_e5_the_reserve_is_halved_again_and_again() -> None:
    """NE-5.7, NE-5.8: 5 gives 3, then 1, then 1; then there is nothing left and a seat that cannot pay passes."""
    state = other_bids((0, "SR7"), (1, "SR6"), (2, "SR5"), (3, "SR4"), reserve=5)
    state.money = [0, 0, 0, 0]
    state.phase = OTHER
    events = play(state)
    assert of_type(events, "coins") == [TookCoins(0, "S", 3), TookCoins(1, "S", 1), TookCoins(2, "S", 1)]
    assert of_type(events, "pass") == [Passed(3, "other")]
    assert state.money == [3, 1, 1, 0]
    assert state.reserve[2] == 0


def test_a_gift_is_bought_for_the_bid() -> None:
    """NE-5.6, NE-5.9."""
    state = other_bids((1, "SR4"), (0, "SR3"), reserve=3)
    assert begin(state) == ["buy 0", "buy 1", "buy 2", "buy 3", "coins"]
    events = play(state, "buy 0")
    assert events[:2] == [Paid(1, "S", 5), Took(1, "S", 0, "gold", True)]
    assert (state.money[1], state.reserve[2], state.seals[1]) == (4, 8, 1)


def test_icons_do_not_matter_to_lower_bids() -> None:
    """NE-5.6: one gift on `s` and on `x` too."""
    state = other_bids((0, "SR8"), (1, "SR6"), reserve=3)
    state.money[:2] = [12, 12]
    assert begin(state) == ["buy 0", "buy 1", "buy 2", "buy 3", "coins"]
    play(state, "buy 1")
    assert asked(state) == (1, "other")
    play(state, "buy 2")
    assert asked(state)[1] == "place"


def test_who_cannot_pay_takes_coins_without_being_asked() -> None:
    """NE-5.7, NE-8.2."""
    state = other_bids((1, "SR4"), reserve=3)
    state.money[1] = 4
    events = play(state)
    assert of_type(events, "coins") == [TookCoins(1, "S", 2)]


def test_nobody_may_pass_while_the_reserve_has_money() -> None:
    """NE-5.8."""
    assert "pass" not in begin(other_bids((1, "SR4"), reserve=1))


def test_with_an_empty_reserve_one_may_pass_or_buy() -> None:
    """NE-5.8."""
    state = other_bids((1, "SR4"), reserve=0, display="- | - harp -")
    assert begin(state) == ["buy 2", "pass"]
    events = play(state, "pass")
    assert events[0] == Passed(1, "other")


def test_without_gifts_there_are_coins_only() -> None:
    """NE-5.7, NE-8.2."""
    state = other_bids((1, "SR4"), (0, "SR0"), reserve=4, display="- | - - -")
    events = play(state)
    assert of_type(events, "coins") == [TookCoins(1, "S", 2), TookCoins(0, "S", 1)]


def test_a_price_of_nothing_is_a_present() -> None:
    """NE-5.6."""
    state = lay_out()
    state.money = [0, 14, 9, 12]
    show(state, "G", "- | - - harp")
    stand(state, 0, "GR0")
    state.closing, state.phase, state.placings = 0, OTHER, 0
    assert begin(state) == ["buy 3", "coins"]
    events = play(state, "buy 3")
    assert events[:2] == [Paid(0, "G", 0), Took(0, "G", 3, "harp", False)]
    assert menu(state)[0].startswith("place")
