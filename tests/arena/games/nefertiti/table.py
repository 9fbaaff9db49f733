"""Tables of Nefertiti for tests: lay one out in a few words, play notations on it, and read it in words."""

from __future__ import annotations

from arena.flow import walk
from arena.game import Event
from arena.games.nefertiti import GAME
from arena.games.nefertiti.board import (
    AKHENATON,
    CHARACTERS,
    COPIES,
    GIFT_INDEX,
    GIFTS,
    HALLS,
    KIND_OF,
    MARKET_INDEX,
    MONEY,
    PRICES,
    SEALS,
    SENET,
    SERVANTS,
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


def conserved(state: State) -> None:
    """Checks what no turn may change: money, servants, gifts, seals, and which markets are open."""
    seats = state.seats
    assert sum(state.money) + sum(state.reserve) == {3: 33, 4: 40}[seats], "money"
    assert min(*state.money, *state.reserve, *state.servants, *state.hands, state.seal_supply) >= 0, "less than nothing"
    for seat in range(seats):
        assert state.servants[seat] + state.owner.count(seat) == SERVANTS, f"servants of seat {seat}"
    undrawn = state.deck[state.drawn :]
    for gift, copies in enumerate(COPIES):
        held = sum(state.hands[gift :: len(GIFTS)])
        there = undrawn.count(gift) + state.slots.count(gift) + held + state.removed[gift]
        assert there == (0 if seats == 3 and KIND_OF[gift] == SENET else copies), f"cards of {GIFTS[gift]}"
    assert undrawn.count(AKHENATON) == (0 if state.end_phase else 1), "Akhenaton"
    seals = state.seal_supply + state.sealed.bit_count() + sum(state.seals)
    spent = sum({3: (2, 2, 2, 2, 2, 2), 4: (3, 2, 2, 2, 2, 2)}[seats]) - sum(state.piles)
    assert seals + spent == SEALS, "seals"
    in_closing = state.closing != NOTHING
    assert state.open.bit_count() <= 2 if state.end_phase else state.open.bit_count() == 3, "open markets"
    assert not state.open & state.perm, "a market open and closed for good"
    for market in range(len(MARKET_INDEX)):
        first = market * SLOTS
        filled = sum(1 << i for i, gift in enumerate(state.slots[first : first + SLOTS]) if gift != NOTHING)
        assert filled == state.filled[market], "filled slots"
        assert not state.sealed >> market & 1 or filled & 1, "a seal on no gift"
        owners = state.owner[market * PRICES : market * PRICES + PRICES]
        assert sum(1 << price for price, seat in enumerate(owners) if seat >= 0) == state.occupied[market], "spaces"
        assert state.open >> market & 1 or not state.occupied[market], "a servant in a closed market"
    for seat in range(seats):
        width = len(GIFTS)
        counts = state.hands[seat * width : seat * width + width]
        assert sum(1 << gift for gift, count in enumerate(counts) if count) == state.held[seat], "types held"
    assert not in_closing or state.open >> state.closing & 1, "a closing of a closed market"
