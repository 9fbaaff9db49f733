"""The state of one sitting of Nefertiti: integers, flat lists and bit masks, changed in place.

Gifts are numbers in the order of board.GIFTS, markets 0..3, halls 0..7; a set of spaces of a hall is a bit mask over
prices, a set of markets one over markets, a set of slots one over slots, a set of card types one over card types.
"""

from __future__ import annotations

from struct import pack
from typing import Any

from arena.game import Decision

HIRE, PLACE, HIGHEST, TAKE, EXTRA, DISCARD, OTHER, REOPEN, NEXT = range(9)
"""The phases, in the order of the phase table (flow.py)."""

MARKET = (1, 2, 4, 8)
SEAT = (16, 32, 64, 128)
EVERY_MARKET, EVERY_SEAT = 0x0F, 0xF0
EVERYTHING = 0xFF
"""Bits of `touched`, by market and by seat. Whoever changes what is seen of a part says so there."""

NOBODY = -1
NOTHING = -1


class State:
    """Is everything there is to know about a sitting. `phases` functions change it, everybody else only reads."""

    __slots__ = (
        "active",
        "closing",
        "deck",
        "drawn",
        "end_phase",
        "ended",
        "filled",
        "full",
        "hall",
        "halls_fixed",
        "hands",
        "held",
        "last_draw",
        "money",
        "occupied",
        "open",
        "owner",
        "pending",
        "perm",
        "phase",
        "piles",
        "placings",
        "prestige",
        "prev_closed",
        "removed",
        "reserve",
        "seal_supply",
        "sealed",
        "seals",
        "seats",
        "servants",
        "shown",
        "slots",
        "touched",
        "turn",
    )

    phase: int
    pending: Decision | None
    seats: int
    full: bool
    """Option closing=full."""
    halls_fixed: bool
    """Option halls=fixed."""

    # The turn.
    turn: int
    """Turns completed so far."""
    active: int
    placings: int
    """Servants that the active seat has still to place in this turn (a forced close counts as one)."""
    closing: int
    """The market whose bids are being dealt with; NOTHING outside a closing."""
    ended: int
    """Why the game is over: an index of board.REASONS_TO_END, 0 while it runs."""

    # By seat.
    money: list[int]
    seals: list[int]
    prestige: list[int]
    servants: list[int]
    """Servants in the supply."""
    hands: list[int]
    """Cards by seat * 8 + card type."""
    held: list[int]
    """The set of card types in each hand."""

    # By market.
    open: int
    """The set of open markets."""
    perm: int
    """The set of markets that are closed for good."""
    sealed: int
    """The set of markets with a seal on their upper gift."""
    hall: list[int]
    """The usable hall."""
    reserve: list[int]
    slots: list[int]
    """The gift by market * 4 + slot, or NOTHING."""
    filled: list[int]
    """The set of slots with a gift."""
    occupied: list[int]
    """The set of spaces with a servant."""
    owner: list[int]
    """The seat whose servant stands there, by market * 13 + price, or NOBODY."""

    # The rest of the table.
    deck: tuple[int, ...]
    """The draw pile as it was dealt, top first; never changes, so copies share it."""
    drawn: int
    """How many cards of the pile have been drawn."""
    last_draw: int
    """The turn in which a gift was last drawn; -1 before the first turn."""
    seal_supply: int
    piles: list[int]
    """Character cards left, by board.CHARACTERS."""
    removed: list[int]
    """Gifts that left the game, by card type."""
    prev_closed: int
    """The market that closed last and opens next."""
    end_phase: bool

    # What follows from the rest.
    touched: int
    """The parts of the table that may look different since they were last shown: see MARKET and SEAT."""
    shown: tuple[list[Any], list[Any]]
    """Views of the markets and of the seats; valid where the part is not in `touched`."""

    def copy(self) -> State:
        """Gives an independent state."""
        twin = State()
        twin.phase = self.phase
        twin.pending = self.pending
        twin.seats = self.seats
        twin.full = self.full
        twin.halls_fixed = self.halls_fixed
        twin.turn = self.turn
        twin.active = self.active
        twin.placings = self.placings
        twin.closing = self.closing
        twin.ended = self.ended
        twin.money = self.money[:]
        twin.seals = self.seals[:]
        twin.prestige = self.prestige[:]
        twin.servants = self.servants[:]
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.open = self.open
        twin.perm = self.perm
        twin.sealed = self.sealed
        twin.hall = self.hall[:]
        twin.reserve = self.reserve[:]
        twin.slots = self.slots[:]
        twin.filled = self.filled[:]
        twin.occupied = self.occupied[:]
        twin.owner = self.owner[:]
        twin.deck = self.deck
        twin.drawn = self.drawn
        twin.last_draw = self.last_draw
        twin.seal_supply = self.seal_supply
        twin.piles = self.piles[:]
        twin.removed = self.removed[:]
        twin.prev_closed = self.prev_closed
        twin.end_phase = self.end_phase
        twin.touched = EVERYTHING
        return twin

    def to_bytes(self) -> bytes:
        """Gives canonical bytes of the whole state, the order of the undrawn cards included.

        What follows from the rest (the pending decision, held, filled, occupied) is left out.
        """
        numbers = (
            self.seats,
            self.full,
            self.halls_fixed,
            self.phase,
            self.turn,
            self.active,
            self.placings,
            self.closing,
            self.ended,
            self.open,
            self.perm,
            self.sealed,
            self.last_draw,
            self.seal_supply,
            self.prev_closed,
            self.end_phase,
            *self.money,
            *self.seals,
            *self.prestige,
            *self.servants,
            *self.hands,
            *self.hall,
            *self.reserve,
            *self.slots,
            *self.owner,
            *self.piles,
            *self.removed,
            *self.deck[self.drawn :],
        )
        return pack(f">{len(numbers)}h", *numbers)
