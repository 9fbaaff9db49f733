"""Paying and taking provinces (AR-3.8, AR-3.9)."""

from __future__ import annotations

from arena.games.amun_re.events import Drew, Sold, Won
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    default,
    discards,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    offer_up,
    owned,
    play,
    stack,
)


def test_e4_all_cards_go_without_a_choice() -> None:
    """AR-3.8, AR-8.5: 8 gold and two cards win at 10."""
    state = lay_out(3)
    give(state, 0, "blockade", "harvest")
    state.gold[0] = 8
    offer_up(state, "abu", "sawu", "amarna")
    events = play(state, "bid abu 10", "bid sawu 0", "bid amarna 0")
    assert of_type(events, Sold) == [Sold(0, ("blockade", "harvest"))]
    assert asked(state)[1] == "buy_cards"
    assert (state.gold[0], hand(state, 0)) == (0, [])
    assert sorted(discards(state)) == ["blockade", "harvest"]
    conserved(state)


def test_e4_some_cards_are_chosen() -> None:
    """AR-3.8: 9 gold and the same hand."""
    state = lay_out(3)
    give(state, 0, "blockade", "harvest")
    state.gold[0] = 9
    offer_up(state, "abu", "sawu", "amarna")
    play(state, "bid abu 10", "bid sawu 0", "bid amarna 0")
    assert asked(state) == (0, "pay_sell")
    assert menu(state) == ["sell blockade", "sell harvest"]
    assert default(state) == "sell blockade"
    events = play(state, "sell harvest")
    assert events[0] == Sold(0, ("harvest",))
    assert events[1] == Won(0, "abu", 10, 0, 0)
    assert hand(state, 0) == ["blockade"]
    assert state.gold[0] == 0
    conserved(state)


def test_cards_of_one_kind_are_sold_without_a_choice() -> None:
    """AR-8.5: only as many as needed."""
    state = lay_out(3)
    give(state, 0, "harvest", "harvest", "harvest")
    state.gold[0] = 8
    offer_up(state, "abu", "sawu", "amarna")
    play(state, "bid abu 10", "bid sawu 0", "bid amarna 0")
    assert hand(state, 0) == ["harvest"]
    assert state.gold[0] == 0


def test_several_cards_are_sold_one_after_the_other() -> None:
    """AR-3.8."""
    state = lay_out(3)
    give(state, 0, "harvest", "nile", "bank", "bank")
    state.gold[0] = 8
    offer_up(state, "abu", "sawu", "amarna")
    play(state, "bid abu 10", "bid sawu 0", "bid amarna 0", "sell nile")
    assert asked(state) == (0, "pay_sell")
    assert menu(state) == ["sell bank", "sell harvest"]
    play(state, "sell bank")
    assert hand(state, 0) == ["bank", "harvest"]


def test_e4_goods_come_after_paying() -> None:
    """AR-3.9: Dakhla for 15, with 14 gold and a card."""
    state = lay_out(3)
    state.gold[0] = 14
    stack(state, "scribes")
    offer_up(state, "dakhla", "sawu", "amarna")
    events = play(state, "bid dakhla 15", "bid sawu 0", "bid amarna 0")
    assert Won(0, "dakhla", 15, 1, 12) in events
    assert Drew(0, ("scribes",), to=(0,)) in events
    assert (state.gold[0], hand(state, 0)) == (12, ["scribes"])
    conserved(state)


def test_seats_pay_in_turn() -> None:
    """AR-2.6, AR-3.8: beginning with the Pharaoh."""
    state = lay_out(4, pharaoh=2)
    offer_up(state, "abu", "sawu", "amarna", "mendes")
    events = play(state, "bid abu 1", "bid mendes 3", "bid sawu 0", "bid amarna 6")
    assert [(event.seat, event.province, event.price) for event in of_type(events, Won)] == [
        (2, "abu", 1),
        (3, "mendes", 3),
        (0, "sawu", 0),
        (1, "amarna", 6),
    ]
    assert [owned(state, seat) for seat in range(4)] == [["sawu"], ["amarna"], ["abu"], ["mendes"]]
    assert asked(state) == (2, "buy_cards")
