"""Farmers, stones and pyramids (AR-4.5 to AR-4.8)."""

from __future__ import annotations

import pytest

from arena.games.amun_re import scoring
from arena.games.amun_re.board import BANK, SCRIBES
from arena.games.amun_re.events import Built, Paid, Placed
from arena.games.amun_re.state import BUY, State
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    begin,
    default,
    farmers,
    give,
    hand,
    lay_out,
    menu,
    own,
    play,
    play_offers,
    put,
    there,
)


@pytest.fixture
def state() -> State:
    """Three seats after the third auction; seat 0 has Memphis, Kharga and Mendes, 22 gold and no cards."""
    state = lay_out(3, phase=BUY, round=3)
    own(state, 0, "memphis", "kharga", "mendes")
    own(state, 1, "berenike", "abu", "abydos")
    own(state, 2, "thebes", "edfu", "sawu")
    state.gold[0] = 22
    give(state, 0)
    return state


def test_e5_each_sort_is_priced_by_itself(state: State) -> None:
    """AR-4.1, AR-1.3: 1 card, 3 farmers and 5 stones cost 1 + 6 + 15 = 22."""
    events = play(state, "buy 1", "done", "farmers memphis 1", "farmers kharga 0", "farmers mendes 2")
    assert Paid(0, "farmer", 3, 6) in events
    assert state.gold[0] == 15
    events = play(state, "stones memphis 2", "stones kharga 3")
    assert asked(state) == (1, "buy_cards")  # nothing is left to pay a sixth stone
    assert events[:3] == [Placed(0, "stone", "memphis", 2), Placed(0, "stone", "kharga", 3), Paid(0, "stone", 5, 15)]
    assert state.gold[0] == 0
    assert there(state, "kharga") == (1, 0)
    assert there(state, "memphis") == (0, 2)
    conserved(state)


def test_e5_limits_and_banks_of_the_provinces(state: State) -> None:
    """AR-1.4, AR-7.2: the limits add up to 7; W, W, E."""
    assert scoring.met(state, 0) >> SCRIBES & 1
    assert not scoring.met(state, 0) >> BANK & 1


def test_farmers_are_asked_in_the_order_of_winning(state: State) -> None:
    """AR-4.5: up to the free fields and what all of them cost together."""
    put(state, "memphis", farmers=2)
    state.gold[0] = 11
    play(state, "buy 0")
    assert menu(state) == ["farmers memphis 0", "farmers memphis 1"]
    assert default(state) == "farmers memphis 0"
    play(state, "farmers memphis 1")
    assert menu(state) == ["farmers kharga 0", "farmers kharga 1", "farmers kharga 2", "farmers kharga 3"]
    play(state, "farmers kharga 1")
    assert menu(state) == ["farmers mendes 0", "farmers mendes 1", "farmers mendes 2"]
    assert state.gold[0] == 11  # paid at the end
    play(state, "farmers mendes 2")
    assert state.gold[0] == 1
    assert farmers(state, "memphis") == (3, 0)


def test_full_provinces_are_not_asked_about(state: State) -> None:
    """AR-4.5, AR-8.5."""
    put(state, "memphis", farmers=3)
    put(state, "kharga", farmers=3)
    play(state, "buy 0")
    assert menu(state) == [f"farmers mendes {count}" for count in range(7)]
    state.gold[0] = 0
    begin(state)
    assert asked(state) == (1, "buy_cards")


def test_stones_are_bounded_by_gold_alone(state: State) -> None:
    """AR-4.6."""
    play(state, "buy 0", "farmers memphis 0", "farmers kharga 0", "farmers mendes 0")
    assert menu(state) == [f"stones memphis {count}" for count in range(7)]
    assert default(state) == "stones memphis 0"
    play(state, "stones memphis 4")
    assert menu(state) == ["stones kharga 0", "stones kharga 1", "stones kharga 2"]
    play(state, "stones kharga 0", "stones mendes 1")
    assert state.gold[0] == 7
    assert there(state, "memphis") == (1, 1)


def to_stones(state: State, *cards: str) -> None:
    """Gives seat 1 these cards and 10 gold, and goes to its stones for Abydos, where one stone lies."""
    give(state, 1, *cards)
    state.gold[1] = 10
    put(state, "abydos", stones=1)
    state.active = 1
    play(state, "buy 0", "done", "farmers abu 0", "farmers abydos 0", "stones berenike 0", "stones abu 0")


def test_e6_a_builder_makes_a_pyramid_of_two_stones(state: State) -> None:
    """AR-4.7, AR-4.8: 5 stones are 2 pyramids with it; one card of a kind a round (AR-1.5)."""
    to_stones(state, "builder", "builder")
    events = play(state, "stones abydos 4")
    assert asked(state) == (1, "builder")
    assert menu(state) == ["builder abydos", "done"]
    assert default(state) == "done"
    assert there(state, "abydos") == (0, 5)
    assert events == [Placed(1, "stone", "abydos", 4), Paid(1, "stone", 4, 10)]
    events = play(state, "builder abydos")
    assert events == [Built("abydos", 1, True), Built("abydos", 1, False)]
    assert there(state, "abydos") == (2, 0)
    assert hand(state, 1) == ["builder"]
    assert asked(state) == (2, "buy_cards")
    conserved(state)


def test_e6_without_a_builder_three_stones_are_needed(state: State) -> None:
    """AR-4.8, AR-1.8."""
    to_stones(state, "nile")
    events = play(state, "stones abydos 4")
    assert asked(state) == (2, "buy_cards")
    assert there(state, "abydos") == (1, 2)
    assert events[-1] == Built("abydos", 1, False)


def test_a_builder_may_be_kept(state: State) -> None:
    """AR-4.7."""
    to_stones(state, "builder")
    play(state, "stones abydos 4", "done")
    assert there(state, "abydos") == (1, 2)
    assert hand(state, 1) == ["builder"]


def test_a_builder_uses_old_stones(state: State) -> None:
    """AR-4.7: no stone need be bought, but two must lie in one province."""
    give(state, 2, "builder")
    state.gold[2] = 0
    put(state, "thebes", stones=2)
    put(state, "edfu", stones=1)
    put(state, "sawu", stones=2)
    state.active = 2
    state.pharaoh = 0
    play(state, "buy 0", "done")
    assert menu(state) == ["builder sawu", "builder thebes", "done"]
    play(state, "builder sawu")
    assert there(state, "sawu") == (1, 0)
    assert there(state, "thebes") == (0, 2)


def test_without_two_stones_nobody_is_asked_for_a_builder(state: State) -> None:
    """AR-4.7, AR-8.5."""
    to_stones(state, "builder")
    play(state, "stones abydos 0")
    assert asked(state) == (2, "buy_cards")


def test_after_the_last_seat_comes_the_offering(state: State) -> None:
    """AR-2.5, AR-4.1."""
    state.active = 2
    play(state, "buy 0", "done", *[f"farmers {name} 0" for name in ("thebes", "edfu", "sawu")])
    play(state, *[f"stones {name} 0" for name in ("thebes", "edfu", "sawu")])
    play_offers(state, {0: "steal", 1: "steal", 2: "steal"})
    assert state.level == 1
