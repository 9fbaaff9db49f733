"""What a seat or a spectator may see of Amun-Re (AR-8.1 to AR-8.3). What has no field cannot leak.

Nobody reads whether another seat is being asked, nor what: only whose turn it is. Some decisions are asked or left
out by what is in a hidden hand.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from arena.flow import OVER
from arena.game import Asked, View
from arena.games.amun_re.board import CARDS, KINGDOM, PRICES, PROVINCES
from arena.games.amun_re.hands import names
from arena.games.amun_re.state import FARMERS, GOODS, NOBODY, NOTHING, OFFER, PAY, STONES, State

PHASE_NAMES = (*["auction"] * 3, *["purchases"] * 5, "offering", "goods", "harvest", "scoring", "scoring", "over")
"""By phase number; the last one is OVER."""


class ProvinceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is a province that has been turned up at least once; the JSON form leaves out what is as below.

    farmers: on fields; extra: beside them. hidden: it waits to be turned up again in the New Kingdom. price, bidder,
    blocked: the highest bid and whether a blockade protects it; cards: power cards that lie there for the winner.
    """

    id: str
    owner: int | None = None
    farmers: int = 0
    extra: int = 0
    stones: int = 0
    pyramids: int = 0
    hidden: bool = False
    price: int | None = None
    bidder: int | None = None
    blocked: bool = False
    cards: int = 0


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is a seat. cards: the size of its hand; builder: it certainly still holds the builder of its start.

    provinces: of this kingdom, in the order in which they were won; played: kinds of cards played in this round; sold:
    cards sold in it; lost: the province where it was overbid last in this auction.
    """

    gold: int
    points: int
    cards: int
    provinces: tuple[str, ...]
    builder: bool = False
    played: tuple[str, ...] = ()
    sold: dict[str, int] = {}
    lost: str | None = None


class BuyingView(msgspec.Struct, frozen=True):
    """Is an open purchase of the active seat: what (farmer or stone), for which province, pieces placed before."""

    what: str
    province: str
    placed: int


class GoodsView(msgspec.Struct, frozen=True):
    """Is what the active seat has still to pick, and how many cards it has picked that it will draw."""

    left: int
    cards: int


class AmunReView(View, frozen=True):
    """Is the table as `seat` sees it (None: a spectator).

    phase: auction, purchases, offering, goods, harvest, scoring or over. active: whose turn it is, None while all are
    asked at once and when the game is over; asked: the kind of the decision that this seat has to take now. level: of
    the temple, None before the first offering. offered: the provinces of this round as they were turned up.
    provinces: in the order of the alphabet. deck: undrawn power cards; discards: the discard pile. hand: one's own.
    offers: the last ones by seat, minus 3 for a thief.
    """

    seat: int | None
    seats: int
    options: dict[str, str]
    round: int
    phase: str
    active: int | None
    asked: str | None
    pharaoh: int
    level: int | None
    offered: tuple[str, ...]
    provinces: tuple[ProvinceView, ...]
    players: tuple[PlayerView, ...]
    hand: dict[str, int] | None
    deck: int
    discards: dict[str, int]
    buying: BuyingView | None
    goods: GoodsView | None
    offers: tuple[int, ...]


def view(state: State, seat: int | None) -> AmunReView:
    """Shows the table to a seat, or to a spectator (AR-8.1 to AR-8.3)."""
    pending = state.pending
    together = state.phase in (OFFER, OVER)
    return AmunReView(
        seat=seat,
        seats=state.seats,
        options={},
        round=state.round,
        phase=PHASE_NAMES[state.phase],
        active=None if together else state.active,
        asked=pending.kind if pending is not None and seat in pending.legal else None,
        pharaoh=state.pharaoh,
        level=state.level or None,
        offered=tuple([PROVINCES[p] for p in state.order[(state.round - 1) * state.seats : state.round * state.seats]]),
        provinces=_provinces(state),
        players=_players(state),
        hand=None if seat is None else names(state.hands[seat]),
        deck=len(state.deck),
        discards=names(state.discards),
        buying=_buying(state),
        goods=GoodsView(state.left, state.due) if state.phase == GOODS else None,
        offers=state.offers,
    )


def asked(view: AmunReView) -> Asked | None:
    """Says what the view tells of the decision to come: whose turn it is, and what, if it is one's own (AR-8.3).

    Only of the offering everybody knows: it asks all that have gold or cards.
    """
    if view.phase == "over":
        return None
    if view.active is None:
        return Asked("offer", tuple([seat for seat, one in enumerate(view.players) if one.gold or one.cards]))
    return Asked(view.asked, (view.active,))


def _buying(state: State) -> BuyingView | None:
    if state.phase not in (FARMERS, STONES):
        return None
    province = PROVINCES[state.own[state.active][state.at]]
    return BuyingView("farmer" if state.phase == FARMERS else "stone", province, state.bought)


def _provinces(state: State) -> tuple[ProvinceView, ...]:
    turned_up = state.round * state.seats
    seen = sorted(set(state.order[:turned_up]))
    shown = frozenset(state.order[KINGDOM * state.seats if state.round > KINGDOM else 0 : turned_up])
    views = []
    in_auction = state.phase <= PAY and state.phase != OVER
    for province in seen:
        auction = None
        if in_auction and province in state.offered:
            slot = state.offered.index(province)
            auction = state.top[slot], state.holder[slot], state.blocked >> slot & 1, len(state.lying[slot])
        views.append(
            _province_view(
                province,
                state.owner[province],
                state.farmers[province],
                state.extra[province],
                state.stones[province],
                state.pyramids[province],
                province not in shown,
                auction,
            )
        )
    return tuple(views)


@lru_cache(4096)
def _province_view(
    province: int,
    owner: int,
    farmers: int,
    extra: int,
    stones: int,
    pyramids: int,
    hidden: bool,
    auction: tuple[int, int, int, int] | None,
) -> ProvinceView:
    """Builds a province's view; from ply to ply most provinces stay as they are."""
    top, holder, blocked, cards = auction or (NOTHING, NOBODY, 0, 0)
    return ProvinceView(
        id=PROVINCES[province],
        owner=None if owner == NOBODY else owner,
        farmers=farmers,
        extra=extra,
        stones=stones,
        pyramids=pyramids,
        hidden=hidden,
        price=None if top == NOTHING else PRICES[top],
        bidder=None if holder == NOBODY else holder,
        blocked=bool(blocked),
        cards=cards,
    )


def _players(state: State) -> tuple[PlayerView, ...]:
    return tuple(
        [
            _player_view(
                state.gold[seat],
                state.points[seat],
                state.sizes[seat],
                state.own[seat],
                state.known >> seat & 1,
                state.used[seat],
                state.sold[seat],
                NOTHING if state.last[seat] == NOTHING else state.offered[state.last[seat]],
            )
            for seat in range(state.seats)
        ]
    )


@lru_cache(4096)
def _player_view(
    gold: int, points: int, cards: int, own: tuple[int, ...], builder: int, used: int, sold: int, lost: int
) -> PlayerView:
    """Builds a seat's view; from ply to ply most seats stay as they are."""
    return PlayerView(
        gold=gold,
        points=points,
        cards=cards,
        provinces=tuple([PROVINCES[province] for province in own]),
        builder=bool(builder),
        played=tuple([card for kind, card in enumerate(CARDS) if used >> kind & 1]),
        sold=names(sold),
        lost=None if lost == NOTHING else PROVINCES[lost],
    )
