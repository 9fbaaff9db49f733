"""The end of phase 2: in turn each seat pays its bid and takes its province (AR-3.8, AR-3.9)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.amun_re.actions import Sell
from arena.games.amun_re.board import CARD_GOLD, CARD_INDEX, FREE_GOLD, PRICES, PROVINCES
from arena.games.amun_re.events import Won
from arena.games.amun_re.hands import cards_in
from arena.games.amun_re.menus import sells
from arena.games.amun_re.phases.moves import next_in_turn, sell_cards, take_cards
from arena.games.amun_re.state import BUY, NOBODY, NOTHING, State


def step(state: State, log: Log) -> Decision | None:
    """Lets the seats pay and take; asks one that has to sell some of its cards, but not all (AR-3.8, AR-3.9)."""
    while True:
        seat = state.active
        slot = state.holder.index(seat)
        price = PRICES[state.top[slot]]
        if (short := price - state.gold[seat]) > 0:
            hand = state.hands[seat]
            menu = sells(hand)
            if len(menu) > 1 and state.sizes[seat] * CARD_GOLD > short:
                return Decision("pay_sell", {seat: menu}, {seat: menu[0]})
            sell_cards(state, seat, cards_in(hand)[: -(-short // CARD_GOLD)], log)
        take_province(state, seat, slot, price, log)
        if not next_in_turn(state):
            break
    seats = state.seats
    state.top = [NOTHING] * seats
    state.holder = [NOBODY] * seats
    state.last = [NOTHING] * seats
    state.blocked = 0
    state.phase = BUY
    return None


def apply(state: State, choices: Mapping[Seat, Sell], log: Log) -> None:
    """Sells the card (AR-3.8)."""
    seat = state.active
    sell_cards(state, seat, (CARD_INDEX[choices[seat].card],), log)


def take_province(state: State, seat: int, slot: int, price: int, log: Log) -> None:
    """Pays for the province, then takes it with all that lies there (AR-3.9)."""
    province = state.offered[slot]
    cards = state.lying[slot]
    gold = FREE_GOLD[province]
    state.gold[seat] += gold - price
    state.owner[province] = seat
    state.own[seat] += (province,)
    state.lying[slot] = ()
    if log is not None:
        log.append(Won(seat, PROVINCES[province], price, len(cards), gold))
    take_cards(state, seat, cards, log)
