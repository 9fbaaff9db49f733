"""What is printed on the board and the cards of Amun-Re, as plain values for whoever draws a table."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from arena.games.amun_re.board import (
    BONUS_POINTS,
    CAMEL_LEVEL,
    GOLD_CARD,
    GOLD_POINTS,
    HARVEST_EXTRA,
    KINGDOM,
    LEVEL_BOUNDS,
    MAJORITY_POINTS,
    PEASANTS_FARMERS,
    POWER_CARDS,
    PRICES,
    PROVINCE_TITLES,
    ROUNDS,
    SCRIBES_LIMITS,
    SET_POINTS,
    STONES_FOR_BUILDER,
    TABLE,
)
from arena.games.amun_re.scoring import REASON

REASONS = {REASON: "Both kingdoms had been scored."}
"""Why a game is over, in plain words, by the reason of its result."""

HALVES = {"U": "Upper Egypt", "L": "Lower Egypt"}
BANK_TITLES = {"W": "west bank", "E": "east bank"}

EFFECTS = {
    "bank": f"{BONUS_POINTS} points if all own provinces lie on one bank",
    "blockade": "the next higher price may not be bid",
    "builder": f"a pyramid of {STONES_FOR_BUILDER} stones",
    "desert": f"{BONUS_POINTS} points if no own province borders the Nile",
    "free_farmer": "a farmer beside the fields",
    "gold8": f"{GOLD_CARD} gold",
    "harvest": f"{HARVEST_EXTRA} gold more for each farmer",
    "nile": f"{BONUS_POINTS} points if all own provinces border the Nile",
    "peasants": f"{BONUS_POINTS} points for {PEASANTS_FARMERS} farmers or more",
    "rebid": "a bid where one was just overbid",
    "region": f"{BONUS_POINTS} points if all own provinces lie in one half of the country",
    "scribes": f"{BONUS_POINTS} points if the card limits of the own provinces add up to {SCRIBES_LIMITS} or more",
}
"""What a power card does, in a few words."""

USED = {
    "bank": "scoring",
    "blockade": "auction",
    "builder": "purchases",
    "desert": "scoring",
    "free_farmer": "purchases",
    "gold8": "harvest",
    "harvest": "harvest",
    "nile": "scoring",
    "peasants": "scoring",
    "rebid": "auction",
    "region": "scoring",
    "scribes": "scoring",
}
"""The part of a round, or the scoring, in which a power card is played."""


def printed(seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Gives the printed matter; it is the same for any number of seats and all options.

    provinces: in the order of the alphabet, with their goods (stones, free_cards, gold) and what they bring. cards: in
    the order of the alphabet. prices: the whole row. levels: of the temple from the lowest, each with the totals from
    `least` to `most` that set it (None: without end) and whether camels come. points: what a pyramid, a set, a bank, a
    bonus card and the places for gold are worth; a temple is worth the level. reasons: REASONS.
    """
    bounds = (None, *LEVEL_BOUNDS, None)
    return {
        "provinces": [
            {
                **province._asdict(),
                "id": province.name,
                "name": title,
                "bank": BANK_TITLES[province.bank],
                "half": HALVES[province.half],
            }
            for province, title in zip(TABLE, PROVINCE_TITLES, strict=True)
        ],
        "cards": [{**card._asdict(), "used": USED[card.name], "effect": EFFECTS[card.name]} for card in POWER_CARDS],
        "prices": PRICES,
        "levels": [
            {
                "level": level,
                "least": None if lower is None else lower + 1,
                "most": upper,
                "camels": level <= CAMEL_LEVEL,
            }
            for level, (lower, upper) in enumerate(pairwise(bounds), 1)
        ],
        "rounds": ROUNDS,
        "kingdom": KINGDOM,
        "points": {
            "pyramid": 1,
            "set": SET_POINTS,
            "bank": MAJORITY_POINTS,
            "bonus": BONUS_POINTS,
            "gold": GOLD_POINTS,
        },
        "reasons": REASONS,
    }
