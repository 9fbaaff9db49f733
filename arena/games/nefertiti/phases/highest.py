"""The highest bid of a closing market: it pays and takes, or gives up a gift (NE-5.2 to NE-5.5)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.nefertiti import halls, menus
from arena.games.nefertiti.actions import Discard, Extra, Take
from arena.games.nefertiti.board import GIFT_INDEX, MARKETS
from arena.games.nefertiti.events import Passed, Unable
from arena.games.nefertiti.phases.moves import bid, discard_gift, pay, send_home, take_gift, unsealed
from arena.games.nefertiti.state import DISCARD, EXTRA, OTHER, TAKE, State


def step(state: State, log: Log) -> None:
    """Makes the highest bidder pay, if it can (NE-5.2, NE-5.5)."""
    market, price, seat = bid(state)
    if state.money[seat] >= price:
        pay(state, seat, market, price, log)
        state.phase = TAKE
        return
    if log is not None:
        log.append(Unable(seat, MARKETS[market], price))
    if state.held[seat]:
        state.phase = DISCARD
    else:
        finish(state, seat, market, price)


def finish(state: State, seat: int, market: int, price: int) -> None:
    """Goes on to the other bids."""
    send_home(state, seat, market, price)
    state.phase = OTHER


def step_take(state: State, log: Log) -> Decision:
    """Asks which gifts the highest bidder takes (NE-5.2, NE-5.3)."""
    market, price, seat = bid(state)
    single = halls.SINGLE[state.hall[market]] >> price & 1
    menu = menus.TAKES[single][state.sealed >> market & 1][state.filled[market]]
    return Decision("take", {seat: menu}, {seat: menu[0]})


def apply_take(state: State, choices: Mapping[Seat, Take], log: Log) -> None:
    """Hands out the gifts (NE-5.2); a space with the icon grants an extra one if an unsealed gift is left (NE-5.4)."""
    market, price, seat = bid(state)
    for slot in choices[seat].slots:
        take_gift(state, seat, market, slot, log)
    if halls.EXTRA[state.hall[market]] >> price & 1 and unsealed(state, market):
        state.phase = EXTRA
    else:
        finish(state, seat, market, price)


def step_extra(state: State, log: Log) -> Decision:
    """Asks for the extra gift (NE-5.4)."""
    market, _, seat = bid(state)
    menu = menus.EXTRAS[unsealed(state, market)]
    return Decision("extra", {seat: menu}, {seat: menu[0]})


def apply_extra(state: State, choices: Mapping[Seat, Extra], log: Log) -> None:
    """Hands out the extra gift, if it is wanted (NE-5.4)."""
    market, price, seat = bid(state)
    slot = choices[seat].slot
    if slot is not None:
        take_gift(state, seat, market, slot, log)
    elif log is not None:
        log.append(Passed(seat, "extra"))
    finish(state, seat, market, price)


def step_discard(state: State, log: Log) -> Decision:
    """Asks a highest bidder who cannot pay for a gift to give up (NE-5.5)."""
    _, _, seat = bid(state)
    menu = menus.DISCARDS[state.held[seat]]
    return Decision("discard", {seat: menu}, {seat: menu[0]})


def apply_discard(state: State, choices: Mapping[Seat, Discard], log: Log) -> None:
    """Removes the gift from the game (NE-5.5)."""
    market, price, seat = bid(state)
    discard_gift(state, seat, GIFT_INDEX[choices[seat].gift], "penalty", log)
    finish(state, seat, market, price)
