"""The events of Nefertiti. All of them are public: the order of the draw pile is the only secret, and no event
tells it before a card is drawn."""

from __future__ import annotations

from arena.game import Event
from arena.games.nefertiti.actions import Hire


class Dice(Event, frozen=True, tag="dice"):
    """A seat throws for the start; tied leaders throw again."""

    seat: int
    dice: tuple[int, int]


class Start(Event, frozen=True, tag="start"):
    """The seat takes the first turn."""

    seat: int


class Deal(Event, frozen=True, tag="deal"):
    """The usable hall of each market, and the gifts of the first three markets, slot by slot."""

    halls: tuple[str, ...]
    gifts: tuple[tuple[str, ...], ...]


class Hired(Event, frozen=True, tag="hire"):
    """A seat spends a seal on a character; `level` is what its card has printed, 0 if nothing."""

    seat: int
    hire: Hire
    level: int


class Prestige(Event, frozen=True, tag="prestige"):
    """A seat gains prestige through a character."""

    seat: int
    amount: int


class GainCoin(Event, frozen=True, tag="gain_coin"):
    """A seat takes 1 Deben from a reserve while placing; why: first (servant in the market) or icon."""

    seat: int
    market: str
    why: str


class Placed(Event, frozen=True, tag="place"):
    """A seat puts a servant on a space."""

    seat: int
    space: str


class Closed(Event, frozen=True, tag="close"):
    """A market closes and its bids are dealt with, highest first; `seat` is whose turn it is.

    reason: sum, colors, count, connected, line or forced.
    """

    seat: int
    market: str
    hall: str
    reason: str


class Paid(Event, frozen=True, tag="pay"):
    """A seat pays its bid into the reserve."""

    seat: int
    market: str
    amount: int


class Unable(Event, frozen=True, tag="unable"):
    """The highest bidder of a market cannot pay."""

    seat: int
    market: str
    price: int


class Discarded(Event, frozen=True, tag="discard"):
    """A gift leaves a hand and the game; why: penalty (of a highest bidder who cannot pay) or priest."""

    seat: int
    gift: str
    why: str


class Took(Event, frozen=True, tag="take"):
    """A seat takes a gift from a display, with the seal that lies on it, if one does."""

    seat: int
    market: str
    slot: int
    gift: str
    seal: bool


class TookCoins(Event, frozen=True, tag="coins"):
    """A bidder takes half of the reserve."""

    seat: int
    market: str
    amount: int


class Passed(Event, frozen=True, tag="pass"):
    """A seat does without; kind is that of the decision: hire, extra or other."""

    seat: int
    kind: str


class Shift(Event, frozen=True, tag="shift"):
    """Unsold gifts move up before new ones come; each move is (from slot, to slot)."""

    market: str
    moves: tuple[tuple[int, int], ...]


class Draw(Event, frozen=True, tag="draw"):
    """A gift comes from the draw pile to a display."""

    market: str
    slot: int
    gift: str


class SealPlaced(Event, frozen=True, tag="seal_placed"):
    """A royal seal is put on the upper gift."""

    market: str


class Opened(Event, frozen=True, tag="open"):
    """A market opens with its usable hall."""

    market: str
    hall: str


class Akhenaton(Event, frozen=True, tag="akhenaton"):
    """Akhenaton is drawn while a market is stocked: no market opens any more."""

    market: str


class PermClosed(Event, frozen=True, tag="perm_closed"):
    """A market is closed for good."""

    market: str


class Final(Event, frozen=True, tag="final"):
    """The game is over. Everything by seat: points for gifts, points for seals, scores with all prestige, ranks.

    reason: akhenaton (the ordinary end), drought or stop.
    """

    reason: str
    gifts: tuple[int, ...]
    seals: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


AnyEvent = (
    Dice
    | Start
    | Deal
    | Hired
    | Prestige
    | GainCoin
    | Placed
    | Closed
    | Paid
    | Unable
    | Discarded
    | Took
    | TookCoins
    | Passed
    | Shift
    | Draw
    | SealPlaced
    | Opened
    | Akhenaton
    | PermClosed
    | Final
)
