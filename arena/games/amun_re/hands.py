"""Hands of power cards as one number each: four bits a kind, so that hands are copied, compared and cached cheaply."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from arena.games.amun_re.board import BLOCKADE, BONUS_CARDS, BUILDER, CARDS, FREE_FARMER, GOLD8, HARVEST, REBID

BITS = 4
ONE = tuple([1 << BITS * kind for kind in range(len(CARDS))])
"""By kind, one card of it."""
ANY = tuple([15 << BITS * kind for kind in range(len(CARDS))])
"""By kind, the bits that count its cards: `hand & ANY[kind]` asks whether the hand has one."""
BID_CARDS = ANY[BLOCKADE] | ANY[REBID]
BUILDERS = ANY[BUILDER]
FREE_FARMERS = ANY[FREE_FARMER]
HARVEST_CARDS = ANY[GOLD8] | ANY[HARVEST]
BONUSES = sum([ANY[kind] for kind in BONUS_CARDS])


def pack(kinds: Iterable[int]) -> int:
    """Gives the hand of these cards."""
    return sum([ONE[kind] for kind in kinds])


@lru_cache(4096)
def kinds_in(hand: int) -> tuple[int, ...]:
    """Gives the kinds in a hand, ascending, each once."""
    return tuple([kind for kind in range(len(CARDS)) if hand & ANY[kind]])


@lru_cache(4096)
def cards_in(hand: int) -> tuple[int, ...]:
    """Gives the cards in a hand, ascending."""
    return tuple([kind for kind in range(len(CARDS)) for _ in range(hand >> BITS * kind & 15)])


@lru_cache(4096)
def names(hand: int) -> dict[str, int]:
    """Gives the number of cards by name, in the order of the alphabet; the result is shared and only read."""
    return {CARDS[kind]: hand >> BITS * kind & 15 for kind in kinds_in(hand)}
