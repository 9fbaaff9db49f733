"""A whole state from a view: what a bot, which sees only the view, needs to search in (AR-8.2, AR-8.3).

Almost all of the table is public and copied; hands of others, the cards on provinces, the deck and the order of
provinces are dealt. Whoever waits does not know what another seat is asked: then it is the first thing possible.
"""

from __future__ import annotations

from collections.abc import Mapping

from arena import flow
from arena.games.amun_re.board import (
    CARD_INDEX,
    KINGDOM,
    PROVINCE_INDEX,
    STEP_OF,
    STONES_IN_PYRAMID,
)
from arena.games.amun_re.flow import PHASES
from arena.games.amun_re.hands import ONE
from arena.games.amun_re.hidden import ask, deal_hidden
from arena.games.amun_re.phases.offering import pickers
from arena.games.amun_re.setup import blank
from arena.games.amun_re.state import (
    BID,
    BONUS,
    BUILD,
    BUY,
    FARMERS,
    GOODS,
    HARVEST,
    NOBODY,
    NOTHING,
    OFFER,
    PAY,
    STONES,
    State,
)
from arena.games.amun_re.view import AmunReView
from arena.rng import Stream

_PHASE = {phase.name: number for number, phase in enumerate(PHASES)}
_WAITING = {"offering": OFFER, "goods": GOODS, "harvest": HARVEST, "scoring": BONUS, "over": flow.OVER}


def imagine(view: AmunReView, stream: Stream) -> State:
    """Builds a state that looks like the view and waits for a decision, unless the game is over."""
    state = blank(view.seats, 0)
    state.round, state.pharaoh = view.round, view.pharaoh
    state.active = view.pharaoh if view.active is None else view.active
    state.level = view.level or 0
    state.offers = view.offers
    _provinces(state, view)
    _seats(state, view)
    _unfinished(state, view)
    state.discards = _hand(view.discards)
    if view.seat is not None and view.hand is not None:
        state.hands[view.seat] = _hand(view.hand)
    state.phase = _phase(state, view)
    deal_hidden(state, view.seat, stream)
    if state.phase != flow.OVER:
        ask(state)
    return state


def _hand(counts: Mapping[str, int]) -> int:
    return sum([ONE[CARD_INDEX[card]] * count for card, count in counts.items()])


def _provinces(state: State, view: AmunReView) -> None:
    """Sets up the provinces, and an order in which they may have come."""
    offered = [PROVINCE_INDEX[name] for name in view.offered]
    state.offered = tuple(sorted(offered))
    before: list[int] = []
    coming: list[int] = []
    for shown in view.provinces:
        province = PROVINCE_INDEX[shown.id]
        state.owner[province] = NOBODY if shown.owner is None else shown.owner
        state.farmers[province], state.extra[province] = shown.farmers, shown.extra
        state.stones[province], state.pyramids[province] = shown.stones, shown.pyramids
        if shown.hidden:
            coming.append(province)
        elif province not in state.offered:
            before.append(province)
        else:
            slot = state.offered.index(province)
            state.lying[slot] = (NOTHING,) * shown.cards
            state.blocked |= shown.blocked << slot
            if shown.bidder is not None and shown.price is not None:
                state.holder[slot], state.top[slot] = shown.bidder, STEP_OF[shown.price]
    this_kingdom = (*before, *offered, *coming)
    state.order = (*sorted(this_kingdom), *this_kingdom) if view.round > KINGDOM else this_kingdom


def _seats(state: State, view: AmunReView) -> None:
    for seat, player in enumerate(view.players):
        state.gold[seat], state.points[seat], state.sizes[seat] = player.gold, player.points, player.cards
        state.own[seat] = tuple([PROVINCE_INDEX[name] for name in player.provinces])
        state.used[seat] = sum([1 << CARD_INDEX[card] for card in player.played])
        state.sold[seat] = _hand(player.sold)
        if player.lost is not None:
            state.last[seat] = state.offered.index(PROVINCE_INDEX[player.lost])
    state.known = sum([1 << seat for seat, player in enumerate(view.players) if player.builder])


def _unfinished(state: State, view: AmunReView) -> None:
    """Sets up a purchase or a choice of goods that is under way."""
    if view.buying is not None:
        state.at = state.own[state.active].index(PROVINCE_INDEX[view.buying.province])
        state.bought = view.buying.placed
    if view.goods is not None:
        state.left, state.due = view.goods.left, view.goods.cards
        queue = pickers(view.offers, view.pharaoh)
        state.queue = queue[queue.index(state.active) + 1 :]


def _phase(state: State, view: AmunReView) -> int:
    """Gives a phase in which a seat may be asked, for all that the view says."""
    if view.asked is not None:
        return _PHASE[view.asked]
    if view.phase == "auction":
        return BID if NOBODY in state.holder else PAY
    if view.phase != "purchases":
        return _WAITING[view.phase]
    if view.buying is not None:
        return FARMERS if view.buying.what == "farmer" else STONES
    own = state.own[state.active]
    return BUILD if any(state.stones[province] >= STONES_IN_PYRAMID for province in own) else BUY
