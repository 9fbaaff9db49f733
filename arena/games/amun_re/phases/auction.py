"""Phase 2 of a round: bids go round until each seat has the highest bid on a province (AR-3.3 to AR-3.7)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Action, Decision, Log, Seat
from arena.games.amun_re.actions import BID as BIDS
from arena.games.amun_re.actions import Bid, Menu
from arena.games.amun_re.board import (
    AFFORD,
    BLOCKADE,
    BLOCKADE_SKIP,
    CARD_GOLD,
    CARD_INDEX,
    PROVINCE_INDEX,
    REBID,
    STEP_OF,
)
from arena.games.amun_re.events import BidPlaced
from arena.games.amun_re.hands import ANY, BID_CARDS
from arena.games.amun_re.menus import bids_again, bids_with_blockade
from arena.games.amun_re.phases.moves import play_card
from arena.games.amun_re.state import BID, NOBODY, NOTHING, PAY, State


def step(state: State, log: Log) -> Decision:
    """Asks a seat that has no bid standing (AR-3.3); it can always bid 0 for an untouched province (AR-3.8)."""
    seat = state.active
    menu = bids(state, seat)
    return Decision("bid", {seat: menu}, {seat: BIDS[state.offered[state.top.index(NOTHING)]][0]})


def bids(state: State, seat: int) -> Menu:
    """Lists all bids of a seat: above the highest, within its means, not where it was overbid last (AR-3.4, AR-3.5).

    Within its means: gold, and cards that it does not play with the bid (AR-3.8).
    """
    hand, top, blocked, last = state.hands[seat], state.top, state.blocked, state.last[seat]
    means = state.gold[seat] + state.sizes[seat] * CARD_GOLD
    high = AFFORD[means]
    menu: list[Action] = []
    if not hand & BID_CARDS:
        for slot, province in enumerate(state.offered):
            if slot != last:
                menu += BIDS[province][top[slot] + 1 + (blocked >> slot & 1) * BLOCKADE_SKIP : high + 1]
        return tuple(menu)
    used = state.used[seat]
    blockade = hand & ANY[BLOCKADE] and not used >> BLOCKADE & 1
    rebid = hand & ANY[REBID] and not used >> REBID & 1
    high_with = AFFORD[means - CARD_GOLD]
    for slot, province in enumerate(state.offered):
        low = top[slot] + 1 + (blocked >> slot & 1) * BLOCKADE_SKIP
        if slot == last:
            if rebid:
                high_with_both = AFFORD[means - 2 * CARD_GOLD] if blockade else NOTHING
                menu += bids_again(province, low, high_with, high_with_both)
        elif blockade:
            menu += bids_with_blockade(province, low, high, high_with)
        else:
            menu += BIDS[province][low : high + 1]
    return tuple(menu)


def apply(state: State, choices: Mapping[Seat, Bid], log: Log) -> None:
    """Places the bid; whose bid it tops may bid again, but not at once in the same place (AR-3.5 to AR-3.7)."""
    seat = state.active
    action = choices[seat]
    slot = state.offered.index(PROVINCE_INDEX[action.province])
    state.blocked &= ~(1 << slot)
    for name in action.cards:
        card = CARD_INDEX[name]
        play_card(state, seat, card)
        if card == BLOCKADE:
            state.blocked |= 1 << slot
    holder = state.holder
    loser = holder[slot]
    if loser != NOBODY:
        state.last[loser] = slot
    holder[slot] = seat
    state.top[slot] = STEP_OF[action.price]
    if log is not None:
        overbid = None if loser == NOBODY else loser
        log.append(BidPlaced(seat, action.province, action.price, action.cards, overbid))
    if NOBODY not in holder:
        state.active = state.pharaoh
        state.phase = PAY
        return
    while seat in holder:
        seat = seat + 1 if seat + 1 < state.seats else 0
    state.active = seat
    state.phase = BID
