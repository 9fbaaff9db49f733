"""All bids below the highest: a gift for its price, or half of the reserve (NE-5.6 to NE-5.8)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.nefertiti.actions import Buy, Coins, Pass
from arena.games.nefertiti.board import MARKETS
from arena.games.nefertiti.events import Passed, TookCoins
from arena.games.nefertiti.menus import OTHERS
from arena.games.nefertiti.phases.moves import bid, pay, send_home, take_gift
from arena.games.nefertiti.state import REOPEN, State


def step(state: State, log: Log) -> Decision | None:
    """Asks the owner of the next lower bid, until none is left (NE-5.6 to NE-5.8)."""
    if not state.occupied[state.closing]:
        state.phase = REOPEN
        return None
    market, price, seat = bid(state)
    within_means = state.filled[market] if state.money[seat] >= price else 0
    menu = OTHERS[state.reserve[market] > 0][within_means]
    return Decision("other", {seat: menu}, {seat: menu[0]})


def apply(state: State, choices: Mapping[Seat, Buy | Coins | Pass], log: Log) -> None:
    """Sells the gift or pays half of the reserve, rounded up (NE-5.6, NE-5.7)."""
    market, price, seat = bid(state)
    action = choices[seat]
    if isinstance(action, Buy):
        pay(state, seat, market, price, log)
        take_gift(state, seat, market, action.slot, log)
    elif isinstance(action, Coins):
        amount = (state.reserve[market] + 1) // 2
        state.reserve[market] -= amount
        state.money[seat] += amount
        if log is not None:
            log.append(TookCoins(seat, MARKETS[market], amount))
    elif log is not None:
        log.append(Passed(seat, "other"))
    send_home(state, seat, market, price)
