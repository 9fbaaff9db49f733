"""The auction (AR-3.3 to AR-3.8)."""

from __future__ import annotations

import pytest

from arena.games.amun_re.events import BidPlaced
from arena.games.amun_re.state import State
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    default,
    discards,
    give,
    hand,
    lay_out,
    menu,
    offer_up,
    play,
    stack,
)


@pytest.fixture
def state() -> State:
    """Four seats with 20 gold and a builder each; seat 0 is Pharaoh and bids first."""
    state = lay_out(4)
    stack(state, "peasants")
    offer_up(state, "abydos", "sawu", "edfu", "mendes")
    return state


def prices(state: State, province: str) -> list[int]:
    """Lists what may be bid for a province without cards."""
    words = [notation.split() for notation in menu(state)]
    return [int(word[2]) for word in words if word[1] == province and len(word) == 3]


def bids_with(state: State, *cards: str) -> list[str]:
    """Lists the bids with just these cards."""
    tail = " ".join(cards)
    return [text for text in menu(state) if text.split(" ", 3)[3:] == [tail]]


def test_the_first_bid_is_any_price_within_means(state: State) -> None:
    """AR-3.4, AR-3.8: 20 gold and a card make 21; AR-8.4: the menu is sorted."""
    assert prices(state, "edfu") == [0, 1, 3, 6, 10, 15, 21]
    assert menu(state)[:2] == ["bid abydos 0", "bid abydos 1"]
    assert menu(state) == [f"bid {p} {v}" for p in ("abydos", "edfu", "mendes", "sawu") for v in prices(state, p)]
    assert default(state) == "bid abydos 0"


def test_e1_an_auction(state: State) -> None:
    """AR-3.3 to AR-3.5."""
    events = play(state, "bid abydos 3", "bid sawu 1", "bid abydos 6", "bid sawu 3")
    assert events[-1] == BidPlaced(3, "sawu", 3, (), 1)
    assert asked(state) == (0, "bid")
    assert prices(state, "abydos") == []
    assert prices(state, "sawu") == [6, 10, 15, 21]
    assert prices(state, "edfu") == prices(state, "mendes") == [0, 1, 3, 6, 10, 15, 21]
    play(state, "bid sawu 6")
    assert asked(state) == (1, "bid")
    assert prices(state, "sawu") == []  # although somebody else holds it now
    play(state, "bid mendes 1")
    assert asked(state) == (3, "bid")  # seat 2 keeps its bid
    assert prices(state, "sawu") == []
    assert prices(state, "abydos")[0] == 10
    assert prices(state, "edfu")[0] == 0
    assert prices(state, "mendes")[0] == 3
    assert default(state) == "bid edfu 0"
    conserved(state)
    play(state, "bid edfu 0")
    assert asked(state) == (0, "buy_cards")
    assert state.gold == [14, 19, 14, 20]
    assert hand(state, 3) == ["builder", "peasants"]
    assert state.stones[1] == 1
    conserved(state)


def test_e2_a_later_loss_opens_the_earlier_province_again(state: State) -> None:
    """AR-3.5."""
    play(state, "bid abydos 3", "bid sawu 1", "bid abydos 6", "bid sawu 3", "bid sawu 6", "bid mendes 1")
    play(state, "bid abydos 10")
    assert asked(state) == (2, "bid")
    play(state, "bid sawu 10")
    assert asked(state) == (0, "bid")
    assert prices(state, "abydos") == [15, 21]
    assert prices(state, "mendes")[0] == 3
    assert prices(state, "edfu")[0] == 0
    assert prices(state, "sawu") == []


def test_e2_with_a_rebid_also_the_latest_loss_is_open() -> None:
    """AR-3.7: the card is used there and nowhere else."""
    state = lay_out(4)
    give(state, 0, "builder", "rebid")
    offer_up(state, "abydos", "sawu", "edfu", "mendes")
    assert bids_with(state, "rebid") == []
    play(state, "bid abydos 3", "bid sawu 1", "bid abydos 6", "bid sawu 3", "bid sawu 6", "bid mendes 1")
    play(state, "bid abydos 10", "bid sawu 10")
    assert prices(state, "sawu") == []
    assert bids_with(state, "rebid") == ["bid sawu 15 rebid", "bid sawu 21 rebid"]
    events = play(state, "bid sawu 15 rebid")
    assert events == [BidPlaced(0, "sawu", 15, ("rebid",), 2)]
    assert hand(state, 0) == ["builder"]
    assert discards(state) == ["rebid"]


def test_a_second_rebid_in_a_round_is_not_allowed() -> None:
    """AR-1.5."""
    state = lay_out(3)
    give(state, 0, "rebid", "rebid")
    offer_up(state, "abu", "sawu", "edfu")
    play(state, "bid abu 0", "bid abu 1", "bid sawu 0", "bid abu 3 rebid", "bid sawu 1", "bid abu 6")
    assert asked(state) == (0, "bid")
    assert hand(state, 0) == ["rebid"]
    assert bids_with(state, "rebid") == []


