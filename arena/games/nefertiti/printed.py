"""What is printed on the board, tiles and cards of Nefertiti, as plain values for whoever draws a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.nefertiti.board import (
    CHARACTERS,
    GIFTS,
    HALLS,
    KIND_OF,
    KINDS,
    LAYOUTS,
    LEVELS,
    MARKET_TITLES,
    MARKETS,
    PILES,
    SERVANTS,
    UNITS,
    VALUES,
)
from arena.games.nefertiti.halls import SPACES

REASONS = {
    "akhenaton": "Akhenaton had come, and the last market closed.",
    "drought": "No gift had been drawn for so long that the game was stopped.",
    "stop": "The game had reached its last turn.",
}
"""Why a game is over, in plain words, by the reason of its result."""


def printed(seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Gives the printed matter for that many seats under those options.

    halls: by name, what closes each and its spaces with row and column from the top left; icon: `c`, `s`, `x` or "".
    kinds: with the value of a unit for 1, 2, ... owners. gifts: kind and units of each card type. characters: what
    the cards of each pile say, top card first; 0 where nothing is printed. servants: of each seat. reasons: REASONS.
    """
    return {
        "markets": [{"id": name, "title": title} for name, title in zip(MARKETS, MARKET_TITLES, strict=True)],
        "halls": {name: _hall(hall, options.get("closing") == "full") for hall, name in enumerate(HALLS)},
        "kinds": [{"id": kind, "values": VALUES[index][1 : seats + 1]} for index, kind in enumerate(KINDS)],
        "gifts": {
            gift: {"kind": KINDS[KIND_OF[index]], "units": UNITS[index]}
            for index, gift in enumerate(GIFTS)
            if seats > 3 or KINDS[KIND_OF[index]] != "senet"
        },
        "characters": [
            {"id": name, "levels": LEVELS[pile][: PILES[seats][pile]]} for pile, name in enumerate(CHARACTERS)
        ],
        "servants": SERVANTS,
        "reasons": REASONS,
    }


def _hall(hall: int, full: bool) -> dict[str, Any]:
    layout = LAYOUTS[hall]
    also = {"colors": layout.colors, "count": layout.servants, "connected": layout.connected, "line": layout.line}
    return {
        "closes": {
            "sum": layout.full_total if full else layout.total,
            **({reason: number for reason, number in also.items() if number} if full else {}),
        },
        "spaces": [
            {"name": space.name, "price": space.price, "icon": space.icon, "row": space.row, "column": space.column}
            for space in SPACES[hall]
        ],
    }
