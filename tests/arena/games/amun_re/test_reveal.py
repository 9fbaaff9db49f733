"""Provinces are turned up with their goods (AR-3.1, AR-3.2), and power cards are drawn (AR-1.7)."""

from __future__ import annotations

from arena.games.amun_re.board import CARD_INDEX
from arena.games.amun_re.events import Reshuffled, Round, TurnedUp
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    discard_deck,
    discards,
    lay_out,
    of_type,
    offer_up,
    put,
    stack,
    there,
)


def test_goods_are_laid_on_the_provinces() -> None:
    """AR-3.1, AR-3.2: stones at once, cards and gold for the winner; cards come as provinces are turned up."""
    state = lay_out(4)
    stack(state, "nile", "desert", "bank")
    events = offer_up(state, "thebes", "memphis", "dakhla", "abydos")
    assert events == [
        Round(1),
        TurnedUp("thebes", 0, 0, 2, 0),
        TurnedUp("memphis", 0, 2, 0, 0),
        TurnedUp("dakhla", 0, 0, 1, 12),
        TurnedUp("abydos", 0, 1, 0, 0),
    ]
    assert there(state, "memphis") == (0, 2)
    assert state.lying == [(), (CARD_INDEX["bank"],), (), (CARD_INDEX["nile"], CARD_INDEX["desert"])]
    assert state.gold == [20] * 4
    assert asked(state) == (0, "bid")
    conserved(state)


def test_e11_stones_of_both_kingdoms_make_a_pyramid_before_the_bidding() -> None:
    """AR-3.2, AR-1.8: Memphis stands at 2 pyramids and 2 stones; 2 more make 3 and 1."""
    state = lay_out(4, round=5)
    put(state, "memphis", pyramids=2, stones=2)
    events = offer_up(state, "abu", "memphis", "sawu", "amarna")
    assert there(state, "memphis") == (3, 1)
    assert TurnedUp("memphis", 3, 1, 0, 0) in events


def test_an_empty_deck_is_made_from_the_discards() -> None:
    """AR-1.7: only when another card is needed, and everybody is told."""
    state = lay_out(3)
    discard_deck(state, keep=1)
    events = offer_up(state, "thebes", "abu", "sawu")
    assert of_type(events, Reshuffled) == [Reshuffled(35)]
    assert [len(cards) for cards in state.lying] == [0, 0, 2]
    assert (len(state.deck), discards(state)) == (34, [])
    assert state.position > 0
    conserved(state)


def test_the_last_card_of_the_deck_calls_for_no_shuffling() -> None:
    """AR-1.7."""
    state = lay_out(3)
    discard_deck(state, keep=2)
    events = offer_up(state, "thebes", "abu", "sawu")
    assert of_type(events, Reshuffled) == []
    assert (len(state.deck), len(discards(state))) == (0, 34)


def test_without_any_cards_fewer_are_laid_out() -> None:
    """AR-1.7, AR-3.2."""
    state = lay_out(3)
    state.hands[0] += sum([1 << 4 * card for card in state.deck[1:]])
    state.sizes[0] += len(state.deck) - 1
    del state.deck[1:]
    events = offer_up(state, "buto", "thebes", "abu")
    assert [(event.province, event.cards) for event in of_type(events, TurnedUp)] == [
        ("buto", 1),
        ("thebes", 0),
        ("abu", 0),
    ]
    conserved(state)
