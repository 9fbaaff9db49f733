"""Phase 4 of a round: sealed offerings, the temple level, and the goods that the givers pick (AR-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.game import Decision, Log, Seat
from arena.games.amun_re import menus
from arena.games.amun_re.actions import GOOD_STONE, STEAL, Good, Offer, Steal
from arena.games.amun_re.board import ALL_CARDS, CARD_GOLD, CARD_INDEX, FIELDS, LEVEL_BOUNDS, PROVINCE_INDEX, THEFT
from arena.games.amun_re.board import GOODS as GOODS_BY_RANK
from arena.games.amun_re.events import Offering, Pharaoh, Picked
from arena.games.amun_re.phases.moves import build_pyramids, draw, lose_card, take_cards
from arena.games.amun_re.state import GOODS, HARVEST, State


def step(state: State, log: Log) -> Decision | None:
    """Asks all seats at once, sealed, but those that can only steal (AR-5.1 to AR-5.4)."""
    gold, hands = state.gold, state.hands
    legal = {seat: menus.offers(gold[seat], hands[seat]) for seat in range(state.seats) if gold[seat] or hands[seat]}
    if legal:
        return Decision("offer", legal, dict.fromkeys(legal, STEAL))
    apply(state, {}, log)
    return None


def apply(state: State, choices: Mapping[Seat, Offer | Steal], log: Log) -> None:
    """Opens the offerings, moves gold and cards, sets the temple level and lets the givers pick (AR-5.5, AR-5.6)."""
    offers = []
    for seat in range(state.seats):
        action = choices.get(seat)
        if isinstance(action, Offer):
            state.gold[seat] -= action.amount - len(action.cards) * CARD_GOLD
            for card in action.cards:
                lose_card(state, seat, CARD_INDEX[card])
            offers.append(action.amount)
        else:
            state.gold[seat] += THEFT
            offers.append(-THEFT)
    total = sum(offers)
    state.offers = tuple(offers)
    state.level = 1 + sum([total > bound for bound in LEVEL_BOUNDS])
    if log is not None:
        thrown = [getattr(choices.get(seat), "cards", ()) for seat in range(state.seats)]
        log.append(Offering(state.offers, tuple(thrown), total, state.level))
    state.queue = pickers(offers, state.pharaoh)
    if state.queue:
        state.phase = GOODS
        next_picker(state)
    else:
        state.active = state.pharaoh
        state.phase = HARVEST


def pickers(offers: Sequence[int], pharaoh: int) -> tuple[int, ...]:
    """Gives the givers in the order of picking: the highest two, then the others in turn (AR-5.6)."""
    seats = len(offers)
    in_turn = [seat for seat in (*range(pharaoh, seats), *range(pharaoh)) if offers[seat] > 0]
    ranked = sorted(in_turn, key=lambda seat: -offers[seat])  # stable: of equal offers the earlier in turn leads
    return (*ranked[:2], *[seat for seat in in_turn if seat not in ranked[:2]])


def next_picker(state: State) -> None:
    """Lets the first of the queue pick (AR-5.6)."""
    givers = sum([offer > 0 for offer in state.offers])
    rank = givers - len(state.queue)
    state.active, *rest = state.queue
    state.queue = tuple(rest)
    state.left = GOODS_BY_RANK[min(rank, len(GOODS_BY_RANK) - 1)]
    state.due = 0


def step_goods(state: State, log: Log) -> Decision:
    """Asks for one good: a card, a farmer for a free field, or a stone (AR-5.7)."""
    seat = state.active
    own = state.own[seat]
    free = 0
    for place, province in enumerate(own):
        if state.farmers[province] < FIELDS[province]:
            free |= 1 << place
    menu = menus.goods(own, free, ALL_CARDS - sum(state.sizes) > state.due)
    return Decision("goods", {seat: menu}, {seat: GOOD_STONE[own[0]]})


def apply_goods(state: State, choices: Mapping[Seat, Good], log: Log) -> None:
    """Hands out a good; cards are drawn after the last pick (AR-5.7, AR-5.8)."""
    seat = state.active
    action = choices[seat]
    if action.province is None:
        state.due += 1
    elif action.good == "farmer":
        state.farmers[PROVINCE_INDEX[action.province]] += 1
    else:
        state.stones[PROVINCE_INDEX[action.province]] += 1
    if log is not None:
        log.append(Picked(seat, action.good, action.province))
    state.left -= 1
    if state.left:
        return
    if state.due:
        take_cards(state, seat, draw(state, state.due, log), log)
        state.due = 0
    build_pyramids(state, state.own[seat], log)
    if state.queue:
        next_picker(state)
    else:
        crown(state, log)


def crown(state: State, log: Log) -> None:
    """Makes the highest giver Pharaoh (AR-5.9)."""
    highest = pickers(state.offers, state.pharaoh)[0]
    if highest != state.pharaoh:
        state.pharaoh = highest
        if log is not None:
            log.append(Pharaoh(highest))
    state.active = state.pharaoh
    state.phase = HARVEST
