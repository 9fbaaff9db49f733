"""What the gifts are worth and how the seats stand (NE-7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from arena.game import Result
from arena.games.nefertiti.board import GIFTS, KIND_OF, KINDS, REASONS_TO_END, SEAL_PRESTIGE, UNITS, VALUES
from arena.games.nefertiti.state import State

KINDS_HELD = tuple(
    sum(1 << kind for kind in range(len(KINDS)) if any(held >> t & 1 for t, k in enumerate(KIND_OF) if k == kind))
    for held in range(1 << len(GIFTS))
)
"""For each set of card types the set of kinds in it."""


def values_now(state: State) -> tuple[int, ...]:
    """Gives what a card of each type is worth at the present number of owners (NE-7.3)."""
    return _values(tuple(state.held))


@lru_cache(1024)
def _values(held: tuple[int, ...]) -> tuple[int, ...]:
    kinds = [KINDS_HELD[types] for types in held]
    worth = [VALUES[kind][sum([types >> kind & 1 for types in kinds])] for kind in range(len(KINDS))]
    return tuple([worth[kind] * units for kind, units in zip(KIND_OF, UNITS, strict=True)])


def gift_points(state: State) -> list[int]:
    """Gives what each seat's gifts are worth now (NE-7.3)."""
    values = values_now(state)
    width = len(GIFTS)
    return [_worth(state.hands[first : first + width], values) for first in range(0, len(state.hands), width)]


def _worth(hand: Sequence[int], values: tuple[int, ...]) -> int:
    return sum([count * value for count, value in zip(hand, values, strict=True)])


def seal_points(state: State) -> list[int]:
    """Gives what each seat's unspent seals are worth (NE-7.4)."""
    return [seals * SEAL_PRESTIGE for seals in state.seals]


def score(prestige: int, seals: int, hand: Sequence[int], values: tuple[int, ...]) -> int:
    """Gives what a seat would have if the game ended now, with cards by type and what a card of each type is worth."""
    return prestige + _worth(hand, values) + seals * SEAL_PRESTIGE


def standing(state: State) -> list[int]:
    """Gives the score of each seat if the game ended now; all of it is public."""
    parts = zip(state.prestige, gift_points(state), seal_points(state), strict=True)
    return [sum(points) for points in parts]


def result(state: State) -> Result | None:
    """Ranks the seats by prestige, then by money; what is still equal shares its rank (NE-7.5)."""
    if not state.ended:
        return None
    scores = standing(state)
    order = list(zip(scores, state.money, strict=True))
    ranks = tuple([1 + sum([other > own for other in order]) for own in order])
    return Result(scores=tuple(scores), ranks=ranks, reason=REASONS_TO_END[state.ended])
