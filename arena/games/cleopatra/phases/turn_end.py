"""A turn closes: hand limit, new cards for the market, the next seat (CL-8)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import (
    DROP,
    LIMIT_DISCARD,
    LIMIT_KEEP,
    LIMIT_SMUGGLER,
    REFILLS,
    Discard,
    Limit,
    Menu,
    Refill,
)
from arena.games.cleopatra.board import (
    BY_TURN_CAP,
    LIMIT_AMULETS,
    MOST_CARDS,
    PLAY_AMULETS,
    SMUGGLER,
    STALLS,
    TURNS_A_SEAT,
)
from arena.games.cleopatra.cards import draw, drop, name, spend
from arena.games.cleopatra.events import Dropped, Limited, Refilled, TurnEnded
from arena.games.cleopatra.phases.characters import CARD
from arena.games.cleopatra.scoring import end
from arena.games.cleopatra.state import DISCARD, MAIN, NEXT, REFILL, State


def ask_hand_limit(state: State, log: Log) -> Decision | None:
    """Asks a seat with more than ten cards what to do about it (CL-8.1)."""
    seat = state.active
    if state.sizes[seat] <= MOST_CARDS:
        state.phase = REFILL
        return None
    menu: Menu = (LIMIT_DISCARD, LIMIT_KEEP)
    if state.hands[seat][SMUGGLER]:
        menu += (LIMIT_SMUGGLER,)
    return Decision("hand_limit", {seat: menu}, {seat: LIMIT_DISCARD})


def hand_limit(state: State, choices: Mapping[Seat, Limit], log: Log) -> None:
    """Takes the amulets for a large hand (CL-8.1, CL-6.5)."""
    seat = state.active
    action = choices[seat]
    over = state.sizes[seat] - MOST_CARDS
    dropped = 0
    state.phase = REFILL
    if action.how == "keep":
        amulets = over
    elif action.how == "smuggler":
        amulets = PLAY_AMULETS[SMUGGLER]
        spend(state, seat, SMUGGLER)
    else:
        amulets, dropped = LIMIT_AMULETS, over
        state.phase = DISCARD
    state.amulets[seat] += amulets
    if log is not None:
        log.append(Limited(seat, action.how, amulets, dropped))


def ask_discard(state: State, log: Log) -> Decision | None:
    """Asks for one card after the other until ten are left (CL-8.2)."""
    seat = state.active
    if state.sizes[seat] <= MOST_CARDS:
        state.phase = REFILL
        return None
    menu = tuple(compress(DROP, state.hands[seat]))
    return Decision("discard", {seat: menu}, {seat: menu[0]})


def discard(state: State, choices: Mapping[Seat, Discard], log: Log) -> None:
    """Lays the card face down on the discard pile (CL-8.2)."""
    seat = state.active
    action = choices[seat]
    drop(state, seat, CARD[action.card])
    if log is not None:
        log.append(Dropped(seat, action.card, to=(seat,)))


def ask_refill(state: State, log: Log) -> Decision | None:
    """Draws three cards and asks for their stalls: after a market turn, a pass, or if all stalls are empty (CL-8.3)."""
    seat = state.active
    if not state.drawn:
        if state.refill or not any(state.market):
            drawn = draw(state, STALLS, log)
            state.drawn = drawn if state.half_flip else tuple([card | 1 for card in drawn])
        if not state.drawn:
            state.phase = NEXT
            return None
    menu = REFILLS[len(state.drawn)]
    return Decision("refill", {seat: menu}, {seat: menu[0]})


def refill(state: State, choices: Mapping[Seat, Refill], log: Log) -> None:
    """Puts each drawn card behind those of its stall (CL-8.3)."""
    stalls, drawn = choices[state.active].stalls, state.drawn
    for card, stall in zip(drawn, stalls, strict=True):
        state.market[stall] += (card,)
    state.drawn = ()
    state.phase = NEXT
    if log is not None:
        log.append(Refilled(state.active, tuple([name(card) for card in drawn]), stalls))


def next_turn(state: State, log: Log) -> None:
    """Passes the turn on clockwise; at the cap the game ends (CL-3.4, CL-3.5)."""
    state.turn += 1
    if log is not None:
        log.append(TurnEnded(state.active, state.turn))
    state.refill = False
    state.plays = state.built = 0
    if state.turn == TURNS_A_SEAT * state.seats:
        end(state, BY_TURN_CAP, log)
        return
    state.active = (state.active + 1) % state.seats
    state.phase = MAIN