def test_e3_a_blockade_closes_the_next_price() -> None:
    """AR-3.6."""
    state = lay_out(4)
    give(state, 1, "blockade")
    stack(state, "nile", "nile")
    offer_up(state, "thebes", "abu", "sawu", "mendes")
    play(state, "bid abu 0")
    assert bids_with(state, "blockade")[-1] == "bid thebes 15 blockade"
    play(state, "bid thebes 6 blockade")
    assert state.blocked
    assert prices(state, "thebes") == [15, 21]
    state.gold[3] = 13  # able to pay 14 with the builder
    play(state, "bid thebes 15")
    assert not state.blocked
    assert asked(state) == (3, "bid")
    assert prices(state, "thebes") == []
    state.gold[3] = 20
    state.pending = None
    play(state)
    assert prices(state, "thebes") == [21]


def test_e3_who_cannot_reach_two_steps_has_no_bid_there() -> None:
    """AR-3.6, AR-3.8."""
    state = lay_out(4)
    give(state, 0, "blockade")
    offer_up(state, "abydos", "abu", "sawu", "mendes")
    state.gold[1] = 13
    play(state, "bid abydos 6 blockade")
    assert prices(state, "abydos") == []
    assert prices(state, "abu") == [0, 1, 3, 6, 10]


def test_blockade_and_rebid_go_together() -> None:
    """AR-3.7, AR-8.4: two kinds in one bid; the menu sorts by price, then cards."""
    state = lay_out(3)
    give(state, 0, "blockade", "rebid")
    offer_up(state, "abu", "sawu", "amarna")
    state.gold[0] = 5
    play(state, "bid abu 0", "bid abu 1", "bid sawu 0")
    assert asked(state) == (0, "bid")
    assert menu(state)[:2] == ["bid abu 3 blockade rebid", "bid abu 3 rebid"]
    assert menu(state)[2:] == [
        *("bid abu 6 rebid", "bid amarna 0", "bid amarna 0 blockade", "bid amarna 1", "bid amarna 1 blockade"),
        *("bid amarna 3", "bid amarna 3 blockade", "bid amarna 6", "bid amarna 6 blockade"),
        *("bid sawu 1", "bid sawu 1 blockade", "bid sawu 3", "bid sawu 3 blockade", "bid sawu 6"),
        "bid sawu 6 blockade",
    ]
    play(state, "bid abu 3 blockade rebid")
    assert state.blocked == 0b001
    assert hand(state, 0) == []
    conserved(state)


def test_e4_a_card_played_no_longer_counts_as_money() -> None:
    """AR-3.8: 8 gold and two cards pay 10; with the blockade 9, so 6."""
    state = lay_out(3)
    give(state, 0, "blockade", "harvest")
    state.gold[0] = 8
    offer_up(state, "abu", "sawu", "amarna")
    assert prices(state, "abu") == [0, 1, 3, 6, 10]
    assert bids_with(state, "blockade")[:4] == [f"bid abu {price} blockade" for price in (0, 1, 3, 6)]
    assert len(bids_with(state, "blockade")) == 12


def test_e4_what_lies_on_a_province_is_no_money() -> None:
    """AR-3.8: 14 gold and a card reach 15, not 21, for the 12 gold of Dakhla come later."""
    state = lay_out(3)
    state.gold[0] = 14
    offer_up(state, "dakhla", "sawu", "amarna")
    assert prices(state, "dakhla")[-1] == 15


def test_prices_go_on_beyond_36() -> None:
    """AR-1.3, AR-3.4: also as an opening bid."""
    state = lay_out(3)
    state.gold[0] = 69
    offer_up(state, "abu", "sawu", "amarna")
    assert prices(state, "abu")[-4:] == [36, 45, 55, 66]


def test_with_two_hundred_gold_a_menu_stays_short() -> None:
    """AR-8.6."""
    state = lay_out(5)
    state.gold[0] = 200
    give(state, 0, "blockade", "rebid")
    offer_up(state, "abu", "sawu", "amarna", "mendes", "kharga")
    assert len(menu(state)) <= 200


def test_a_penniless_seat_can_still_bid_nothing() -> None:
    """AR-3.8: a province without a bid costs 0."""
    state = lay_out(3)
    give(state, 2)
    state.gold[2] = 0
    offer_up(state, "abu", "sawu", "amarna")
    play(state, "bid sawu 0", "bid abu 1")
    assert asked(state)[1] == "buy_cards"  # AR-8.5: seat 2 had one bid, so nobody was asked
    assert state.own[2] == (2,)
