"""The state of one sitting of Amun-Re: integers, flat lists and bit masks, changed in place.

Provinces are numbers in the order of board.PROVINCES, kinds of power cards in that of board.CARDS. A hand (and the
discard pile) is one number, see hands.py. Slots are the provinces of this round's auction, in the order of the
alphabet; a bid is a step of the price row.
"""

from __future__ import annotations

from struct import pack

from arena.game import Decision

REVEAL, BID, PAY, BUY, USE, FARMERS, STONES, BUILD, OFFER, GOODS, HARVEST, BONUS, CLOSE = range(13)
"""The phases, in the order of the phase table (flow.py)."""

NOBODY = -1
NOTHING = -1


class State:
    """Is everything there is to know about a sitting. `phases` functions change it, everybody else only reads."""

    __slots__ = (
        "active",
        "at",
        "blocked",
        "bought",
        "deck",
        "discards",
        "due",
        "extra",
        "farmers",
        "gold",
        "hands",
        "holder",
        "known",
        "last",
        "left",
        "level",
        "lying",
        "offered",
        "offers",
        "order",
        "own",
        "owner",
        "pending",
        "pharaoh",
        "phase",
        "points",
        "position",
        "pyramids",
        "queue",
        "round",
        "seats",
        "seed",
        "sizes",
        "sold",
        "stones",
        "top",
        "used",
    )

    phase: int
    pending: Decision | None
    seats: int
    seed: int
    position: int
    """How many numbers of the stream `power` have been drawn; it shuffles the power cards."""

    # The course of the game.
    round: int
    """1..6 from the first reveal on."""
    pharaoh: int
    active: int
    """The seat whose turn it is."""
    level: int
    """The temple level 1..4; 0 before the first offering."""

    # By seat.
    gold: list[int]
    points: list[int]
    hands: list[int]
    sizes: list[int]
    """Cards in each hand."""
    used: list[int]
    """The set of kinds that the seat has played in this round."""
    sold: list[int]
    """Cards that the seat has sold in this round, as a hand."""
    known: int
    """The set of seats that certainly still hold the builder of their start."""
    own: list[tuple[int, ...]]
    """Provinces of this kingdom in the order in which they were won."""

    # Power cards.
    deck: list[int]
    """The top card lies at the end."""
    discards: int
    lying: list[tuple[int, ...]]
    """By slot, the cards that wait for the winner of the province."""

    # By province.
    order: tuple[int, ...]
    """The provinces of all six rounds in the order in which they are turned up; never changes in place."""
    owner: list[int]
    farmers: list[int]
    """On fields."""
    extra: list[int]
    """Beside the fields."""
    stones: list[int]
    pyramids: list[int]

    # The auction.
    offered: tuple[int, ...]
    """The provinces of this round, by slot."""
    top: list[int]
    """By slot, the step of the highest bid, or NOTHING."""
    holder: list[int]
    """By slot, whose bid that is, or NOBODY."""
    blocked: int
    """The set of slots with a blockade on the highest bid."""
    last: list[int]
    """By seat, the slot where it was overbid last, or NOTHING."""

    # Purchases of farmers or stones, and goods after the offering.
    at: int
    """Which of its provinces the active seat is asked about, counted in the order of winning."""
    bought: int
    """Pieces that it has placed in this purchase and not paid yet."""
    offers: tuple[int, ...]
    """By seat, the last offer, or minus THEFT; empty before the first one."""
    queue: tuple[int, ...]
    """Seats that pick goods after the active one; follows from offers and Pharaoh."""
    left: int
    """Goods that the active seat has still to pick."""
    due: int
    """Power cards among the goods that it has picked."""

    def copy(self) -> State:
        """Gives an independent state."""
        twin = State()
        twin.phase = self.phase
        twin.pending = self.pending
        twin.seats = self.seats
        twin.seed = self.seed
        twin.position = self.position
        twin.round = self.round
        twin.pharaoh = self.pharaoh
        twin.active = self.active
        twin.level = self.level
        twin.gold = self.gold[:]
        twin.points = self.points[:]
        twin.hands = self.hands[:]
        twin.sizes = self.sizes[:]
        twin.used = self.used[:]
        twin.sold = self.sold[:]
        twin.known = self.known
        twin.own = self.own[:]
        twin.deck = self.deck[:]
        twin.discards = self.discards
        twin.lying = self.lying[:]
        twin.order = self.order
        twin.owner = self.owner[:]
        twin.farmers = self.farmers[:]
        twin.extra = self.extra[:]
        twin.stones = self.stones[:]
        twin.pyramids = self.pyramids[:]
        twin.offered = self.offered
        twin.top = self.top[:]
        twin.holder = self.holder[:]
        twin.blocked = self.blocked
        twin.last = self.last[:]
        twin.at = self.at
        twin.bought = self.bought
        twin.offers = self.offers
        twin.queue = self.queue
        twin.left = self.left
        twin.due = self.due
        return twin

    def to_bytes(self) -> bytes:
        """Gives canonical bytes of the whole state, hidden cards and the chance to come included.

        What follows from the rest (the pending decision, sizes, owner, queue) and the order of provinces that have
        been turned up are left out.
        """
        numbers = (
            self.seats,
            self.phase,
            self.round,
            self.pharaoh,
            self.active,
            self.level,
            self.position,
            self.known,
            self.blocked,
            self.at,
            self.bought,
            self.left,
            self.due,
            *self.gold,
            *self.points,
            *self.used,
            *[len(own) for own in self.own],
            *[province for own in self.own for province in own],
            len(self.deck),
            *self.deck,
            *[len(cards) for cards in self.lying],
            *[card for cards in self.lying for card in cards],
            *self.farmers,
            *self.extra,
            *self.stones,
            *self.pyramids,
            *self.order[self.round * self.seats :],
            *self.offered,
            *self.top,
            *self.holder,
            *self.last,
            *self.offers,
        )
        return pack(
            f">{len(numbers)}h{2 * self.seats + 2}Q", *numbers, self.seed, self.discards, *self.hands, *self.sold
        )
