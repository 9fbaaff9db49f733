"""Everything printed on the board, the tiles and the cards of Nefertiti, as data."""

from __future__ import annotations

from typing import NamedTuple

# Gifts (NE-1.3). A card type is what a player holds; a kind is what is valued. Only senet has two card types.

KINDS = ("necklace", "gold", "mirror", "statue", "harp", "chair", "senet")
GIFTS = ("necklace", "gold", "mirror", "statue", "harp", "chair", "senet1", "senet2")
KIND_OF = (0, 1, 2, 3, 4, 5, 6, 6)
UNITS = (1, 1, 1, 1, 1, 1, 1, 2)
COPIES = (5, 5, 6, 6, 8, 8, 5, 3)
TYPES_OF = ((0,), (1,), (2,), (3,), (4,), (5,), (6, 7))
"""The card types of each kind, the one that is lost first in front."""
SENET = 6
KIND_INDEX = {kind: index for index, kind in enumerate(KINDS)}
GIFT_INDEX = {gift: index for index, gift in enumerate(GIFTS)}
CARD_TYPES_IN = tuple(tuple(gift for gift in range(8) if members >> gift & 1) for members in range(256))
"""The card types in each set of card types, ascending."""
AKHENATON = len(GIFTS)
"""Stands in the draw pile where a gift's number would."""

VALUES = (  # per unit, by the number of players who own the kind
    (0, 22, 14, 9, 6),
    (0, 22, 14, 9, 6),
    (0, 18, 12, 8, 5),
    (0, 18, 12, 8, 5),
    (0, 15, 10, 7, 4),
    (0, 15, 10, 7, 4),
    (0, 8, 5, 4, 3),
)

# Characters (NE-1.5), in the order in which menus list them.

CHARACTERS = ("scribe", "vizier", "thief", "merchant", "steward", "priest")
SCRIBE, VIZIER, THIEF, MERCHANT, STEWARD, PRIEST = range(6)
LEVELS = ((8, 5, 2), (7, 5), (0, 0), (0, 0), (0, 0), (0, 0))
"""What is printed on the cards of each pile, top card first; 0 where nothing is."""
PILES = {3: (2, 2, 2, 2, 2, 2), 4: (3, 2, 2, 2, 2, 2)}
"""Cards in each pile at the start, by number of seats."""

# Money, servants and seals (NE-1.6, NE-2).

MONEY = {3: (9, 10, 10), 4: (8, 9, 9, 10)}
"""Starting money in turn order, by number of seats."""
RESERVE = 1
SERVANTS = 4
SEALS = 12
SEAL_PRESTIGE = 3

# Markets and halls (NE-1.1, NE-1.2). Hall h belongs to market h >> 1, and h ^ 1 is the market's other hall.

MARKETS = ("G", "K", "S", "L")
MARKET_TITLES = ("Gizeh", "Akhet-aton", "Abou Simbel", "Louqsor")
MARKET_INDEX = {market: index for index, market in enumerate(MARKETS)}
MARKETS_IN = tuple(tuple(market for market in range(4) if members >> market & 1) for members in range(16))
"""The markets in each set of markets, ascending."""
LOUQSOR = 3
HALLS = ("GL", "GR", "KL", "KR", "SL", "SR", "LL", "LR")
SLOTS = 4
PRICES = 13
"""Prices run from 0 to 12 and none repeats inside a hall, so in a hall a price names one space."""


class Layout(NamedTuple):
    """Is one hall: its spaces row by row and what closes it.

    A space is its price, then `c` (coin), `s` (single gift) or `x` (extra gift). `total` closes the hall under
    closing=sum_only, `full_total` and whatever else is not 0 under closing=full.
    """

    rows: str
    total: int
    full_total: int
    colors: int = 0
    servants: int = 0
    connected: int = 0
    line: int = 0


LAYOUTS = (
    Layout("1c 2 3 / 4 5s 6 / 7 8 10x", 15, 15),
    Layout("0c 1c 2 / 3 4s 5 / 6 8 11x", 14, 24, colors=3, servants=4),
    Layout("3 7 1c 9 4 / 6s 2 5 0c 12x", 18, 24, connected=4),
    Layout("2c 3 4 5 / 6s 7 9 12x", 18, 18),
    Layout("2 7 4 / 6s 1c 8 / 5 3 10x", 16, 21, line=3),
    Layout("1c 2 3 / 4 5 6 / 7s 8 9x", 17, 17),
    Layout("0c 1 2 / 3 4s 5 / 6 7 8x", 12, 12),
    Layout("12x 10 / 8 7s / 6 5 4 / 3 2 1c", 20, 20),
)

REASONS_TO_CLOSE = ("", "sum", "colors", "count", "connected", "line", "forced")
"""Why a market closes; where several hold, the first counts."""
SUM, COLORS, COUNT, CONNECTED, LINE, FORCED = range(1, 7)

# The two stops and the ends of a game (NE-7).

DROUGHT_TURNS = 60
LAST_TURN = 300
REASONS_TO_END = ("", "akhenaton", "drought", "stop")
ENDED_BY_AKHENATON, ENDED_BY_DROUGHT, ENDED_BY_STOP = range(1, 4)
