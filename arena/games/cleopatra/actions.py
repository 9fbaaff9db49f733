"""The actions of Cleopatra: typed values, each made once and shared, and the tables from which menus are put together.

JSON form: {"type": "build", "k": "column", "slot": 4}; notation: `build column 4`.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

from msgspec import field

from arena.errors import NotationError
from arena.game import Action
from arena.games.cleopatra.board import (
    BEGGAR,
    CARDS,
    COURTESAN,
    DOUBLE,
    ENVOY,
    PIECES,
    RESOURCES,
    SIDES,
    STALLS,
    STANDARD,
    TILES,
    TROMPE,
    VIZIER,
    WALLS,
)
from arena.games.cleopatra.garden import PLACEMENTS

MAX_SEATS = 5


class Market(Action, frozen=True, tag="market"):
    """Takes all cards of a stall."""

    stall: int

    def __str__(self) -> str:
        return f"market {self.stall}"


class Build(Action, frozen=True, tag="build", omit_defaults=True):
    """Chooses a piece to build. `slot` goes with a column, `side` with a door; `tile` and `scribe` with a mosaic
    that a Scribe picks from the pile."""

    piece: str = field(name="k")
    slot: int | None = None
    side: str | None = None
    tile: str | None = None
    scribe: bool = False

    def __str__(self) -> str:
        details = (self.slot, self.side, self.tile, "scribe" if self.scribe else None)
        return " ".join(("build", self.piece, *(str(detail) for detail in details if detail is not None)))


class Play(Action, frozen=True, tag="play"):
    """Plays a character: BEG, COU, ENV or VIZ."""

    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


class Pass(Action, frozen=True, tag="pass"):
    """Does nothing, because there is nothing to take and nothing to build."""

    def __str__(self) -> str:
        return "pass"


class End(Action, frozen=True, tag="end"):
    """Ends a turn on the market."""

    def __str__(self) -> str:
        return "end"


class Finish(Action, frozen=True, tag="finish"):
    """Ends building."""

    def __str__(self) -> str:
        return "finish"


class Pay(Action, frozen=True, tag="pay"):
    """Pays for a missing unit of a resource; tool: std, dbl, tr or merchant."""

    resource: str = field(name="r")
    tool: str = field(name="with")

    def __str__(self) -> str:
        return f"pay {self.resource} {self.tool}"


class Place(Action, frozen=True, tag="place"):
    """Lays the mosaic; `at` is the name of the placement (see arena.games.cleopatra.garden)."""

    at: str

    def __str__(self) -> str:
        return f"place {self.at}"


class Claim(Action, frozen=True, tag="claim"):
    """Puts a statue into a new sanctuary, named by its first square, 9 * row + column."""

    cell: int

    def __str__(self) -> str:
        return f"claim {self.cell}"


class Decline(Action, frozen=True, tag="decline"):
    """Leaves the new sanctuaries unclaimed."""

    def __str__(self) -> str:
        return "decline"


class Take(Action, frozen=True, tag="take"):
    """Takes a card from the discard pile with the Courtesan."""

    card: str

    def __str__(self) -> str:
        return f"take {self.card}"


class Keep(Action, frozen=True, tag="keep"):
    """Keeps a card that the Vizier drew."""

    card: str

    def __str__(self) -> str:
        return f"keep {self.card}"


class Stop(Action, frozen=True, tag="stop"):
    """Keeps no more of the Vizier's cards, or gives no more to the Envoy."""

    def __str__(self) -> str:
        return "stop"


class PayTwo(Action, frozen=True, tag="pay2"):
    """Gives the Beggar 2 talents."""

    def __str__(self) -> str:
        return "pay2"


class Give(Action, frozen=True, tag="give"):
    """Gives a standard card to the Beggar, or with an amulet to the Envoy."""

    card: str

    def __str__(self) -> str:
        return f"give {self.card}"


class Targets(Action, frozen=True, tag="targets"):
    """Names the seats to which the Envoy goes, ascending."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("targets", *map(str, self.seats)))


class Die(Action, frozen=True, tag="die"):
    """Turns a die that was just rolled with a Scribe: up shows the ankh, down hides it."""

    turn: str

    def __str__(self) -> str:
        return f"die {self.turn}"


class KeepDice(Action, frozen=True, tag="keep_dice"):
    """Leaves the dice as they lie."""

    def __str__(self) -> str:
        return "keep_dice"


class Bid(Action, frozen=True, tag="bid"):
    """Offers talents to the High Priest."""

    n: int

    def __str__(self) -> str:
        return f"bid {self.n}"


class Limit(Action, frozen=True, tag="limit"):
    """Answers for more than ten cards; how: discard, keep or smuggler."""

    how: str

    def __str__(self) -> str:
        return f"limit {self.how}"


class Discard(Action, frozen=True, tag="discard"):
    """Lays a card face down on the discard pile."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


class Refill(Action, frozen=True, tag="refill"):
    """Puts the drawn cards on stalls, the first card on the first stall that is named, and so on."""

    stalls: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("refill", *map(str, self.stalls)))


