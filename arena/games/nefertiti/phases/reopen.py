"""After a closing: the market that closed before opens again, until Akhenaton comes (NE-6)."""

from __future__ import annotations

from arena.game import Log
from arena.games.nefertiti.board import (
    AKHENATON,
    ENDED_BY_AKHENATON,
    GIFTS,
    HALLS,
    MARKETS,
    SLOTS,
)
from arena.games.nefertiti.events import Akhenaton, Draw, Opened, PermClosed, SealPlaced, Shift
from arena.games.nefertiti.phases.end import end
from arena.games.nefertiti.state import EVERY_MARKET, NEXT, NOTHING, State


def step(state: State, log: Log) -> None:
    """Closes the market, flips its halls, and stocks and opens the one that closed before it (NE-6.1, NE-6.2)."""
    market = state.closing
    state.closing = NOTHING
    state.touched |= EVERY_MARKET
    state.open ^= 1 << market
    state.hall[market] ^= 1
    state.phase = NEXT
    if state.end_phase:
        close_for_good(state, market, log)
        if not state.open:
            end(state, ENDED_BY_AKHENATON, log)
        return
    previous = state.prev_closed
    state.prev_closed = market
    move_up(state, previous, log)
    if not stock(state, previous, log):
        state.end_phase = True
        close_for_good(state, previous, log)
        close_for_good(state, market, log)
        return
    if not state.sealed >> previous & 1 and state.seal_supply:
        put_seal(state, previous, log)
    state.open |= 1 << previous
    if log is not None:
        log.append(Opened(MARKETS[previous], HALLS[state.hall[previous]]))


def close_for_good(state: State, market: int, log: Log) -> None:
    """Ends a market's part in the game (NE-6.6, NE-6.7)."""
    state.perm |= 1 << market
    if log is not None:
        log.append(PermClosed(MARKETS[market]))


def move_up(state: State, market: int, log: Log) -> None:
    """Lets unsold gifts close the gaps: into an empty upper slot, then to the left (NE-6.3)."""
    first = market * SLOTS
    slots = state.slots
    moves = []
    free = 0
    for slot in range(SLOTS):
        gift = slots[first + slot]
        if gift != NOTHING:
            if slot != free:
                slots[first + slot] = NOTHING
                slots[first + free] = gift
                moves.append((slot, free))
            free += 1
    state.filled[market] = (1 << free) - 1
    if moves and log is not None:
        log.append(Shift(MARKETS[market], tuple(moves)))


def stock(state: State, market: int, log: Log) -> bool:
    """Fills a display whose gaps have been closed from the draw pile (NE-6.4).

    Returns False, with the display as it is then, when Akhenaton comes (NE-6.6).
    """
    for slot in range(state.filled[market].bit_count(), SLOTS):
        card = state.deck[state.drawn]
        state.drawn += 1
        if card == AKHENATON:
            if log is not None:
                log.append(Akhenaton(MARKETS[market]))
            return False
        state.slots[market * SLOTS + slot] = card
        state.filled[market] |= 1 << slot
        state.last_draw = state.turn
        if log is not None:
            log.append(Draw(MARKETS[market], slot, GIFTS[card]))
    return True


def put_seal(state: State, market: int, log: Log) -> None:
    """Puts a seal from the supply on the upper gift (NE-6.5)."""
    state.seal_supply -= 1
    state.sealed |= 1 << market
    if log is not None:
        log.append(SealPlaced(MARKETS[market]))
