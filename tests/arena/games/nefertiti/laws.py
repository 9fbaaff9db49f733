"""What no turn of Nefertiti may change."""

from __future__ import annotations

from arena.games.nefertiti.board import (
    AKHENATON,
    COPIES,
    GIFTS,
    KIND_OF,
    MARKET_INDEX,
    PRICES,
    SEALS,
    SENET,
    SERVANTS,
    SLOTS,
)
from arena.games.nefertiti.state import NOTHING, State


def conserved(state: State) -> None:
    """Checks what no turn may change: money, servants, gifts, seals, and which markets are open."""
    seats = state.seats
    assert sum(state.money) + sum(state.reserve) == {3: 33, 4: 40}[seats], "money"
    assert min(*state.money, *state.reserve, *state.servants, *state.hands, state.seal_supply) >= 0, "less than nothing"
    for seat in range(seats):
        assert state.servants[seat] + state.owner.count(seat) == SERVANTS, f"servants of seat {seat}"
    undrawn = state.deck[state.drawn :]
    for gift, copies in enumerate(COPIES):
        held = sum(state.hands[gift :: len(GIFTS)])
        there = undrawn.count(gift) + state.slots.count(gift) + held + state.removed[gift]
        assert there == (0 if seats == 3 and KIND_OF[gift] == SENET else copies), f"cards of {GIFTS[gift]}"
    assert undrawn.count(AKHENATON) == (0 if state.end_phase else 1), "Akhenaton"
    seals = state.seal_supply + state.sealed.bit_count() + sum(state.seals)
    spent = sum({3: (2, 2, 2, 2, 2, 2), 4: (3, 2, 2, 2, 2, 2)}[seats]) - sum(state.piles)
    assert seals + spent == SEALS, "seals"
    in_closing = state.closing != NOTHING
    assert state.open.bit_count() <= 2 if state.end_phase else state.open.bit_count() == 3, "open markets"
    assert not state.open & state.perm, "a market open and closed for good"
    for market in range(len(MARKET_INDEX)):
        first = market * SLOTS
        filled = sum(1 << i for i, gift in enumerate(state.slots[first : first + SLOTS]) if gift != NOTHING)
        assert filled == state.filled[market], "filled slots"
        assert not state.sealed >> market & 1 or filled & 1, "a seal on no gift"
        owners = state.owner[market * PRICES : market * PRICES + PRICES]
        assert sum(1 << price for price, seat in enumerate(owners) if seat >= 0) == state.occupied[market], "spaces"
        assert state.open >> market & 1 or not state.occupied[market], "a servant in a closed market"
    for seat in range(seats):
        width = len(GIFTS)
        counts = state.hands[seat * width : seat * width + width]
        assert sum(1 << gift for gift, count in enumerate(counts) if count) == state.held[seat], "types held"
    assert not in_closing or state.open >> state.closing & 1, "a closing of a closed market"
