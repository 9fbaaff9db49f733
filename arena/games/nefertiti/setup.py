"""Setting up the table (NE-2). All chance of the game falls here, one labelled stream for each purpose."""

from __future__ import annotations

from arena.game import Log
from arena.games.nefertiti.board import (
    AKHENATON,
    COPIES,
    GIFTS,
    HALLS,
    KIND_OF,
    LOUQSOR,
    MARKETS,
    MONEY,
    PILES,
    PRICES,
    RESERVE,
    SEALS,
    SENET,
    SERVANTS,
    SLOTS,
)
from arena.games.nefertiti.events import Deal, Dice, Start
from arena.games.nefertiti.state import EVERYTHING, HIRE, NOBODY, NOTHING, State
from arena.rng import Stream, streams

BOTTOM_GIFTS = 4
"""Gifts that are mixed with Akhenaton under the draw pile."""


def set_up(seed: int, seats: int, *, full: bool, halls_fixed: bool, log: Log) -> State:
    """Lays out the table up to the first turn (NE-2.1 to NE-2.6)."""
    dice, halls, gifts, bottom = streams(seed, "dice", "halls", "gifts", "bottom")
    markets = range(len(MARKETS))
    state = State()
    state.phase = HIRE
    state.pending = None
    state.seats = seats
    state.full = full
    state.halls_fixed = halls_fixed
    state.turn = 0
    state.active = throw_for_start(dice, seats, log)
    state.placings = 1
    state.closing = NOTHING
    state.ended = 0
    state.money = [MONEY[seats][(seat - state.active) % seats] for seat in range(seats)]
    state.seals = [0] * seats
    state.prestige = [0] * seats
    state.servants = [SERVANTS] * seats
    state.hands = [0] * (seats * len(GIFTS))
    state.held = [0] * seats
    state.open = sum(1 << market for market in markets if market != LOUQSOR)
    state.perm = 0
    state.sealed = state.open
    state.hall = [2 * market + (1 if halls_fixed else halls.below(2)) for market in markets]
    state.reserve = [RESERVE for _ in markets]
    state.slots = [NOTHING] * (len(MARKETS) * SLOTS)
    state.filled = [0 for _ in markets]
    state.occupied = [0 for _ in markets]
    state.owner = [NOBODY] * (len(MARKETS) * PRICES)
    state.deck = draw_pile(gifts, bottom, seats)
    state.drawn = LOUQSOR * SLOTS
    state.last_draw = -1
    state.seal_supply = SEALS - LOUQSOR
    state.piles = list(PILES[seats])
    state.removed = [0] * len(GIFTS)
    state.prev_closed = LOUQSOR
    state.end_phase = False
    state.touched = EVERYTHING
    state.slots[: state.drawn] = state.deck[: state.drawn]
    for market in range(LOUQSOR):
        state.filled[market] = (1 << SLOTS) - 1
    if log is not None:
        shown = [GIFTS[gift] for gift in state.deck[: state.drawn]]
        displays = tuple([tuple(shown[first : first + SLOTS]) for first in range(0, state.drawn, SLOTS)])
        log.append(Deal(tuple([HALLS[hall] for hall in state.hall]), displays))
    return state


def throw_for_start(dice: Stream, seats: int, log: Log) -> int:
    """Lets the seats throw two dice each; tied leaders throw again until one leads (NE-2.2)."""
    throwing = list(range(seats))
    while len(throwing) > 1:
        totals = []
        for seat in throwing:
            throw = (1 + dice.below(6), 1 + dice.below(6))
            totals.append(sum(throw))
            if log is not None:
                log.append(Dice(seat, throw))
        best = max(totals)
        throwing = [seat for seat, total in zip(throwing, totals, strict=True) if total == best]
    if log is not None:
        log.append(Start(throwing[0]))
    return throwing[0]


def draw_pile(gifts: Stream, bottom: Stream, seats: int) -> tuple[int, ...]:
    """Shuffles the gifts and hides Akhenaton among the last five cards (NE-2.5); no senet with three seats."""
    cards = [gift for gift, copies in enumerate(COPIES) if seats > 3 or KIND_OF[gift] != SENET for _ in range(copies)]
    gifts.shuffle(cards)
    last = [*cards[:BOTTOM_GIFTS], AKHENATON]
    bottom.shuffle(last)
    return (*cards[BOTTOM_GIFTS:], *last)


def reshuffle(state: State, stream: Stream) -> State:
    """Gives a state that is equally possible to all who have watched the game (NE-8.1).

    The undrawn gifts are shuffled; Akhenaton, unless drawn, lies anywhere among the bottom places still undrawn.
    """
    twin = state.copy()
    undrawn = list(state.deck[state.drawn :])
    akhenaton = AKHENATON in undrawn
    if akhenaton:
        undrawn.remove(AKHENATON)
    stream.shuffle(undrawn)
    if akhenaton:
        top = max(len(undrawn) - BOTTOM_GIFTS, 0)
        undrawn.insert(top + stream.below(len(undrawn) + 1 - top), AKHENATON)
    twin.deck = (*state.deck[: state.drawn], *undrawn)
    return twin
