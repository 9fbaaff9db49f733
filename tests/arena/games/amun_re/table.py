"""Tables of Amun-Re for tests: lay one out in a few words, play notations on it, and read it in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from arena.flow import walk
from arena.game import Event
from arena.games.amun_re import GAME
from arena.games.amun_re.board import CARD_INDEX, CARDS, KINGDOM, PROVINCE_INDEX, PROVINCES
from arena.games.amun_re.flow import PHASES
from arena.games.amun_re.hands import BUILDERS, cards_in, pack
from arena.games.amun_re.setup import set_up
from arena.games.amun_re.state import NOBODY, REVEAL, State

E = TypeVar("E", bound=Event)


def lay_out(seats: int = 4, *, pharaoh: int = 0, phase: int = REVEAL, round: int = 1) -> State:
    """Gives a table before the first auction, or in a later phase of a round; nothing is asked yet, nobody owns."""
    state = set_up(1, seats, None)
    state.pharaoh = state.active = pharaoh
    state.phase = phase
    state.round = round if phase else round - 1
    if phase:
        state.level = 1
        state.offered = tuple(sorted(state.order[(round - 1) * seats : round * seats]))
    return state


def offer_up(state: State, *provinces: str) -> list[Event]:
    """Turns these provinces up, in this order, in the round that begins; asks for the first bid."""
    wanted = [PROVINCE_INDEX[name] for name in provinces]
    kingdom = KINGDOM * state.seats
    first = state.round * state.seats
    order = [*state.order[:kingdom]] if first < kingdom else [*state.order[kingdom:]]
    start = first % kingdom
    for place, province in enumerate(wanted, start):
        if province in order:
            order[order.index(province)] = order[place]
        order[place] = province
    state.order = (*order, *order) if first < kingdom else (*sorted(order), *order)
    log: list[Event] = []
    walk(PHASES, state, log)
    return log


def own(state: State, seat: int, *provinces: str) -> None:
    """Gives the seat these provinces, in the order of winning."""
    for name in provinces:
        province = PROVINCE_INDEX[name]
        assert state.owner[province] == NOBODY
        state.owner[province] = seat
        state.own[seat] += (province,)


def put(state: State, province: str, *, farmers: int = 0, extra: int = 0, stones: int = 0, pyramids: int = 0) -> None:
    """Makes these the pieces in a province."""
    number = PROVINCE_INDEX[province]
    state.farmers[number], state.extra[number] = farmers, extra
    state.stones[number], state.pyramids[number] = stones, pyramids


def there(state: State, province: str) -> tuple[int, int]:
    """Gives pyramids and stones of a province."""
    number = PROVINCE_INDEX[province]
    return state.pyramids[number], state.stones[number]


def farmers(state: State, province: str) -> tuple[int, int]:
    """Gives the farmers on and beside the fields of a province."""
    number = PROVINCE_INDEX[province]
    return state.farmers[number], state.extra[number]


def give(state: State, seat: int, *cards: str) -> None:
    """Makes these cards the seat's hand; the rest goes back into the deck. Its builder is no longer known."""
    state.deck = [*cards_in(state.hands[seat]), *state.deck]
    for name in cards:
        state.deck.remove(CARD_INDEX[name])
    state.hands[seat] = pack([CARD_INDEX[name] for name in cards])
    state.sizes[seat] = len(cards)
    state.known &= ~(1 << seat)


def stack(state: State, *cards: str) -> None:
    """Puts these cards of the deck on top of it, the first one topmost."""
    for name in reversed(cards):
        state.deck.remove(CARD_INDEX[name])
        state.deck.append(CARD_INDEX[name])


def discard_deck(state: State, keep: int = 0) -> None:
    """Moves the deck but for its top cards to the discard pile."""
    gone = len(state.deck) - keep
    state.discards += pack(state.deck[:gone])
    del state.deck[:gone]


def hand(state: State, seat: int) -> list[str]:
    """Lists the seat's cards."""
    return [CARDS[card] for card in cards_in(state.hands[seat])]


def discards(state: State) -> list[str]:
    """Lists the discard pile."""
    return [CARDS[card] for card in cards_in(state.discards)]


def holds_builder(state: State, seat: int) -> bool:
    """Says whether the seat holds a builder."""
    return bool(state.hands[seat] & BUILDERS)


def begin(state: State) -> list[str]:
    """Goes to the first decision and gives its menu."""
    walk(PHASES, state, None)
    return menu(state)


def menu(state: State, seat: int | None = None) -> list[str]:
    """Gives the notations of what the asked seat (of several, this one) may do."""
    decision = GAME.decision(state)
    if decision is None:
        return []
    if seat is not None:
        return [str(action) for action in decision.legal[seat]]
    return [str(action) for actions in decision.legal.values() for action in actions]


def default(state: State) -> str:
    """Gives the notation of what is played for an asked seat that fails."""
    decision = GAME.decision(state)
    assert decision is not None
    (action,) = decision.default.values()
    return str(action)


def asked(state: State) -> tuple[int, str]:
    """Gives the asked seat and the kind of the decision."""
    decision = GAME.decision(state)
    assert decision is not None
    (seat,) = decision.legal
    return seat, decision.kind


def play(state: State, *notations: str) -> list[Event]:
    """Plays choices one after the other, each by the seat that is asked; gives all events."""
    log: list[Event] = []
    if state.pending is None:
        walk(PHASES, state, log)
    for notation in notations:
        seat, _ = asked(state)
        assert notation in menu(state), f"{notation} is not among {menu(state)}"
        GAME.advance(state, {seat: GAME.parse_action(notation)}, log)
    return log


def play_offers(state: State, offers: Mapping[int, str]) -> list[Event]:
    """Plays sealed offerings by seat."""
    log: list[Event] = []
    if state.pending is None:
        walk(PHASES, state, log)
    GAME.advance(state, {seat: GAME.parse_action(text) for seat, text in offers.items()}, log)
    return log


def play_until(state: State, kind: str) -> list[Event]:
    """Plays defaults until a decision of that kind is asked."""
    log: list[Event] = []
    if state.pending is None:
        walk(PHASES, state, log)
    while (decision := GAME.decision(state)) is not None and decision.kind != kind:
        GAME.advance(state, decision.default, log)
    return log


def of_type(events: list[Event], kind: type[E]) -> list[E]:
    """Picks the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def owned(state: State, seat: int) -> list[str]:
    """Names the seat's provinces in the order of winning."""
    return [PROVINCES[province] for province in state.own[seat]]
