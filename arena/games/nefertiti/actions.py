"""The actions of Nefertiti: typed values, each made once and shared, and the menus that list them.

JSON form: {"type": "place", "space": "SR7"}; notation: `place SR7`.
"""

from __future__ import annotations

from itertools import combinations

from arena.errors import NotationError
from arena.game import Action
from arena.games.nefertiti.board import GIFTS, KINDS, MARKETS, SLOTS
from arena.games.nefertiti.halls import SPACES


class Pass(Action, frozen=True, tag="pass"):
    """Hires nobody, or takes nothing from an empty reserve."""

    def __str__(self) -> str:
        return "pass"


class Hire(Action, frozen=True, tag="hire", omit_defaults=True):
    """Hires a character. `kind` goes with scribe and priest, `market` and `slot` with the thief, the rest with the
    merchant: `give` leaves one's own hand, `get` leaves the hand of the seat `target`."""

    card: str
    kind: str | None = None
    market: str | None = None
    slot: int | None = None
    target: int | None = None
    give: str | None = None
    get: str | None = None

    def __str__(self) -> str:
        details = (self.kind, self.market, self.slot, self.target, self.give, self.get)
        return " ".join(("hire", self.card, *(str(detail) for detail in details if detail is not None)))


class Place(Action, frozen=True, tag="place"):
    """Puts a servant on a bid space, named as hall and number, such as SR7."""

    space: str

    def __str__(self) -> str:
        return f"place {self.space}"


class ForceClose(Action, frozen=True, tag="force_close"):
    """Closes a market because no servant is left to place."""

    market: str

    def __str__(self) -> str:
        return f"close {self.market}"


class Take(Action, frozen=True, tag="take"):
    """Takes one or two gifts as the highest bidder; slots ascending."""

    slots: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("take", *map(str, self.slots)))


class Extra(Action, frozen=True, tag="extra"):
    """Takes one more gift for free, or declines (None)."""

    slot: int | None

    def __str__(self) -> str:
        return f"extra {'-' if self.slot is None else self.slot}"


class Discard(Action, frozen=True, tag="discard"):
    """Gives up one gift as the highest bidder who cannot pay."""

    gift: str

    def __str__(self) -> str:
        return f"discard {self.gift}"


class Buy(Action, frozen=True, tag="buy"):
    """Pays the bid and takes the gift in the slot."""

    slot: int

    def __str__(self) -> str:
        return f"buy {self.slot}"


class Coins(Action, frozen=True, tag="coins"):
    """Takes half of the reserve, rounded up, instead of a gift."""

    def __str__(self) -> str:
        return "coins"


AnyAction = Pass | Hire | Place | ForceClose | Take | Extra | Discard | Buy | Coins
Menu = tuple[Action, ...]

# Every action of the game, made once.

PASS = Pass()
COINS = Coins()
HIRE_SCRIBE = tuple(Hire("scribe", kind=kind) for kind in KINDS)
HIRE_VIZIER = Hire("vizier")
HIRE_THIEF = tuple(tuple(Hire("thief", market=market, slot=slot) for slot in range(SLOTS)) for market in MARKETS)
HIRE_MERCHANT = tuple(
    tuple(tuple(Hire("merchant", target=target, give=give, get=get) for get in GIFTS) for give in GIFTS)
    for target in range(4)
)
HIRE_STEWARD = Hire("steward")
HIRE_PRIEST = tuple(Hire("priest", kind=kind) for kind in KINDS)
PLACE = tuple(tuple(Place(space.name) for space in spaces) for spaces in SPACES)
FORCE_CLOSE = tuple(ForceClose(market) for market in MARKETS)
TAKE_ONE = tuple(Take((slot,)) for slot in range(SLOTS))
TAKE_TWO = {pair: Take(pair) for pair in combinations(range(SLOTS), 2)}
EXTRA = tuple(Extra(slot) for slot in range(SLOTS))
DECLINE = Extra(None)
DISCARD = tuple(Discard(gift) for gift in GIFTS)
BUY = tuple(Buy(slot) for slot in range(SLOTS))


def _every_action() -> list[Action]:
    actions: list[Action] = [PASS, COINS, HIRE_VIZIER, HIRE_STEWARD, DECLINE]
    for row in (HIRE_SCRIBE, HIRE_PRIEST, FORCE_CLOSE, TAKE_ONE, EXTRA, DISCARD, BUY, *HIRE_THIEF, *PLACE):
        actions.extend(row)
    actions.extend(TAKE_TWO.values())
    for by_target in HIRE_MERCHANT:
        for by_gift in by_target:
            actions.extend(action for action in by_gift if action.give != action.get)
    return actions


EVERY_ACTION = tuple(_every_action())
_BY_NOTATION = {str(action): action for action in EVERY_ACTION}


def parse(text: str) -> Action:
    """Reads the notation of an action. Raises NotationError."""
    action = _BY_NOTATION.get(text)
    if action is None:
        raise NotationError(text, "no action of Nefertiti is written so")
    return action
