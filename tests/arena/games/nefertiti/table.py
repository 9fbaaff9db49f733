"""Tables of Nefertiti for tests: lay one out in a few words, play notations on it, and read it in words."""

from __future__ import annotations

from arena.flow import walk
from arena.game import Event
from arena.games.nefertiti import GAME
from arena.games.nefertiti.board import (
    AKHENATON,
    CHARACTERS,
    GIFT_INDEX,
    GIFTS,
    HALLS,
    MARKET_INDEX,
    MONEY,
    PRICES,
    SLOTS,
)
from arena.games.nefertiti.flow import PHASES
from arena.games.nefertiti.halls import SPACE
from arena.games.nefertiti.setup import set_up
from arena.games.nefertiti.state import NOTHING, State


def lay_out(seats: int = 4, *, active: int = 0, closing: str = "full", halls: str = "fixed") -> State:
    """Gives a table after set-up, with `active` to begin and nothing asked yet."""
    state = set_up(1, seats, full=closing == "full", halls_fixed=halls == "fixed", log=None)
    state.active = active
    state.money = [MONEY[seats][(seat - active) % seats] for seat in range(seats)]
    return state


def give(state: State, seat: int, *gifts: str) -> None:
    """Makes these gifts the seat's hand."""
    width = len(GIFTS)
    state.hands[seat * width : seat * width + width] = [gifts.count(gift) for gift in GIFTS]
    state.held[seat] = sum(1 << GIFT_INDEX[gift] for gift in set(gifts))


def hand(state: State, seat: int) -> list[str]:
    """Lists the seat's cards in table order."""
    width = len(GIFTS)
    counts = state.hands[seat * width : seat * width + width]
    return [gift for gift, count in zip(GIFTS, counts, strict=True) for _ in range(count)]


def show(state: State, market: str, display: str) -> None:
    """Lays out a display such as `gold* | chair - harp`: a star is a seal, a minus an empty slot."""
    number = MARKET_INDEX[market]
    gifts = display.replace("|", " ").split()
    state.sealed &= ~(1 << number)
    state.filled[number] = 0
    for slot, gift in enumerate(gifts):
        state.slots[number * SLOTS + slot] = NOTHING if gift == "-" else GIFT_INDEX[gift.rstrip("*")]
        state.filled[number] |= (gift != "-") << slot
        state.sealed |= gift.endswith("*") << number


def shown(state: State, market: str) -> str:
    """Writes a display as `show` reads it."""
    number = MARKET_INDEX[market]
    upper, *lower = [
        "-" if gift == NOTHING else GIFTS[gift] for gift in state.slots[number * SLOTS : number * SLOTS + SLOTS]
    ]
    return f"{upper}{'*' * (state.sealed >> number & 1)} | {' '.join(lower)}"


def stand(state: State, seat: int, *spaces: str) -> None:
    """Puts servants of the seat there, without coins or closing; it turns the hall to the space's if need be."""
    for name in spaces:
        space = SPACE[name]
        state.hall[space.market] = space.hall
        state.occupied[space.market] |= 1 << space.price
        state.owner[space.market * PRICES + space.price] = seat
        state.servants[seat] -= 1


def stack(state: State, *cards: str) -> None:
    """Makes these cards the draw pile, top first."""
    state.deck = tuple([AKHENATON if card == "akhenaton" else GIFT_INDEX[card] for card in cards])
    state.drawn = 0


def begin(state: State) -> list[str]:
    """Goes to the first decision and gives its menu."""
    walk(PHASES, state, None)
    return menu(state)


def menu(state: State) -> list[str]:
    """Gives the notations of what the asked seat may do."""
    decision = GAME.decision(state)
    return [] if decision is None else [str(action) for actions in decision.legal.values() for action in actions]


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


def of_type(events: list[Event], name: str) -> list[Event]:
    """Picks the events of one type."""
    return [event for event in events if event.__struct_config__.tag == name]


def hall_of(state: State, market: str) -> str:
    """Names a market's usable hall."""
    return HALLS[state.hall[MARKET_INDEX[market]]]


def is_open(state: State, market: str) -> bool:
    """Says whether a market is open."""
    return bool(state.open >> MARKET_INDEX[market] & 1)


def is_closed_for_good(state: State, market: str) -> bool:
    """Says whether a market stays closed."""
    return bool(state.perm >> MARKET_INDEX[market] & 1)


def left_of(state: State, character: str) -> int:
    """Counts a character's cards."""
    return state.piles[CHARACTERS.index(character)]
