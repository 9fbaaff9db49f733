"""The events of Cleopatra. Amounts are always told to everybody; card kinds that the table hides go, in events of
their own, only to those who saw them (CL-10). `amulets` and `talents` are changes of the seat's own.
"""

from __future__ import annotations

from arena.game import Event

FACE_DOWN = "?"
"""Stands in events and views where a card lies face down."""


class Dealt(Event, frozen=True, tag="dealt"):
    """Private: the hand that a seat is dealt."""

    seat: int
    cards: tuple[str, ...]


class Opened(Event, frozen=True, tag="opened"):
    """The market at the start, stall by stall."""

    market: tuple[str, ...]


class Top(Event, frozen=True, tag="top"):
    """A mosaic becomes the top of the pile."""

    tile: str


class Took(Event, frozen=True, tag="took"):
    """A seat takes a stall; `?` is a card that lay face down."""

    seat: int
    stall: int
    cards: tuple[str, ...]


class Found(Event, frozen=True, tag="found"):
    """Private: the cards that lay face down in the stall that the seat took, in the order of the card table."""

    seat: int
    cards: tuple[str, ...]


class Passed(Event, frozen=True, tag="passed"):
    """A seat can neither take nor build."""

    seat: int


class Paid(Event, frozen=True, tag="paid"):
    """A seat pays for a resource with a card or a merchant."""

    seat: int
    r: str
    card: str
    amulets: int = 0


class Built(Event, frozen=True, tag="built"):
    """A seat builds a piece other than a mosaic; `at` is the slot of a column or the side of a door."""

    seat: int
    k: str
    talents: int
    at: int | str | None = None


class Placed(Event, frozen=True, tag="placed"):
    """A seat lays a mosaic. sanctuaries: the squares of each one that this closed."""

    seat: int
    at: str
    talents: int
    sanctuaries: tuple[tuple[int, ...], ...] = ()


class Removed(Event, frozen=True, tag="removed"):
    """A mosaic that fits nowhere leaves the game."""

    tile: str


class Claimed(Event, frozen=True, tag="claimed"):
    """A seat puts a statue into a sanctuary."""

    seat: int
    cells: tuple[int, ...]


class Bonus(Event, frozen=True, tag="bonus"):
    """A seat is rewarded for building several pieces."""

    seat: int
    talents: int


class Advanced(Event, frozen=True, tag="advanced"):
    """A category is complete and Cleopatra comes nearer."""

    k: str
    step: int


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice are rolled: ankhs as rolled, and after Scribes turned some; altar: dice on it now."""

    seat: int
    dice: int
    ankhs: int
    scribes: int
    turned: int
    altar: int


class Offering(Event, frozen=True, tag="offering"):
    """The High Priest has received: bids, ranks and changes of amulets by seat. The talents bid are spent."""

    bids: tuple[int, ...]
    ranks: tuple[int, ...]
    amulets: tuple[int, ...]


class Played(Event, frozen=True, tag="played"):
    """A seat plays a character; `tile` is what a Scribe picked."""

    seat: int
    card: str
    amulets: int
    tile: str | None = None


class Begged(Event, frozen=True, tag="begged"):
    """A seat gives to the Beggar of another: talents, or a card."""

    seat: int
    to_seat: int
    talents: int = 0
    cards: int = 0


class Sent(Event, frozen=True, tag="sent"):
    """The Envoy goes to these seats."""

    seat: int
    seats: tuple[int, ...]


class Delivered(Event, frozen=True, tag="delivered"):
    """A seat has given cards, and as many amulets, to the Envoy of another."""

    seat: int
    to_seat: int
    cards: int


class Given(Event, frozen=True, tag="given"):
    """Private to giver and receiver: the card that changed hands."""

    seat: int
    to_seat: int
    card: str


class Retrieved(Event, frozen=True, tag="retrieved"):
    """Private: the card that the Courtesan took."""

    seat: int
    card: str


class Drew(Event, frozen=True, tag="drew"):
    """Private: the cards that the Vizier drew."""

    seat: int
    cards: tuple[str, ...]


class Kept(Event, frozen=True, tag="kept"):
    """Private: a card that the Vizier kept."""

    seat: int
    card: str


class Chosen(Event, frozen=True, tag="chosen"):
    """The Vizier has kept some of the cards drawn; first: the first of them, if it lay face up on the deck."""

    seat: int
    drawn: int
    kept: int
    amulets: int
    first: str | None = None


class Limited(Event, frozen=True, tag="limited"):
    """A seat answers for more than ten cards: discard, keep or smuggler; dropped: cards laid face down."""

    seat: int
    how: str
    amulets: int
    dropped: int = 0


class Dropped(Event, frozen=True, tag="dropped"):
    """Private: a card that the seat laid face down on the discard pile."""

    seat: int
    card: str


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The discard pile becomes the new deck of so many cards."""

    cards: int


class Refilled(Event, frozen=True, tag="refilled"):
    """A seat puts drawn cards on stalls; `?` is one that lies face down."""

    seat: int
    cards: tuple[str, ...]
    stalls: tuple[int, ...]


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is complete."""

    seat: int
    turn: int


class Final(Event, frozen=True, tag="final"):
    """The game is over. By seat: talents, tainted cards in hand, squares of own sanctuaries, amulets that are left
    after both, whether the crocodile eats the seat, and the ranks. reason: cleopatra or turn_cap."""

    reason: str
    talents: tuple[int, ...]
    merchants: tuple[int, ...]
    tainted: tuple[int, ...]
    sanctuaries: tuple[int, ...]
    amulets: tuple[int, ...]
    eaten: tuple[bool, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


AnyEvent = (
    Dealt
    | Opened
    | Top
    | Took
    | Found
    | Passed
    | Paid
    | Built
    | Placed
    | Removed
    | Claimed
    | Bonus
    | Advanced
    | Rolled
    | Offering
    | Played
    | Begged
    | Sent
    | Delivered
    | Given
    | Retrieved
    | Drew
    | Kept
    | Chosen
    | Limited
    | Dropped
    | Shuffled
    | Refilled
    | TurnEnded
    | Final
)
