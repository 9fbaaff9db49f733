"""A whole state from a view: what a bot, which sees only the view, needs to search in.

All of a table of Nefertiti is public but the order of the undrawn cards, so everything is copied and only the pile is
dealt anew (NE-8.1).
"""

from __future__ import annotations

from arena.flow import OVER
from arena.games.nefertiti.board import (
    AKHENATON,
    CHARACTERS,
    COPIES,
    GIFT_INDEX,
    GIFTS,
    HALLS,
    KIND_OF,
    MARKET_INDEX,
    MARKETS,
    PRICES,
    REASONS_TO_END,
    SENET,
    SLOTS,
)
from arena.games.nefertiti.halls import SPACE
from arena.games.nefertiti.state import DISCARD, EVERYTHING, EXTRA, HIRE, NOBODY, NOTHING, OTHER, PLACE, TAKE, State
from arena.games.nefertiti.view import NefertitiView
from arena.rng import Stream

_HALL = {hall: number for number, hall in enumerate(HALLS)}
_PHASE = {"hire": HIRE, "place": PLACE, "take": TAKE, "extra": EXTRA, "discard": DISCARD, "other": OTHER, "over": OVER}
_BOTTOM = 5
"""Akhenaton lies among the last so many cards."""


def undrawn(view: NefertitiView) -> list[int]:
    """Gives the gifts that nobody has seen yet, in the order of the card table."""
    left = [0 if view.seats == 3 and KIND_OF[gift] == SENET else count for gift, count in enumerate(COPIES)]
    for market in view.markets:
        for gift in market.slots:
            if gift is not None:
                left[GIFT_INDEX[gift]] -= 1
    for counts in (view.removed, *[player.gifts for player in view.players]):
        for gift, count in counts.items():
            left[GIFT_INDEX[gift]] -= count
    return [gift for gift, count in enumerate(left) for _ in range(count)]


def pile(view: NefertitiView, stream: Stream) -> tuple[int, ...]:
    """Deals the undrawn cards anew: gifts in any order, Akhenaton anywhere among those of the last five places
    that are left, unless he has come already."""
    cards = undrawn(view)
    stream.shuffle(cards)
    if not view.end_phase and view.cards_left:
        cards.insert(view.cards_left - 1 - stream.below(min(_BOTTOM, view.cards_left)), AKHENATON)
    return tuple(cards)


def imagine(view: NefertitiView, stream: Stream) -> State:
    """Builds a state that looks like the view; the decision it waits for is not made yet (see the phase walker)."""
    state = State()
    state.phase = _PHASE[view.phase]
    state.pending = None
    state.seats = view.seats
    state.full = view.options["closing"] == "full"
    state.halls_fixed = view.options["halls"] == "fixed"
    state.touched = EVERYTHING
    state.turn = view.turn
    state.active = view.active
    state.placings = view.placings
    state.closing = NOTHING if view.bid is None else MARKET_INDEX[view.bid.market]
    state.ended = REASONS_TO_END.index(view.ended or "")
    _seats(state, view)
    _markets(state, view)
    state.deck = pile(view, stream)
    state.drawn = 0
    state.last_draw = view.turn - view.dry - 1
    state.seal_supply = view.seal_supply
    state.piles = [view.characters[name] for name in CHARACTERS]
    state.removed = [view.removed.get(gift, 0) for gift in GIFTS]
    state.prev_closed = MARKET_INDEX[view.prev_closed]
    state.end_phase = view.end_phase
    return state


def _seats(state: State, view: NefertitiView) -> None:
    players = view.players
    state.money = [player.money for player in players]
    state.seals = [player.seals for player in players]
    state.prestige = [player.prestige for player in players]
    state.servants = [player.servants for player in players]
    state.hands = [player.gifts.get(gift, 0) for player in players for gift in GIFTS]
    state.held = [sum([1 << GIFT_INDEX[gift] for gift in player.gifts]) for player in players]


def _markets(state: State, view: NefertitiView) -> None:
    state.open = state.perm = state.sealed = 0
    state.hall, state.reserve, state.slots, state.filled, state.occupied = [], [], [], [], []
    state.owner = [NOBODY] * (len(MARKETS) * PRICES)
    for number, market in enumerate(view.markets):
        bit = 1 << number
        state.open |= bit if market.open else 0
        state.perm |= bit if market.perm else 0
        state.sealed |= bit if market.seal else 0
        state.hall.append(_HALL[market.hall])
        state.reserve.append(market.reserve)
        state.slots += [NOTHING if gift is None else GIFT_INDEX[gift] for gift in market.slots]
        state.filled.append(sum([1 << slot for slot in range(SLOTS) if market.slots[slot] is not None]))
        occupied = 0
        for name, seat in market.servants.items():
            price = SPACE[name].price
            occupied |= 1 << price
            state.owner[number * PRICES + price] = seat
        state.occupied.append(occupied)
