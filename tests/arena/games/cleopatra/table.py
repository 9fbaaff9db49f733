"""Tables of Cleopatra for tests: lay one out in a few words, play notations on it, and read it in words."""

from __future__ import annotations

from typing import Any

from arena.flow import walk
from arena.game import Event
from arena.games.cleopatra import GAME
from arena.games.cleopatra.board import CARDS, SIDES, TILES
from arena.games.cleopatra.cards import name
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.garden import PLACEMENT, Placement, mask_of
from arena.games.cleopatra.phases.mosaics import survey
from arena.games.cleopatra.setup import blank
from arena.games.cleopatra.state import State


def lay_out(seats: int = 4, *, active: int = 0, merchants: int = 0, **options: str) -> State:
    """Gives a table with empty hands, one open artisan on each stall, and stone face down in the deck.

    All merchants but so many have gone. Nothing is asked yet.
    """
    state = blank(seats, GAME.resolve_options(seats, options), 1)
    state.active = active
    state.merchants = [merchants] * seats
    for stall in range(3):
        stock(state, stall, "A")
    stack(state, *["?S"] * 60)
    return state


def card_of(text: str) -> int:
    """Reads a card on deck or market: `A` lies face up, `?A` face down."""
    return CARDS.index(text.lstrip("?")) * 2 + (not text.startswith("?"))


def stock(state: State, stall: int, cards: str) -> None:
    """Makes these cards a stall, such as `A ?S`."""
    state.market[stall] = tuple([card_of(card) for card in cards.split()])


def stalls(state: State) -> list[str]:
    """Writes the market as everybody sees it."""
    return [" ".join([name(card) for card in stall]) for stall in state.market]


def stack(state: State, *cards: str) -> None:
    """Makes these cards the deck, top first."""
    state.deck = tuple([card_of(card) for card in reversed(cards)])


def give(state: State, seat: int, cards: str) -> None:
    """Makes these cards a seat's hand, such as `3A S2 TR`; merchants stay."""
    hand = [0] * len(CARDS)
    for text in cards.split():
        count, card = (int(text[0]), text[1:]) if text[0].isdigit() else (1, text)
        hand[CARDS.index(card)] += count
    state.hands[seat] = hand
    state.sizes[seat] = sum(hand)


def discard(state: State, *cards: str) -> None:
    """Makes these cards the discard pile, laid there openly."""
    state.discards = [cards.count(card) for card in CARDS]
    state.open = state.discards[:]
    state.discarded = len(cards)


def hand(state: State, seat: int) -> str:
    """Writes a hand as `give` reads it."""
    held = zip(CARDS, state.hands[seat], strict=True)
    return " ".join([card if count == 1 else f"{count}{card}" for card, count in held if count])


def discards(state: State) -> str:
    """Writes the discard pile as `give` reads a hand."""
    lying = zip(CARDS, state.discards, strict=True)
    return " ".join([card if count == 1 else f"{count}{card}" for card, count in lying if count])


def walls(state: State, *slots: int) -> None:
    """Puts up column walls."""
    state.walls = sum(1 << slot for slot in slots)


def doors(state: State, sides: str) -> None:
    """Puts up door frames."""
    state.doors = sum(1 << SIDES.index(side) for side in sides)


def placement(tile: str, *cells: tuple[int, int]) -> str:
    """Names the placement of a mosaic on these squares."""
    mask = mask_of(cells)
    (found,) = [p.name for p in PLACEMENT.values() if p.tile == TILES.index(tile) and p.mask == mask]
    return found


def pile(state: State, tiles: str) -> None:
    """Makes these mosaics the pile, top first; the others are out of the game."""
    state.tiles = tuple([TILES.index(tile) for tile in reversed(tiles)])
    state.removed = tuple([number for number, tile in enumerate(TILES) if tile not in tiles])
    state.sealed = 0
    survey(state)


def lay(state: State, *names: str) -> None:
    """Lays mosaics without paying or rewarding them."""
    for name_ in names:
        laid: Placement = PLACEMENT[name_]
        state.covered |= laid.mask
        state.laid += (laid.number,)
        state.tiles = tuple([tile for tile in state.tiles if tile != laid.tile])
        state.removed = tuple([tile for tile in state.removed if tile != laid.tile])
    survey(state)


def begin(state: State) -> list[str]:
    """Goes to the first decision and gives its menu."""
    walk(PHASES, state, None)
    return menu(state)


def menu(state: State, seat: int | None = None) -> list[str]:
    """Gives the notations of what the asked seat may do (`seat` where several are asked)."""
    decision = GAME.decision(state)
    if decision is None:
        return []
    if seat is None:
        (seat,) = decision.legal
    return [str(action) for action in decision.legal[seat]]


def asked(state: State) -> tuple[int, str]:
    """Gives the asked seat and the kind of the decision."""
    decision = GAME.decision(state)
    assert decision is not None
    (seat,) = decision.legal
    return seat, decision.kind


def default(state: State) -> str:
    """Gives what the referee would play for the asked seat."""
    decision = GAME.decision(state)
    assert decision is not None
    (action,) = decision.default.values()
    return str(action)


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


def bid(state: State, *amounts: int) -> list[Event]:
    """Plays the sealed bids of all seats."""
    log: list[Event] = []
    GAME.advance(state, {seat: GAME.parse_action(f"bid {amount}") for seat, amount in enumerate(amounts)}, log)
    return log


def of_type(events: list[Event], tag: str) -> list[Any]:
    """Picks the events of one type."""
    return [event for event in events if event.__struct_config__.tag == tag]


def tags(events: list[Event]) -> list[Any]:
    """Lists the types of events."""
    return [event.__struct_config__.tag for event in events]
