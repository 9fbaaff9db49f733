"""What the gifts are worth and how the seats stand (NE-7)."""

from __future__ import annotations

from arena.game import Result
from arena.games.nefertiti.board import GIFTS, KIND_OF, KINDS, REASONS_TO_END, SEAL_PRESTIGE, UNITS, VALUES
from arena.games.nefertiti.state import State

KINDS_HELD = tuple(
    sum(1 << kind for kind in range(len(KINDS)) if any(held >> t & 1 for t, k in enumerate(KIND_OF) if k == kind))
    for held in range(1 << len(GIFTS))
)
"""For each set of card types the set of kinds in it."""


def values_now(state: State) -> list[int]:
    """Gives what a unit of each card type is worth at the present number of owners (NE-7.3)."""
    kinds = [KINDS_HELD[held] for held in state.held]
    worth = [VALUES[kind][sum([held >> kind & 1 for held in kinds])] for kind in range(len(KINDS))]
    return [worth[kind] * units for kind, units in zip(KIND_OF, UNITS, strict=True)]


def gift_points(state: State) -> list[int]:
    """Gives what each seat's gifts are worth now (NE-7.3)."""
    values = values_now(state)
    width = len(GIFTS)
    hands = state.hands
    return [
        sum([count * value for count, value in zip(hands[first : first + width], values, strict=True) if count])
        for first in range(0, state.seats * width, width)
    ]


def seal_points(state: State) -> list[int]:
    """Gives what each seat's unspent seals are worth (NE-7.4)."""
    return [seals * SEAL_PRESTIGE for seals in state.seals]


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