AnyAction = (
    Market
    | Build
    | Play
    | Pass
    | End
    | Finish
    | Pay
    | Place
    | Claim
    | Decline
    | Take
    | Keep
    | Stop
    | PayTwo
    | Give
    | Targets
    | Die
    | KeepDice
    | Bid
    | Limit
    | Discard
    | Refill
)
Menu = tuple[Action, ...]

# Every action of the game, made once. The order inside a menu is that of these tables.

PASS, END, FINISH, DECLINE, STOP = Pass(), End(), Finish(), Decline(), Stop()
PAY_TWO, KEEP_DICE = PayTwo(), KeepDice()
DIE_UP, DIE_DOWN = Die("up"), Die("down")
LIMIT_DISCARD, LIMIT_KEEP, LIMIT_SMUGGLER = Limit("discard"), Limit("keep"), Limit("smuggler")
MARKET = tuple([Market(stall) for stall in range(STALLS)])
BUILD_COLUMN = tuple([Build("column", slot=slot) for slot in range(len(WALLS))])
BUILD = tuple([Build(piece) for piece in PIECES])
BUILD_DOOR = tuple([Build("door", side=side) for side in SIDES])
BUILD_TILE = tuple([Build("mosaic", tile=tile, scribe=True) for tile in TILES])
PLAYABLE = (BEGGAR, COURTESAN, ENVOY, VIZIER)
PLAY = tuple([Play(CARDS[card]) for card in PLAYABLE])
TOOLS = ("std", "dbl", "tr", "merchant")
STD, DBL, TR, MERCHANT = range(len(TOOLS))
PAY = tuple([tuple([Pay(resource, tool) for tool in TOOLS]) for resource in RESOURCES])
CARD_PAID = tuple([(resource, resource + DOUBLE, TROMPE, -1) for resource in range(STANDARD)])
"""By resource and tool, the card that is paid; -1 for a merchant."""
PLACE = tuple([Place(placement.name) for placement in PLACEMENTS])
CLAIM = tuple([Claim(cell) for cell in range(81)])
TAKE = tuple([Take(card) for card in CARDS])
KEEP = tuple([Keep(card) for card in CARDS])
GIVE = tuple([Give(card) for card in RESOURCES])
DROP = tuple([Discard(card) for card in CARDS])


def _subsets(items: Menu) -> tuple[Menu, ...]:
    return tuple([tuple([item for i, item in enumerate(items) if mask >> i & 1]) for mask in range(1 << len(items))])


# Menus by bit mask: entry m lists the actions of the bits in m.

MARKETS = _subsets(MARKET)
COLUMNS = _subsets(BUILD_COLUMN)
LARGE = _subsets(BUILD[1:4])
"""Obelisk, sphinx and throne."""
DOORS = _subsets(BUILD_DOOR)
PLAYS = _subsets(PLAY)
PAYMENTS = tuple([_subsets(tools) for tools in PAY])
TARGETS = tuple([Targets(tuple([s for s in range(MAX_SEATS) if mask >> s & 1])) for mask in range(1 << MAX_SEATS)])
"""By the mask of the seats."""


def _places(tile: int, flips: bool) -> tuple[tuple[int, Action], ...]:
    return tuple([(p.mask, PLACE[p.number]) for p in PLACEMENTS if p.tile == tile and (flips or not p.flipped)])


PLACES = tuple([tuple([_places(tile, flips) for tile in range(len(TILES))]) for flips in (False, True)])
"""By whether tiles may be turned over, then by tile: each placement's mask and action."""

REFILLS = tuple([tuple([Refill(stalls) for stalls in permutations(range(STALLS), count)]) for count in range(4)])
"""By the number of drawn cards, all ways to put them on different stalls."""


@cache
def bid(talents: int) -> Bid:
    """Gives the bid of that many talents."""
    return Bid(talents)


@cache
def bids(talents: int) -> Menu:
    """Gives all bids of a seat with that many talents."""
    return tuple([bid(n) for n in range(talents + 1)])


def _every_action() -> Menu:
    rows: list[Menu] = [MARKET, BUILD_COLUMN, BUILD[1:4], BUILD_DOOR, BUILD[5:], BUILD_TILE, PLAY, *PAY, PLACE, CLAIM]
    rows += [TAKE, KEEP, GIVE, DROP, TARGETS, *REFILLS[1:], (PASS, END, FINISH, DECLINE, STOP, PAY_TWO, KEEP_DICE)]
    rows += [(DIE_UP, DIE_DOWN, LIMIT_DISCARD, LIMIT_KEEP, LIMIT_SMUGGLER)]
    return tuple([action for row in rows for action in row])


EVERY_ACTION = _every_action()
"""All actions but bids."""


@cache
def _by_notation() -> dict[str, Action]:
    return {str(action): action for action in EVERY_ACTION}


def parse(text: str) -> Action:
    """Reads the notation of an action. Raises NotationError."""
    action = _by_notation().get(text)
    if action is not None:
        return action
    number = text.removeprefix("bid ")
    if number != text and number.isascii() and number.isdigit() and len(number) <= 3 and str(int(number)) == number:
        return bid(int(number))
    raise NotationError(text, "no action of Cleopatra is written so")
