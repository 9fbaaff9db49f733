"""What is printed on the boards, pieces and cards of Cleopatra, as plain values for whoever draws a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.cleopatra.board import (
    ALMS,
    BEGGAR,
    CARDS,
    COLUMN_REWARD,
    COPIES,
    COST,
    COURTESAN,
    DICE,
    DOOR_REWARD,
    DOUBLE_AMULETS,
    ENVOY,
    GARDEN,
    LAST_STEP,
    MERCHANT_SCORE,
    MERCHANTS,
    MOSAIC_REWARD,
    MOST_CARDS,
    OBELISK_REWARD,
    OFFERING,
    PACKET,
    PIECES,
    PLAY_AMULETS,
    RESOURCES,
    SCRIBE,
    SHAPES,
    SMUGGLER,
    SPHINX_REWARDS,
    STANDARD,
    STATUES,
    STOCK,
    TALENTS,
    THRONE_REWARD,
    TILES,
    TITLES,
    TROMPE,
    TROMPE_AMULETS,
    VIZIER,
    WALLS,
)

REASONS = {
    "cleopatra": "Cleopatra had reached the door of her palace.",
    "turn_cap": "The game had reached its last turn.",
}
"""Why a game is over, in plain words, by the reason of its result."""

PIECE_TITLES = ("column wall", "obelisk", "sphinx", "throne", "door frame", "mosaic")
REWARDS = (
    (f"{COLUMN_REWARD}+", f"{COLUMN_REWARD}, and 1 for each square of a mosaic at its edge"),
    (f"{OBELISK_REWARD}", f"{OBELISK_REWARD}"),
    (
        f"{SPHINX_REWARDS[0]} | {SPHINX_REWARDS[1]}",
        f"{SPHINX_REWARDS[0]} for the first of a pair, {SPHINX_REWARDS[1]} for the second",
    ),
    (f"{THRONE_REWARD}", f"{THRONE_REWARD} each for its pedestal and its seat"),
    (f"{DOOR_REWARD}+", f"{DOOR_REWARD}, and 1 for each wall in the unbroken row that begins beside it"),
    (f"{MOSAIC_REWARD}+", f"{MOSAIC_REWARD}, and 1 for each palm that it covers"),
)
"""Talents for a piece: as short as a sign on the board, and in words. In the order of PIECES."""

WALL_SIDES = ("left",) * 3 + ("back",) * 3 + ("right",) * 3
EFFECTS = {
    BEGGAR: f"every other player gives {ALMS} talents or a standard card",
    COURTESAN: "takes any card of the discard pile",
    ENVOY: "chosen players may give standard cards, each with an amulet",
    SCRIBE: "picks another mosaic of the pile, or, for no amulet, turns a die just rolled",
    SMUGGLER: "keeps a hand of any size",
    VIZIER: f"keeps any of the next {PACKET} cards of the deck, for an amulet each",
}
"""What a character does, in a few words."""


def printed(seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Gives the printed matter; the number of seats cuts the table of the Offering, options change nothing.

    cards: in the order of the card table; kind: `standard`, `double`, `trompe` or `character`; amulets: taken when it
    is paid or played. pieces: cost by resource, stock, reward as a sign and in words. garden: rows from the back, P a
    palm, # the foundation. walls: side and squares [row, column] of each slot, from the left front corner round the
    back to the right one. tiles: squares [row, column] of each mosaic. offering: amulets by rank, from the first.
    reasons: REASONS.
    """
    return {
        "cards": [_card(card) for card in range(len(CARDS))],
        "pieces": [
            {
                "id": name,
                "title": PIECE_TITLES[piece],
                "cost": {r: units for r, units in zip(RESOURCES, COST[piece], strict=True) if units},
                "stock": STOCK[piece],
                "reward": REWARDS[piece][0],
                "reward_words": REWARDS[piece][1],
            }
            for piece, name in enumerate(PIECES)
        ],
        "garden": GARDEN,
        "walls": [{"side": side, "squares": squares} for side, squares in zip(WALL_SIDES, WALLS, strict=True)],
        "tiles": dict(zip(TILES, SHAPES, strict=True)),
        "dice": DICE,
        "steps": LAST_STEP,
        "offering": OFFERING[1 : seats + 1],
        "talents": TALENTS,
        "merchants": MERCHANTS,
        "merchant_score": MERCHANT_SCORE,
        "statues": STATUES,
        "hand_limit": MOST_CARDS,
        "reasons": REASONS,
    }


def _card(card: int) -> dict[str, Any]:
    resource, units, amulets = None, 0, 0
    if card < STANDARD:
        kind, resource, units = "standard", RESOURCES[card], 1
    elif card < TROMPE:
        kind, resource, units, amulets = "double", RESOURCES[card - STANDARD], 2, DOUBLE_AMULETS
    elif card == TROMPE:
        kind, units, amulets = "trompe", 1, TROMPE_AMULETS
    else:
        kind, amulets = "character", PLAY_AMULETS[card]
    return {
        "id": CARDS[card],
        "title": TITLES[CARDS[card]],
        "kind": kind,
        "resource": resource,
        "units": units,
        "amulets": amulets,
        "copies": COPIES[card],
        "effect": EFFECTS.get(card, ""),
    }
