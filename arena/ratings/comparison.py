"""Is A better than B? A sequential test over blocks that both have played: same deal, same field, each in every seat.

A block's difference is one observation, whatever hangs together inside it. The hypotheses are that A is as strong as B
and that it is BETTER_BY points stronger; Wald's test ("Sequential tests of statistical hypotheses", 1945) decides as
soon as the differences speak for one of them, and is wrong in at most ERROR_PERCENT of 100 cases where one of them is
true. The likelihood is that of a normal mean with the variance that the differences show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import ceil

from msgspec import Struct

BETTER_BY = 20
"""Points of rating: the gain that counts."""

ERROR_PERCENT = 5

LEAST_BLOCKS = 30
"""Nothing is decided before: the variance is not known well enough."""

_BOUND = 2.9444389791664403
"""ln (0.95 / 0.05)."""

_POINT = 0.005756462732485115
"""ln 10 / 400."""


_LEAST_SPREAD = 1e-4
"""Variance of a block's difference at least: where all agree, as between deterministic bots, that is no doubt."""


class Answer(StrEnum):
    BETTER = "better"
    NOT_BETTER = "not better"
    UNDECIDED = "undecided"


class Pair(Struct, frozen=True):
    """Is a block played twice: `first` with A, `second` with B. Each holds the ranks of one match per seat.

    In each match A or B comes first, then its opponents in an order that is always the same; 1 is best.
    """

    first: Sequence[Sequence[int]]
    second: Sequence[Sequence[int]]


class Tally(Struct, frozen=True):
    """Is what the test needs of the blocks so far. Tallies add up.

    differences, squares: sums of the differences in mean score, A's minus B's, and of their squares.  slopes: sum of
    how much the mean score rises with a logarithmic unit of strength.
    """

    blocks: int = 0
    differences: float = 0.0
    squares: float = 0.0
    slopes: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.blocks + other.blocks,
            self.differences + other.differences,
            self.squares + other.squares,
            self.slopes + other.slopes,
        )


class Comparison(Struct, frozen=True):
    """Is what the test says.

    points: by how much A seems better, and error its standard error; both None where the blocks do not tell.
    still_needed: about how many more blocks it will take, 0 once decided, None where the blocks do not tell.
    """

    answer: Answer
    blocks: int
    points: float | None
    error: float | None
    still_needed: int | None


def compare(pairs: Iterable[Pair]) -> Comparison:
    """Compares A and B by all blocks at once. The order of the blocks does not matter."""
    return judge(sum(map(tally, pairs), Tally()))


def tally(pair: Pair) -> Tally:
    """Counts one block. Raises ValueError where A and B did not play the same number of matches and opponents."""
    first, second = list(map(_scores, pair.first)), list(map(_scores, pair.second))
    shapes = {len(scores) for scores in first + second}
    if len(first) != len(second) or len(first) < 2 or len(shapes) != 1 or shapes == {0}:
        raise ValueError("A and B must have played the same deal equally often, twice at least, with equal fields.")
    difference = sum(map(sum, first)) - sum(map(sum, second))
    places = len(first) * len(first[0])
    columns = list(zip(*first, *second, strict=True))
    mean = difference / (2 * places)
    return Tally(1, mean, mean * mean, sum(map(_slope, columns)) / len(columns))


def judge(blocks: Tally) -> Comparison:
    """Judges what was counted."""
    count = blocks.blocks
    mean = blocks.differences / count if count else 0.0
    spread = max(blocks.squares / count - mean * mean, _LEAST_SPREAD) if count else 0.0
    slope = blocks.slopes / count * _POINT if count else 0.0
    if count < 2 or slope <= 0:
        return Comparison(Answer.UNDECIDED, count, None, None, None)
    variance = spread * count / (count - 1)
    gain = BETTER_BY * slope
    drift = gain * (mean - gain / 2) / variance
    likelihood = count * drift
    points, error = mean / slope, (variance / count) ** 0.5 / slope
    if count >= LEAST_BLOCKS and abs(likelihood) >= _BOUND:
        answer = Answer.BETTER if likelihood > 0 else Answer.NOT_BETTER
        return Comparison(answer, count, points, error, 0)
    return Comparison(Answer.UNDECIDED, count, points, error, _needed(count, likelihood, drift, gain * gain / variance))


def _needed(count: int, likelihood: float, drift: float, step: float) -> int:
    """Estimates the blocks to a bound: on the way at the speed so far, or by mere wandering, whichever is sooner."""
    wandering = max(0.0, (_BOUND - likelihood) * (_BOUND + likelihood)) / step
    left = _BOUND - abs(likelihood)
    straight = left / abs(drift) if drift else wandering
    return max(1, LEAST_BLOCKS - count, ceil(min(wandering, straight)))


def _scores(ranks: Sequence[int]) -> list[int]:
    """Gives the half-points of the first against each other."""
    return [2 if ranks[0] < theirs else 1 if ranks[0] == theirs else 0 for theirs in ranks[1:]]


def _slope(halves: Sequence[int]) -> float:
    """Estimates E·(1-E) without bias from results against one opponent, in half-points."""
    count, total = len(halves), sum(halves)
    mean = total / (2 * count)
    scatter = (sum(half * half for half in halves) / 4 - count * mean * mean) / (count - 1)
    return mean * (1 - mean) + scatter / count
