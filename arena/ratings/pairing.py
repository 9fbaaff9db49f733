"""Who plays the next block: the entry that needs it most, with others near its rating. Pure; chance is given in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

HOUSE = None
"""The owner of house bots in a Candidate: any number of them may meet."""

MOST_OPEN = 3
"""An entry with so many open blocks waits until one of them has closed."""

_PATIENCE = 3
"""Whoever was left out for so many times its share of blocks comes first."""

_NEAR_MPT = 200_000
"""At this distance in rating an opponent is half as likely as one of the same rating."""


class Candidate(Struct, frozen=True):
    """Is an entry that could play. owner: a number, HOUSE for the house's bots.

    open_blocks: drawn and not closed yet.  waited: blocks of the ladder since its last one.
    """

    entry: int
    owner: int | None
    rating_mpt: int
    error_mpt: int
    open_blocks: int = 0
    waited: int = 0


def is_settled(candidate: Candidate, settled_mpt: int) -> bool:
    """Is the error small enough to let others go first? A newcomer's never is."""
    return candidate.error_mpt <= settled_mpt


def choose(
    candidates: Sequence[Candidate], seats: int, chance: Random, *, first_among: Sequence[Candidate]
) -> list[Candidate] | None:
    """Gives who plays the next block, in a random order; None if there are not enough who may meet.

    First comes whoever waited far beyond its share, else the largest error of `first_among`; then one by one others,
    likelier the nearer they are in rating. No two bots of one owner meet, the house's excepted.
    """
    free = [candidate for candidate in candidates if candidate.open_blocks < MOST_OPEN]
    first = _starved(free, seats) or _neediest([each for each in first_among if each.open_blocks < MOST_OPEN])
    if first is None:
        return None
    chosen = [first]
    while len(chosen) < seats:
        owners = {candidate.owner for candidate in chosen} - {HOUSE}
        left = [other for other in free if other not in chosen and other.owner not in owners]
        if not left:
            return None
        chosen.append(chance.choices(left, [_weight(chosen[0], other) for other in left])[0])
    chance.shuffle(chosen)
    return chosen


def _starved(free: Sequence[Candidate], seats: int) -> Candidate | None:
    share = -(-len(free) // seats)
    left_out = [each for each in free if each.waited > _PATIENCE * share and not each.open_blocks]
    return max(left_out, key=lambda each: (each.waited, -each.entry), default=None)


def _neediest(free: Sequence[Candidate]) -> Candidate | None:
    return max(free, key=lambda each: (-each.open_blocks, each.error_mpt, each.waited, -each.entry), default=None)


def _weight(first: Candidate, other: Candidate) -> float:
    distance = (first.rating_mpt - other.rating_mpt) / _NEAR_MPT
    return 1 / ((1 + distance * distance) * (1 + other.open_blocks))
