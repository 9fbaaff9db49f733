"""What no ply of Amun-Re may change or break."""

from __future__ import annotations

from arena.flow import OVER
from arena.games.amun_re.board import (
    ALL_CARDS,
    CARDS,
    COPIES,
    FIELDS,
    KINGDOM,
    MOST_OFFER,
    PRICES,
    PROVINCES,
    STONES_IN_PYRAMID,
)
from arena.games.amun_re.hands import BITS, BUILDERS, cards_in
from arena.games.amun_re.phases.auction import bids
from arena.games.amun_re.state import BID, BONUS, BUILD, CLOSE, GOODS, NOBODY, NOTHING, OFFER, PAY, STONES, State


def conserved(state: State) -> None:
    """Checks cards, gold, provinces, pieces and, in an auction, bids (AR-1.4, AR-1.8, AR-3.8, AR-7.1)."""
    _cards(state)
    _provinces(state)
    _pieces(state)
    _auction(state)
    assert 0 <= min(state.gold), "less than no gold"
    assert max(state.gold) <= MOST_OFFER, "more gold than menus have offers for"
    assert (state.level == 0) == (state.round == 1 and state.phase <= OFFER and state.phase != OVER), "temple level"
    assert 0 <= state.level <= 4, "temple level"


def _cards(state: State) -> None:
    lying = [card for cards in state.lying for card in cards]
    total = 0
    for card, copies in enumerate(COPIES):
        held = sum([hand >> BITS * card & 15 for hand in (*state.hands, state.discards)])
        there = held + state.deck.count(card) + lying.count(card)
        assert there == copies, f"{there} cards of {CARDS[card]}"
        total += there
    assert total == ALL_CARDS == 39, "power cards"
    assert state.sizes == [len(cards_in(hand)) for hand in state.hands], "sizes of hands"
    assert not lying or state.phase in (BID, PAY), "cards on provinces after the auction"
    for seat, hand in enumerate(state.hands):
        assert not state.known >> seat & 1 or hand & BUILDERS, f"the builder of seat {seat}"


def _provinces(state: State) -> None:
    owned = (state.round - 1) % KINGDOM + 1
    for seat, own in enumerate(state.own):
        if state.phase == BID:
            assert len(own) == owned - 1, f"provinces of seat {seat}"
        elif state.phase == PAY:
            assert len(own) == owned - (seat in state.holder and not _has_taken(state, seat)), f"provinces of {seat}"
        else:
            assert len(own) == owned, f"provinces of seat {seat}"
        assert all(state.owner[province] == seat for province in own), f"provinces of seat {seat}"
    assert sum([len(own) for own in state.own]) == len(PROVINCES) - state.owner.count(NOBODY), "owners"
    if state.phase in (BONUS, CLOSE, OVER):
        assert {len(own) for own in state.own} == {3}, "three provinces at a scoring"
    kingdom = KINGDOM * state.seats
    old, new = state.order[:kingdom], state.order[kingdom:]
    assert sorted(old) == sorted(new), "the provinces of the kingdoms"
    assert len(set(old)) == len(old) == len(new), "a province twice"
    first = (state.round - 1) * state.seats
    assert state.offered == tuple(sorted(state.order[first : first + state.seats])), "provinces of the round"


def _has_taken(state: State, seat: int) -> bool:
    return state.owner[state.offered[state.holder.index(seat)]] == seat


def _pieces(state: State) -> None:
    loose = state.own[state.active] if state.phase in (STONES, BUILD, GOODS) else ()
    for province, name in enumerate(PROVINCES):
        assert 0 <= state.farmers[province] <= FIELDS[province], f"farmers of {name}"
        assert 0 <= state.extra[province], f"farmers beside the fields of {name}"
        assert state.owner[province] != NOBODY or not state.farmers[province] + state.extra[province], "lost farmers"
        assert 0 <= state.stones[province], f"stones of {name}"
        assert province in loose or state.stones[province] < STONES_IN_PYRAMID, f"stones of {name}"
        assert 0 <= state.pyramids[province], f"pyramids of {name}"


def _auction(state: State) -> None:
    if state.phase not in (BID, PAY):
        assert state.top == [NOTHING] * state.seats, "a bid outside the auction"
        return
    standing = [seat for seat in state.holder if seat != NOBODY]
    assert len(set(standing)) == len(standing), "two bids of a seat"
    assert [top == NOTHING for top in state.top] == [seat == NOBODY for seat in state.holder], "bids without a seat"
    for seat in range(state.seats):
        if seat in standing:
            price = PRICES[state.top[state.holder.index(seat)]]
            taken = state.phase == PAY and _has_taken(state, seat)
            assert taken or price <= state.gold[seat] + state.sizes[seat], f"seat {seat} cannot pay its bid"
        else:
            empty = [slot for slot in range(state.seats) if state.top[slot] == NOTHING and slot != state.last[seat]]
            assert empty, f"no province is left for seat {seat}"
            assert bids(state, seat), f"seat {seat} has no legal bid"
