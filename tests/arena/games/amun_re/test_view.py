"""What a seat may see (AR-8.1 to AR-8.3)."""

from __future__ import annotations

import statistics

import pytest

from arena.games.amun_re import GAME
from arena.games.amun_re.state import BUY, HARVEST, OFFER
from arena.games.amun_re.view import BuyingView, GoodsView, PlayerView, ProvinceView
from arena.rng import Stream
from tests.arena.games.amun_re.table import (
    asked,
    begin,
    give,
    lay_out,
    offer_up,
    own,
    play,
    play_offers,
    put,
)


def test_the_auction_is_public_but_for_hands() -> None:
    """AR-8.1, AR-8.3."""
    state = lay_out(3)
    give(state, 0, "blockade", "nile")
    offer_up(state, "thebes", "abydos", "dakhla")
    play(state, "bid thebes 3 blockade", "bid abydos 0", "bid abydos 1")
    view = GAME.view(state, 1)
    assert (view.phase, view.active, view.asked, view.round) == ("auction", 1, "bid", 1)
    assert (view.pharaoh, view.level, view.offers) == (0, None, ())
    assert view.offered == ("thebes", "abydos", "dakhla")
    assert view.provinces == (
        ProvinceView("abydos", stones=1, price=1, bidder=2),
        ProvinceView("dakhla", cards=1),
        ProvinceView("thebes", price=3, bidder=0, blocked=True, cards=2),
    )
    assert view.players[0] == PlayerView(20, 0, 1, (), played=("blockade",))
    assert view.players[1] == PlayerView(20, 0, 1, (), builder=True, lost="abydos")
    assert view.hand == {"builder": 1}
    assert view.discards == {"blockade": 1}
    assert view.deck == 39 - 4 - 3
    assert GAME.view(state, 0).hand == {"nile": 1}
    assert GAME.view(state, None).hand is None


def test_nobody_reads_what_another_seat_is_asked() -> None:
    """AR-8.3: only whose turn it is."""
    state = lay_out(3, phase=BUY)
    for seat, name in enumerate(("abu", "sawu", "amarna")):
        own(state, seat, name)
    put(state, "abu", stones=2)
    state.gold[0] = 1
    begin(state)
    first = GAME.view(state, 1)
    assert (first.phase, first.active, first.asked) == ("purchases", 0, None)
    play(state, "buy 0", "done", "farmers abu 0", "stones abu 0")
    assert asked(state) == (0, "builder")
    assert GAME.view(state, 1) == first
    assert GAME.view(state, 0).asked == "builder"
    play(state, "done")
    assert GAME.view(state, 1).active == 1


def test_an_open_purchase_is_public() -> None:
    """AR-8.1."""
    state = lay_out(3, phase=BUY, round=2)
    own(state, 0, "abu", "sawu")
    play(state, "buy 0", "done", "farmers abu 2")
    view = GAME.view(state, None)
    assert view.buying == BuyingView("farmer", "sawu", 2)
    assert view.players[0].gold == 20
    play(state, "farmers sawu 1")
    assert GAME.view(state, 2).buying == BuyingView("stone", "abu", 0)


def test_sealed_offers_show_nothing_before_the_reveal() -> None:
    """AR-5.1, AR-8.1: afterwards they are public, and goods to be picked too."""
    state = lay_out(3, phase=OFFER)
    for seat, name in enumerate(("abu", "sawu", "amarna")):
        own(state, seat, name)
    begin(state)
    view = GAME.view(state, 2)
    assert (view.phase, view.active, view.asked, view.offers) == ("offering", None, "offer", ())
    play_offers(state, {0: "offer 9", 1: "steal", 2: "offer 1"})
    view = GAME.view(state, 2)
    assert (view.phase, view.active, view.asked, view.offers) == ("goods", 0, None, (9, -3, 1))
    assert view.level == 2
    assert view.goods == GoodsView(3, 0)
    play(state, "good card")
    assert GAME.view(state, 1).goods == GoodsView(2, 1)


def test_sold_cards_are_shown_for_the_round() -> None:
    """AR-8.1."""
    state = lay_out(3, phase=BUY)
    own(state, 0, "abu")
    play(state, "sell builder")
    player = GAME.view(state, 1).players[0]
    assert (player.sold, player.cards, player.builder) == ({"builder": 1}, 0, False)


def test_provinces_of_the_new_kingdom_wait_face_down() -> None:
    """AR-8.2: it is known which ones are still to come."""
    state = GAME.new_game(seed=5, seats=4)
    while state.round < 4:
        decision = GAME.decision(state)
        assert decision is not None
        if state.round < 3:
            assert len(GAME.view(state, 0).provinces) == 4 * state.round
        GAME.advance(state, decision.default)
    provinces = GAME.view(state, 0).provinces
    assert len(provinces) == 12
    assert sum([province.hidden for province in provinces]) == 8
    assert {province.id for province in provinces if not province.hidden} == set(GAME.view(state, 0).offered)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_view_is_short(seats: int) -> None:
    """About 1.2 kB of JSON with four seats."""
    sizes = []
    state = GAME.new_game(seed=3, seats=seats)
    stream = Stream(3, "choices")
    while (decision := GAME.decision(state)) is not None:
        sizes.append(len(GAME.codec.encode(GAME.view(state, 0))))
        GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
    assert statistics.mean(sizes) < 450 + 250 * seats
    view = GAME.view(state, 1)
    assert (view.phase, view.active, view.asked) == ("over", None, None)


def test_the_builder_of_the_start_is_known() -> None:
    """AR-8.3: dealing anew leaves it with its seat until one is lost."""
    state = GAME.new_game(seed=2, seats=3)
    for number in range(20):
        twin = GAME.reshuffle_hidden(state, 0, Stream(number, "test"))
        assert [hand == state.hands[0] for hand in twin.hands] == [True] * 3
    give(state, 1, "builder")
    begin(state)
    hands = {GAME.reshuffle_hidden(state, 0, Stream(number, "test")).hands[1] for number in range(60)}
    assert len(hands) > 5


def test_a_seat_that_is_asked_for_a_card_holds_one_in_every_deal() -> None:
    """AR-8.3: a state dealt anew waits for the same decision."""
    state = lay_out(3, phase=HARVEST)
    own(state, 0, "abu")
    own(state, 1, "sawu")
    own(state, 2, "amarna")
    give(state, 0, "gold8")
    begin(state)
    assert asked(state) == (0, "harvest")
    hands = set()
    for number in range(40):
        twin = GAME.reshuffle_hidden(state, 1, Stream(number, "test"))
        assert asked(twin) == (0, "harvest")
        hands.add(twin.hands[0])
    assert len(hands) == 2


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_comes_later_is_dealt_anew(seats: int) -> None:
    """AR-8.2: provinces to come, cards on provinces, and the deck."""
    state = GAME.new_game(seed=1, seats=seats)
    orders, decks, unused = set(), set(), set()
    for number in range(40):
        twin = GAME.reshuffle_hidden(state, 0, Stream(number, "test"))
        assert twin.order[:seats] == state.order[:seats]
        orders.add(twin.order[seats:])
        decks.add(tuple(twin.deck))
        unused |= set(range(15)) - set(twin.order)
    assert len(orders) == len(decks) == 40
    assert len(unused) == (0 if seats == 5 else 15 - seats)
