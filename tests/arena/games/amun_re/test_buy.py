"""Buying and using power cards (AR-4.1 to AR-4.4)."""

from __future__ import annotations

import pytest

from arena.games.amun_re.events import CardsBought, Drew, FarmerFree, Reshuffled, Sold
from arena.games.amun_re.state import BUY, State
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    begin,
    default,
    discard_deck,
    discards,
    farmers,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    own,
    play,
    stack,
)


@pytest.fixture
def state() -> State:
    """Three seats after the third auction; seat 0 has Memphis, Kharga and Mendes, and 22 gold."""
    state = lay_out(3, phase=BUY, round=3)
    own(state, 0, "memphis", "kharga", "mendes")
    own(state, 1, "berenike", "abu", "buto")
    own(state, 2, "thebes", "edfu", "sawu")
    state.gold[0] = 22
    return state


def test_e5_the_highest_limit_counts(state: State) -> None:
    """AR-4.2: 4 in Kharga, not 7 in all; AR-8.4: buying before selling."""
    assert begin(state) == ["buy 0", "buy 1", "buy 2", "buy 3", "buy 4", "sell builder"]
    assert default(state) == "buy 0"
    stack(state, "nile", "gold8")
    events = play(state, "buy 2")
    assert events == [CardsBought(0, 2, 3), Drew(0, ("gold8", "nile"), to=(0,))]
    assert hand(state, 0) == ["builder", "gold8", "nile"]
    assert state.gold[0] == 19
    assert asked(state) == (0, "use_cards")


def test_gold_bounds_what_is_bought(state: State) -> None:
    """AR-1.3, AR-4.2: 5 gold pay two cards, not three."""
    state.gold[0] = 5
    assert begin(state) == ["buy 0", "buy 1", "buy 2", "sell builder"]


def test_cards_may_be_sold_before_buying(state: State) -> None:
    """AR-4.3, AR-1.6."""
    state.gold[0] = 5
    assert play(state, "sell builder") == [Sold(0, ("builder",))]
    assert asked(state) == (0, "buy_cards")
    assert menu(state) == ["buy 0", "buy 1", "buy 2", "buy 3"]
    assert discards(state) == ["builder"]
    conserved(state)


def test_deck_and_discards_together_bound_what_is_bought(state: State) -> None:
    """AR-4.2, AR-1.7: the discards are shuffled when the deck has run out."""
    stack(state, "bank")
    discard_deck(state, keep=1)
    events = play(state, "buy 3")
    assert of_type(events, Reshuffled) == [Reshuffled(35)]
    assert "bank" in hand(state, 0)
    conserved(state)
    state = lay_out(3, phase=BUY, round=3)
    own(state, 0, "memphis", "kharga", "mendes")
    state.hands[2] += sum([1 << 4 * card for card in state.deck[2:]])
    state.sizes[2] += len(state.deck) - 2
    del state.deck[2:]
    assert begin(state) == ["buy 0", "buy 1", "buy 2", "sell builder"]


def test_who_can_neither_buy_nor_sell_is_not_asked(state: State) -> None:
    """AR-8.5."""
    give(state, 0)
    state.gold[0] = 0
    begin(state)
    assert asked(state) == (1, "buy_cards")


def test_a_limit_of_nothing_leaves_only_sales() -> None:
    """AR-4.2."""
    state = lay_out(3, phase=BUY)
    own(state, 0, "mendes")
    assert begin(state) == ["buy 0", "sell builder"]


def test_a_bought_card_may_be_used_at_once(state: State) -> None:
    """AR-4.2, AR-4.4."""
    give(state, 0)
    stack(state, "free_farmer")
    play(state, "buy 1")
    farming = [f"free_farmer {name}" for name in ("kharga", "memphis", "mendes")]
    assert menu(state) == ["done", *farming, "sell free_farmer"]
    assert default(state) == "done"


def test_a_free_farmer_takes_no_field(state: State) -> None:
    """AR-4.4, AR-1.5: one a round, and the fields stay free."""
    give(state, 0, "free_farmer", "free_farmer")
    events = play(state, "buy 0", "free_farmer kharga")
    assert events == [FarmerFree(0, "kharga")]
    assert farmers(state, "kharga") == (0, 1)
    assert state.gold[0] == 22
    assert menu(state) == ["done", "sell free_farmer"]
    play(state, "done", "farmers memphis 0")
    assert asked(state) == (0, "farmers")
    assert menu(state) == [f"farmers kharga {count}" for count in range(4)]
    conserved(state)


def test_e13_a_free_farmer_stands_also_where_no_field_is() -> None:
    """AR-4.4, AR-8.5: the owner of Berenike alone is not asked for farmers."""
    state = lay_out(3, phase=BUY)
    own(state, 0, "berenike")
    give(state, 0, "free_farmer")
    play(state, "buy 0", "free_farmer berenike")
    assert farmers(state, "berenike") == (0, 1)
    assert asked(state) == (0, "stones")


def test_cards_may_be_sold_after_buying(state: State) -> None:
    """AR-4.3: also several."""
    give(state, 0, "nile", "bank")
    play(state, "buy 0", "sell nile", "sell bank")
    assert asked(state) == (0, "farmers")
    assert state.gold[0] == 24


def test_without_cards_nobody_is_asked_to_use_any(state: State) -> None:
    """AR-8.5."""
    give(state, 0)
    play(state, "buy 0")
    assert asked(state) == (0, "farmers")


def test_declining_leaves_no_trace(state: State) -> None:
    """AR-8.3."""
    assert play(state, "buy 0", "done") == []
