"""Everything printed on the board and the cards of Amun-Re, and every number of its rules, as data.

The places of fields and card limits, the numbers of most power cards and some of their effects are this arena's own
figures. They stand here and nowhere else: a better figure is put in here, and no function changes.
"""

from __future__ import annotations

from typing import NamedTuple

# Provinces (AR-1.1, AR-1.2), in the order of the alphabet, which is the order of all menus.


class Province(NamedTuple):
    """Is one province card.

    bank: W or E of the Nile; half: U upstream, L downstream; nile: it borders the river. fields: farmers it takes;
    cards: power cards that its owner may buy. stones, free_cards, gold: goods laid on it when it is turned up.
    income: paid in every harvest; camel: paid at a low temple level only.
    """

    name: str
    region: str
    bank: str
    half: str
    nile: bool
    fields: int
    cards: int
    stones: int = 0
    free_cards: int = 0
    gold: int = 0
    income: int = 0
    camel: int = 0
    temples: int = 0


TABLE = (
    Province("abu", "upstream", "E", "U", True, fields=3, cards=1, income=4),
    Province("abydos", "upstream", "W", "U", True, fields=4, cards=2, stones=1),
    Province("amarna", "midstream", "E", "L", True, fields=3, cards=2, temples=1),
    Province("avaris", "delta", "E", "L", False, fields=2, cards=1, camel=8),
    Province("baharya", "oases", "W", "L", False, fields=5, cards=3),
    Province("berenike", "Red Sea", "E", "U", False, fields=0, cards=1, income=8),
    Province("buto", "delta", "W", "L", True, fields=6, cards=0, free_cards=1),
    Province("dakhla", "oases", "W", "U", False, fields=0, cards=2, free_cards=1, gold=12),
    Province("damanhur", "delta", "W", "L", False, fields=1, cards=1, temples=2),
    Province("edfu", "upstream", "W", "U", True, fields=3, cards=1, free_cards=1, temples=1),
    Province("kharga", "oases", "W", "U", False, fields=3, cards=4, camel=5),
    Province("memphis", "delta tip", "W", "L", True, fields=3, cards=3, stones=2),
    Province("mendes", "delta", "E", "L", True, fields=6, cards=0),
    Province("sawu", "Red Sea", "E", "U", False, fields=2, cards=3, camel=7),
    Province("thebes", "upstream", "E", "U", True, fields=4, cards=2, free_cards=2),
)
PROVINCES = tuple([province.name for province in TABLE])
PROVINCE_INDEX = {name: index for index, name in enumerate(PROVINCES)}
PROVINCE_TITLES = tuple([name.capitalize() for name in PROVINCES])
BANKS = ("W", "E")
FIELDS = tuple([province.fields for province in TABLE])
CARD_LIMIT = tuple([province.cards for province in TABLE])
FREE_STONES = tuple([province.stones for province in TABLE])
FREE_CARDS = tuple([province.free_cards for province in TABLE])
FREE_GOLD = tuple([province.gold for province in TABLE])
TEMPLES = tuple([province.temples for province in TABLE])

# Power cards (AR-1.4), in the order of the alphabet too.


class PowerCard(NamedTuple):
    """Is one kind of power card."""

    name: str
    title: str
    copies: int


POWER_CARDS = (
    PowerCard("bank", "One Bank", 3),
    PowerCard("blockade", "Blockade", 2),
    PowerCard("builder", "Master Builder", 7),
    PowerCard("desert", "Desert Lands", 2),
    PowerCard("free_farmer", "Free Farmer", 4),
    PowerCard("gold8", "Eight Gold", 4),
    PowerCard("harvest", "Rich Harvest", 5),
    PowerCard("nile", "River Lands", 2),
    PowerCard("peasants", "Peasants", 2),
    PowerCard("rebid", "Second Bid", 3),
    PowerCard("region", "One Region", 3),
    PowerCard("scribes", "Scribes", 2),
)
CARDS = tuple([card.name for card in POWER_CARDS])
CARD_INDEX = {name: index for index, name in enumerate(CARDS)}
CARD_TITLES = {card.name: card.title for card in POWER_CARDS}
COPIES = tuple([card.copies for card in POWER_CARDS])
ALL_CARDS = sum(COPIES)
BANK, BLOCKADE, BUILDER, DESERT, FREE_FARMER, GOLD8, HARVEST, NILE, PEASANTS, REBID, REGION, SCRIBES = range(12)
BONUS_CARDS = (BANK, DESERT, NILE, PEASANTS, REGION, SCRIBES)
CARD_GOLD = 1
"""What a power card is worth as money (AR-1.6)."""
BLOCKADE_SKIP = 1
"""How many spaces above a bid a blockade closes (AR-3.6)."""
HARVEST_EXTRA = 1
"""What each farmer brings more with Rich Harvest (AR-6.2)."""
GOLD_CARD = 8
"""What Eight Gold brings (AR-6.2)."""

# The course of the game (AR-2).

SEATS = (3, 4, 5)
ROUNDS = 6
KINGDOM = 3
"""Rounds, and so provinces of each player, in a kingdom."""
START_GOLD = 20

# Prices (AR-1.3): the step i costs 1 + 2 + ... + i. Nobody can ever own as much gold as the tables reach.

STEPS = 45
PRICES = tuple([step * (step + 1) // 2 for step in range(STEPS)])
STEP_OF = {price: step for step, price in enumerate(PRICES)}
AFFORD = tuple([step for step in range(STEPS - 1) for _ in range(step + 1)])
"""By gold, the highest step that it pays."""

# Pyramids (AR-1.8, AR-4.7).

STONES_IN_PYRAMID = 3
STONES_FOR_BUILDER = 2

# The offering (AR-5).

THEFT = 3
LEVEL_BOUNDS = (2, 12, 22)
"""The highest totals of the temple levels 1, 2, ...; above the last comes one more level."""
GOODS = (3, 2, 1)
"""Goods of the highest giver, of the second, and of every other one."""
LARGE_HAND = 8
FILLERS = 3
FILLERS_OF_LARGE_HAND = 2
"""How many power cards may be thrown in with all gold: with a hand of at most LARGE_HAND cards, and with more."""
MOST_OFFER = 400
"""The highest offer of gold alone that menus list: more than anybody can own (AR-8.6)."""

# Harvest and scoring (AR-6, AR-7).

CAMEL_LEVEL = 2
"""The highest temple level at which camels pay."""
PEASANTS_FARMERS = 9
SCRIBES_LIMITS = 7
BONUS_POINTS = 3
SET_POINTS = 3
MAJORITY_POINTS = 5
GOLD_POINTS = (6, 4, 2)
