"""Everything printed on the cards, the pieces and the boards of Cleopatra, and every ruling, as data."""

from __future__ import annotations

# Cards (CL-1.2). The first five are standard, all others are tainted; doubles follow in the order of their resource.

CARDS = ("A", "S", "M", "W", "L", "A2", "S2", "M2", "W2", "L2", "TR", "BEG", "COU", "ENV", "SCR", "SMU", "VIZ")
TITLES = {
    "A": "artisan",
    "S": "stone",
    "M": "marble",
    "W": "wood",
    "L": "lapis lazuli",
    "A2": "tainted artisan",
    "S2": "tainted stone",
    "M2": "tainted marble",
    "W2": "tainted wood",
    "L2": "tainted lapis lazuli",
    "TR": "trompe-l'oeil",
    "BEG": "beggar",
    "COU": "courtesan",
    "ENV": "envoy",
    "SCR": "scribe",
    "SMU": "smuggler",
    "VIZ": "vizier",
}
COPIES = (30, 18, 11, 9, 7, 3, 3, 3, 3, 3, 8, 2, 2, 2, 2, 2, 1)
DECK_SIZE = sum(COPIES)
STANDARD = 5
"""Cards 0..4 are standard."""
DOUBLE = 5
"""Card r + DOUBLE is the double of resource r."""
TROMPE, BEGGAR, COURTESAN, ENVOY, SCRIBE, SMUGGLER, VIZIER = range(10, 17)
DOUBLE_AMULETS = 1
TROMPE_AMULETS = 1
PLAY_AMULETS = {BEGGAR: 2, COURTESAN: 1, ENVOY: 0, SCRIBE: 2, SMUGGLER: 1, VIZIER: 0}
"""Amulets when the card is played; the Scribe's are for a mosaic, he costs none beside the dice (CL-6)."""

RESOURCES = CARDS[:STANDARD]
PAY_ORDER = (0, 1, 3, 2, 4)
"""Resources in the order in which a piece is paid: A S W M L (CL-4.3)."""

# Pieces (CL-1.3), in the order in which menus list them. Costs are by resource, A S M W L.

PIECES = ("column", "obelisk", "sphinx", "throne", "door", "mosaic")
COLUMN, OBELISK, SPHINX, THRONE, DOOR, MOSAIC = range(6)
COST = (
    (1, 1, 0, 1, 0),
    (3, 2, 0, 2, 0),
    (1, 1, 1, 0, 0),
    (3, 0, 2, 0, 2),
    (2, 0, 1, 1, 1),
    (2, 1, 1, 0, 1),
)
STOCK = (9, 2, 6, 2, 2, 12)
COLUMN_REWARD = 3
OBELISK_REWARD = 12
SPHINX_REWARDS = (2, 5, 2, 5, 2, 5)
"""By the number of sphinxes that stand already."""
THRONE_REWARD = 12
DOOR_REWARD = 4
MOSAIC_REWARD = 4
BONUS = (0, 0, 2, 5)
"""By the number of pieces built in one turn; the last entry also for more (CL-4.6)."""

# Mosaics (CL-1.4): offsets (row, column).

TILES = "FILNPTUVWXYZ"
SHAPES = (
    ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)),
    ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
    ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1)),
    ((0, 1), (1, 1), (2, 0), (2, 1), (3, 0)),
    ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)),
    ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1)),
    ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
    ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
    ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)),
    ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)),
    ((0, 1), (1, 0), (1, 1), (2, 1), (3, 1)),
    ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)),
)
TILE_CELLS = 5

# The garden (CL-1.5): . grass, P palm, # foundation of the throne.

WIDTH = 9
GARDEN = (
    ".P.....P.",
    "...###...",
    ".P.###.P.",
    "..P###P..",
    "P.......P",
    "....P....",
    "..P...P..",
    "P...P...P",
    "...P.P...",
)

# Wall slots (CL-1.6), one chain from the left front corner round the back to the right front corner: the three
# squares (row, column) that each touches. The left door frame stands before slot 0, the right one behind slot 8.

WALLS = (
    ((8, 0), (7, 0), (6, 0)),
    ((5, 0), (4, 0), (3, 0)),
    ((2, 0), (1, 0), (0, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 3), (0, 4), (0, 5)),
    ((0, 6), (0, 7), (0, 8)),
    ((0, 8), (1, 8), (2, 8)),
    ((3, 8), (4, 8), (5, 8)),
    ((6, 8), (7, 8), (8, 8)),
)
SIDES = "LR"

# Tables of the turn and of the game.

STALLS = 3
DEALT = 3
"""Cards that each seat is dealt."""
TALENTS = 5
MERCHANTS = 3
STATUES = 2
DICE = 5
ANKH_FACES, DIE_FACES = 1, 6
LAST_STEP = 5
"""Cleopatra's last step before the palace door (CL-7.1)."""
OFFERING = (0, -3, 1, 2, 3, 4)
"""Amulets by rank in an Offering; entry 0 is not used (CL-7.4)."""
MOST_CARDS = 10
LIMIT_AMULETS = 1
PLAYS_A_TURN = 11
"""Characters that may be played in one turn (CL-6.1)."""
PACKET = 5
"""Cards that the Vizier draws."""
ALMS = 2
"""Talents for the Beggar."""
MERCHANT_SCORE = 3
TURNS_A_SEAT = 60
"""After so many turns of each seat the game ends (CL-3.5)."""
REASONS = ("", "cleopatra", "turn_cap")
BY_CLEOPATRA, BY_TURN_CAP = 1, 2
