"""Phase 3 of a round, first half: buying power cards and using those that belong here (AR-4.1 to AR-4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arena.game import Decision, Log, Seat
from arena.games.amun_re.actions import BuyCards, Done, FreeFarmer, Sell
from arena.games.amun_re.board import (
    AFFORD,
    ALL_CARDS,
    CARD_INDEX,
    CARD_LIMIT,
    FREE_FARMER,
    PRICES,
    PROVINCE_INDEX,
)
from arena.games.amun_re.events import CardsBought, FarmerFree
from arena.games.amun_re.hands import FREE_FARMERS
from arena.games.amun_re.menus import buys, uses
from arena.games.amun_re.phases.moves import draw, play_card, sell_cards, take_cards
from arena.games.amun_re.state import FARMERS, USE, State


@cache
def limit(own: tuple[int, ...]) -> int:
    """Gives how many cards the owner of these provinces may buy in a round: the highest limit counts (AR-4.2)."""
    return max([CARD_LIMIT[province] for province in own], default=0)


def step(state: State, log: Log) -> Decision | None:
    """Asks how many cards the seat buys, and lets it sell some before (AR-4.2, AR-4.3)."""
    seat = state.active
    drawable = ALL_CARDS - sum(state.sizes)  # none lies on a province any more
    menu = buys(min(limit(state.own[seat]), drawable, AFFORD[state.gold[seat]]), state.hands[seat])
    if len(menu) > 1:
        return Decision("buy_cards", {seat: menu}, {seat: menu[0]})
    state.phase = USE
    return None


def apply(state: State, choices: Mapping[Seat, BuyCards | Sell], log: Log) -> None:
    """Sells a card, or draws those that are bought and goes on (AR-4.2, AR-4.3)."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Sell):
        sell_cards(state, seat, (CARD_INDEX[action.card],), log)
        return
    state.phase = USE
    count = action.count
    if count:
        state.gold[seat] -= PRICES[count]
        if log is not None:
            log.append(CardsBought(seat, count, PRICES[count]))
        take_cards(state, seat, draw(state, count, log), log)


def step_use(state: State, log: Log) -> Decision | None:
    """Asks a seat with cards whether it plays a Free Farmer or sells (AR-4.3, AR-4.4)."""
    seat = state.active
    hand = state.hands[seat]
    if not hand:
        state.phase = FARMERS
        return None
    playable = hand & FREE_FARMERS and not state.used[seat] >> FREE_FARMER & 1
    menu = uses(hand, state.own[seat] if playable else ())
    return Decision("use_cards", {seat: menu}, {seat: menu[0]})


def apply_use(state: State, choices: Mapping[Seat, Done | FreeFarmer | Sell], log: Log) -> None:
    """Puts a farmer beside the fields, sells a card, or goes on (AR-4.3, AR-4.4)."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Done):
        state.phase = FARMERS
    elif isinstance(action, Sell):
        sell_cards(state, seat, (CARD_INDEX[action.card],), log)
    else:
        play_card(state, seat, FREE_FARMER)
        state.extra[PROVINCE_INDEX[action.province]] += 1
        if log is not None:
            log.append(FarmerFree(seat, action.province))
