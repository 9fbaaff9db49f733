"""What a seat or a spectator may see of Nefertiti: everything but the order of the undrawn cards."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from arena.flow import OVER
from arena.game import Asked, View
from arena.games.nefertiti.board import (
    CHARACTERS,
    GIFTS,
    HALLS,
    MARKETS,
    MARKETS_IN,
    PRICES,
    REASONS_TO_END,
    SLOTS,
)
from arena.games.nefertiti.halls import SPACE_AT
from arena.games.nefertiti.scoring import score, values_now
from arena.games.nefertiti.state import (
    EVERY_MARKET,
    EVERYTHING,
    HIGHEST,
    NOBODY,
    NOTHING,
    OTHER,
    SEAT,
    State,
)


class MarketView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is one market. slots: the upper gift, then the lower row from the left; servants: the seat on each such space.

    seal: one lies on the upper gift; perm: closed for good; the JSON form leaves both out where they are false.
    """

    id: str
    hall: str
    open: bool
    reserve: int
    slots: tuple[str | None, ...]
    servants: dict[str, int]
    seal: bool = False
    perm: bool = False


class PlayerView(msgspec.Struct, frozen=True):
    """Is one seat. servants: in the supply; score: what the seat would have if the game ended now."""

    money: int
    seals: int
    servants: int
    prestige: int
    score: int
    gifts: dict[str, int]


class BidView(msgspec.Struct, frozen=True):
    """Is the bid that is being dealt with in a closing."""

    market: str
    space: str
    price: int
    seat: int
    highest: bool


class NefertitiView(View, frozen=True):
    """Is the table as `seat` sees it (None: a spectator); all seats see the same.

    phase: the kind of the decision that is waited for (hire, place, take, extra, discard, other), or over.
    asked: the seat that decides; active: whose turn it is. turn: turns completed; dry: turns completed since a gift
    was last drawn. placings: servants that the active seat has still to place. characters: cards left in each pile.
    cards_left: undrawn cards, Akhenaton included. removed: gifts that left the game. prev_closed: the market that
    opens next. ended: why the game is over (akhenaton, drought, stop).
    """

    seat: int | None
    seats: int
    options: dict[str, str]
    turn: int
    dry: int
    active: int
    phase: str
    asked: int | None
    placings: int
    bid: BidView | None
    markets: tuple[MarketView, ...]
    players: tuple[PlayerView, ...]
    characters: dict[str, int]
    seal_supply: int
    cards_left: int
    removed: dict[str, int]
    prev_closed: str
    end_phase: bool
    ended: str | None


def view(state: State, seat: int | None) -> NefertitiView:
    """Shows the table to a seat, or to a spectator (NE-8.1)."""
    pending = state.pending
    markets, players = _parts(state)
    return NefertitiView(
        seat=seat,
        seats=state.seats,
        options=_options(state.full, state.halls_fixed),
        turn=state.turn,
        dry=state.turn - state.last_draw - 1,
        active=state.active,
        phase="over" if pending is None else pending.kind,
        asked=None if pending is None else next(iter(pending.legal)),
        placings=state.placings,
        bid=_bid(state),
        markets=tuple(markets),
        players=tuple(players),
        characters=_characters(tuple(state.piles)),
        seal_supply=state.seal_supply,
        cards_left=len(state.deck) - state.drawn,
        removed=_gifts(tuple(state.removed)),
        prev_closed=MARKETS[state.prev_closed],
        end_phase=state.end_phase,
        ended=REASONS_TO_END[state.ended] if state.phase == OVER else None,
    )


def asked(view: NefertitiView) -> Asked | None:
    """Says which decision is waited for; everybody sees it (NE-8.1)."""
    return None if view.asked is None else Asked(view.phase, (view.asked,))


# From ply to ply most of the table stays as it is: what follows builds a part once for each look that it takes.


@lru_cache(64)
def _options(full: bool, halls_fixed: bool) -> dict[str, str]:
    return {"closing": "full" if full else "sum_only", "halls": "fixed" if halls_fixed else "random"}


@lru_cache(1024)
def _characters(piles: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(CHARACTERS, piles, strict=True))


@lru_cache(1024)
def _gifts(counts: tuple[int, ...]) -> dict[str, int]:
    return {gift: count for gift, count in zip(GIFTS, counts, strict=True) if count}


def _bid(state: State) -> BidView | None:
    market = state.closing
    if market == NOTHING:
        return None
    price = state.occupied[market].bit_length() - 1
    return BidView(
        market=MARKETS[market],
        space=SPACE_AT[state.hall[market]][price],
        price=price,
        seat=state.owner[market * PRICES + price],
        highest=HIGHEST < state.phase < OTHER,
    )


def _parts(state: State) -> tuple[list[MarketView], list[PlayerView]]:
    """Gives the views of markets and seats, building anew only those that were touched since they were last shown."""
    touched = state.touched
    if touched == EVERYTHING:
        state.shown = [None] * len(MARKETS), [None] * state.seats
    markets, players = state.shown
    if touched:
        for market in MARKETS_IN[touched & EVERY_MARKET]:
            markets[market] = _market(state, market)
        values = values_now(state)
        for seat, bit in zip(range(state.seats), SEAT, strict=False):
            if touched & bit:
                players[seat] = _player(state, seat, values)
        state.touched = 0
    return markets, players


def _market(state: State, market: int) -> MarketView:
    first, flag = market * PRICES, 1 << market
    return _market_view(
        market,
        state.hall[market],
        state.open & flag,
        state.perm & flag,
        state.sealed & flag,
        state.reserve[market],
        tuple(state.slots[market * SLOTS : market * SLOTS + SLOTS]),
        tuple(state.owner[first : first + PRICES]) if state.occupied[market] else (),
    )


@lru_cache(4096)
def _market_view(
    market: int,
    hall: int,
    is_open: int,
    is_perm: int,
    is_sealed: int,
    reserve: int,
    slots: tuple[int, ...],
    owner: tuple[int, ...],
) -> MarketView:
    names = SPACE_AT[hall]
    return MarketView(
        id=MARKETS[market],
        hall=HALLS[hall],
        open=bool(is_open),
        perm=bool(is_perm),
        reserve=reserve,
        seal=bool(is_sealed),
        slots=tuple([None if gift == NOTHING else GIFTS[gift] for gift in slots]),
        servants={names[price]: seat for price, seat in enumerate(owner) if seat != NOBODY},
    )


def _player(state: State, seat: int, values: tuple[int, ...]) -> PlayerView:
    first = seat * len(GIFTS)
    return _player_view(
        state.money[seat],
        state.seals[seat],
        state.servants[seat],
        state.prestige[seat],
        tuple(state.hands[first : first + len(GIFTS)]),
        values,
    )


@lru_cache(4096)
def _player_view(
    money: int, seals: int, servants: int, prestige: int, hand: tuple[int, ...], values: tuple[int, ...]
) -> PlayerView:
    return PlayerView(money, seals, servants, prestige, score(prestige, seals, hand, values), _gifts(hand))
