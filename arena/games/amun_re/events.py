"""The events of Amun-Re. Everybody is told everything but the cards that a seat draws or takes up."""

from __future__ import annotations

from arena.game import Event


class Pharaoh(Event, frozen=True, tag="pharaoh"):
    """The seat becomes Pharaoh."""

    seat: int


class Round(Event, frozen=True, tag="round"):
    """A round begins."""

    round: int


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """A province is turned up; pyramids and stones: all that stand there now; cards, gold: for its winner."""

    province: str
    pyramids: int
    stones: int
    cards: int
    gold: int


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discarded power cards, so many, become the new deck."""

    cards: int


class BidPlaced(Event, frozen=True, tag="bid"):
    """A seat bids; `cards` are played with the bid; overbid: whose bid ends, if there was one."""

    seat: int
    province: str
    price: int
    cards: tuple[str, ...]
    overbid: int | None


class Sold(Event, frozen=True, tag="sold"):
    """A seat sells power cards at 1 gold each."""

    seat: int
    cards: tuple[str, ...]


class Won(Event, frozen=True, tag="won"):
    """A seat pays its bid and takes the province, with so many cards and so much gold that lay there."""

    seat: int
    province: str
    price: int
    cards: int
    gold: int


class Drew(Event, frozen=True, tag="drew"):
    """A seat looks at power cards that are new in its hand; told to this seat only."""

    seat: int
    cards: tuple[str, ...]


class CardsBought(Event, frozen=True, tag="cards_bought"):
    """A seat buys so many power cards."""

    seat: int
    count: int
    price: int


class FarmerFree(Event, frozen=True, tag="free_farmer"):
    """A seat plays Free Farmer."""

    seat: int
    province: str


class Placed(Event, frozen=True, tag="placed"):
    """A seat puts pieces that it buys into a province; what: farmer or stone."""

    seat: int
    what: str
    province: str
    count: int


class Paid(Event, frozen=True, tag="paid"):
    """A seat pays for all farmers, or all stones, of its turn."""

    seat: int
    what: str
    count: int
    price: int


class Built(Event, frozen=True, tag="built"):
    """Stones of a province become pyramids; builder: by a Master Builder."""

    province: str
    pyramids: int
    builder: bool


class Offering(Event, frozen=True, tag="offering"):
    """The offerings are laid open. By seat: the amount, or minus 3 for a thief, and the cards thrown in."""

    offers: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]
    total: int
    level: int


class Picked(Event, frozen=True, tag="picked"):
    """A seat picks a reward: card, or farmer or stone for a province."""

    seat: int
    good: str
    province: str | None


class Harvested(Event, frozen=True, tag="harvested"):
    """A seat takes its income, helped by the cards that it plays."""

    seat: int
    cards: tuple[str, ...]
    gold: int


class BonusPlayed(Event, frozen=True, tag="bonus"):
    """A seat plays a bonus card."""

    seat: int
    card: str


class Scored(Event, frozen=True, tag="scored"):
    """A seat's points for pyramids, for sets of them, for the most of them on a bank, and for temples."""

    seat: int
    pyramids: int
    sets: int
    majorities: int
    temples: int


class KingdomOver(Event, frozen=True, tag="kingdom"):
    """The Old Kingdom ends: owners and farmers leave, stones and pyramids stay."""


class GoldScored(Event, frozen=True, tag="gold"):
    """The last points, for gold: gold and points by seat."""

    gold: tuple[int, ...]
    points: tuple[int, ...]


class Final(Event, frozen=True, tag="final"):
    """The game is over: scores and ranks by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


AnyEvent = (
    Pharaoh
    | Round
    | TurnedUp
    | Reshuffled
    | BidPlaced
    | Sold
    | Won
    | Drew
    | CardsBought
    | FarmerFree
    | Placed
    | Paid
    | Built
    | Offering
    | Picked
    | Harvested
    | BonusPlayed
    | Scored
    | KingdomOver
    | GoldScored
    | Final
)
