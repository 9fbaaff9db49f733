"""Placing a servant, and what makes a market close (NE-4)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.nefertiti.actions import FORCE_CLOSE, ForceClose, Menu, Place
from arena.games.nefertiti.board import (
    FORCED,
    HALLS,
    LAYOUTS,
    MARKET_INDEX,
    MARKETS,
    MARKETS_IN,
    PRICES,
    REASONS_TO_CLOSE,
)
from arena.games.nefertiti.events import Closed, GainCoin, Placed
from arena.games.nefertiti.halls import COIN, SPACE, reason_to_close
from arena.games.nefertiti.menus import places
from arena.games.nefertiti.state import HIGHEST, MARKET, NEXT, SEAT, State


def step(state: State, log: Log) -> Decision:
    """Asks for a free space of an open market, or without servants for a market to close (NE-4.1, NE-4.6)."""
    seat = state.active
    menu: Menu = ()
    if state.servants[seat]:
        for market in MARKETS_IN[state.open]:
            menu += places(state.hall[market], state.occupied[market])
    else:
        menu = tuple([FORCE_CLOSE[market] for market in MARKETS_IN[state.open] if seat in owners(state, market)])
    return Decision("place", {seat: menu}, {seat: menu[0]})


def owners(state: State, market: int) -> list[int]:
    """Lists who stands on each price of a market's usable hall, NOBODY included."""
    first = market * PRICES
    return state.owner[first : first + PRICES]


def apply(state: State, choices: Mapping[Seat, Place | ForceClose], log: Log) -> None:
    """Places the servant, takes the coins, and closes the market if a condition holds (NE-4.1 to NE-4.5)."""
    seat = state.active
    action = choices[seat]
    state.placings -= 1
    state.phase = NEXT
    if isinstance(action, ForceClose):
        return close(state, MARKET_INDEX[action.market], FORCED, log)
    space = SPACE[action.space]
    market, hall, price = space.market, space.hall, space.price
    before = state.occupied[market]
    occupied = before | 1 << price
    state.occupied[market] = occupied
    state.owner[market * PRICES + price] = seat
    state.servants[seat] -= 1
    state.touched |= MARKET[market] | SEAT[seat]
    if log is not None:
        log.append(Placed(seat, action.space))
    if state.reserve[market]:
        if not before:
            gain_coin(state, seat, market, "first", log)
        if COIN[hall] >> price & 1 and state.reserve[market]:
            gain_coin(state, seat, market, "icon", log)
    colors = len(set(owners(state, market))) - 1 if state.full and LAYOUTS[hall].colors else 0
    reason = reason_to_close(hall, occupied, state.full, colors)
    if reason:
        close(state, market, reason, log)


def gain_coin(state: State, seat: int, market: int, why: str, log: Log) -> None:
    """Moves 1 Deben from a reserve to a seat (NE-4.2, NE-4.3)."""
    state.reserve[market] -= 1
    state.money[seat] += 1
    if log is not None:
        log.append(GainCoin(seat, MARKETS[market], why))


def close(state: State, market: int, reason: int, log: Log) -> None:
    """Begins to deal with a market's bids (NE-5.1)."""
    state.closing = market
    state.phase = HIGHEST
    if log is not None:
        hall = HALLS[state.hall[market]]
        log.append(Closed(state.active, MARKETS[market], hall, REASONS_TO_CLOSE[reason]))
