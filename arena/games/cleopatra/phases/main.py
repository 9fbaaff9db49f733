"""A turn opens: visit the market or build (CL-3)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import END, MARKETS, PASS, Build, End, Market, Menu, Pass, Play
from arena.games.cleopatra.board import CARDS
from arena.games.cleopatra.cards import name
from arena.games.cleopatra.events import Found, Passed, Took
from arena.games.cleopatra.phases.building import choose_piece, pieces
from arena.games.cleopatra.phases.characters import play, plays
from arena.games.cleopatra.state import HAND_LIMIT, MAIN, MARKET_AFTER, State


def ask_main(state: State, log: Log) -> Decision:
    """Asks for one of the two actions of a turn, or a character before it (CL-3.1)."""
    seat = state.active
    first, second, third = state.market
    menu: Menu = MARKETS[(1 if first else 0) | (2 if second else 0) | (4 if third else 0)] + pieces(state, seat)
    characters = plays(state, seat)
    if not menu:
        menu = (*characters, PASS)  # CL-3.3
    elif characters:
        menu += characters
    return Decision("main", {seat: menu}, {seat: menu[0]})


def main(state: State, choices: Mapping[Seat, Market | Build | Play | Pass], log: Log) -> None:
    """Carries out what the turn opens with."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Market):
        _take(state, seat, action.stall, log)
    elif isinstance(action, Build):
        choose_piece(state, seat, action, log)
    elif isinstance(action, Play):
        play(state, seat, action, MAIN, log)
    else:
        state.refill = True
        state.phase = HAND_LIMIT
        if log is not None:
            log.append(Passed(seat))


def _take(state: State, seat: int, stall: int, log: Log) -> None:
    """Takes a whole stall (CL-3.2)."""
    cards = state.market[stall]
    state.market[stall] = ()
    hand, seen = state.hands[seat], state.seen[seat]
    for card in cards:
        hand[card >> 1] += 1
        if card & 1:
            seen[card >> 1] += 1
    state.sizes[seat] += len(cards)
    state.refill = True
    state.phase = MARKET_AFTER
    if log is not None:
        log.append(Took(seat, stall, tuple([name(card) for card in cards])))
        hidden = tuple([CARDS[card >> 1] for card in sorted(cards) if not card & 1])
        if hidden:
            log.append(Found(seat, hidden, to=(seat,)))


def ask_market_after(state: State, log: Log) -> Decision | None:
    """Asks for a character after the market; a seat that has none is not asked (CL-3.2)."""
    seat = state.active
    menu = plays(state, seat)
    if not menu:
        state.phase = HAND_LIMIT
        return None
    return Decision("market_after", {seat: (*menu, END)}, {seat: END})


def market_after(state: State, choices: Mapping[Seat, Play | End], log: Log) -> None:
    """Plays a character, or ends the turn."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Play):
        play(state, seat, action, MARKET_AFTER, log)
    else:
        state.phase = HAND_LIMIT
