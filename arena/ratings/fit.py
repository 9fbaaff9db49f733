"""A batch fit of a whole season: Bradley and Terry's model on all blocks at once, with standard errors.

It does not matter in which order the blocks were played. The same results give the same bits on every machine: floats
meet only + - * / and `fsum` here, each of which is rounded in one way only, and logarithms are taken in decimal.

A block adds, for every pair of its entries, how often one came before the other; a tie counts half to both. Ratings
maximise the likelihood of all that, by Newton's method. Its curvature alone would promise too small errors, for the
pairs of one match and the matches of one deal go together: so the errors grow by how much more the scores of whole
blocks really scatter (a quasi-likelihood: Wedderburn 1974; McCullagh, Nelder 1989, chapter 9).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from itertools import combinations
from math import fsum, sqrt
from operator import mul
from typing import Generic, TypeVar

from msgspec import Struct

from arena.ratings.elo import START_MPT

E = TypeVar("E", bound=Hashable)

_DECIMAL = Context(prec=30, rounding=ROUND_HALF_EVEN)
_LN_10 = 2.302585092994046
_CLOSE = 1e-7
"""Newton's method ends when no logarithm of a strength moves by more."""

_TIE = 1e-3
"""So much of a win and of a loss against the anchor everyone is given: too little to matter where there is anything to
go by, and a huge error for those whom no result connects with the anchor.
"""

_LONGEST_STEP = 1.5
"""The most that one step may change the logarithm of a strength; more is not trusted."""


class Played(Struct, Generic[E], frozen=True):
    """Is a block to fit: its entries, and for each of its matches their final ranks in that order (1 is best)."""

    entries: tuple[E, ...]
    ranks: tuple[tuple[int, ...], ...]


class Fitted(Struct, frozen=True):
    """Is what the fit says of an entry, in thousandths of a point. Its 95 % interval: rating ± 1.96 · error."""

    rating_mpt: int
    error_mpt: int
    blocks: int


def fit_blocks(blocks: Iterable[Played[E]], *, anchor: E) -> dict[E, Fitted]:
    """Fits the ratings of all entries of the blocks; the anchor stands at START_MPT, without an error.

    Nobody ends up infinitely far away, not even who won every match (Firth, "Bias reduction of maximum likelihood
    estimates", 1993: about half a win and half a loss are added for each entry, where they say most).
    Entries are given best first, equal ones by their names.
    """
    played = list(blocks)
    halves: dict[tuple[E, E], int] = {}
    counts: dict[E, int] = {anchor: 0}
    for block in played:
        for name in block.entries:
            counts[name] = counts.get(name, 0) + 1
        for (i, a), (j, b) in combinations(enumerate(block.entries), 2):
            mine = sum(_halves(ranks[i], ranks[j]) for ranks in block.ranks)
            halves[a, b] = halves.get((a, b), 0) + mine
            halves[b, a] = halves.get((b, a), 0) + 2 * len(block.ranks) - mine
    model = _Model({pair: number / 2 for pair, number in halves.items()}, anchor)
    strength = model.solve(100)
    scatter = _scatter(played, strength, len(counts) - 1)
    spread = model.spread(strength)
    found = {
        name: Fitted(
            START_MPT + _thousandths(_points(strength[name])),
            _thousandths(Decimal(400_000 / _LN_10 * sqrt(scatter * spread.get((name, anchor), 0.0)))),
            counts[name],
        )
        for name in model.names
    }
    return dict(sorted(found.items(), key=lambda pair: (-pair[1].rating_mpt, repr(pair[0]))))


def fit(scores: Mapping[tuple[E, E], float], *, anchor: E, at: float = 1000.0, steps: int = 100) -> dict[E, float]:
    """Fits ratings, in points, to bare scores, with the anchor standing at `at`.

    scores[a, b]: how often a came before b, ties counted half to both. steps: the most that Newton's method may take.
    """
    strength = _Model(scores, anchor).solve(steps)
    return {name: at + float(_points(value)) / 1000 for name, value in strength.items()}


class _Model(Generic[E]):
    """Is the likelihood of scores: names in a fixed order, and how often each came before each other that it met."""

    def __init__(self, scores: Mapping[tuple[E, E], float], anchor: E) -> None:
        self.anchor = anchor
        self.names = sorted({name for pair in scores for name in pair} | {anchor}, key=repr)
        self.free = [name for name in self.names if name != anchor]
        self.won: dict[E, dict[E, float]] = {name: {} for name in self.names}
        tie = {pair: _TIE for name in self.free for pair in ((name, anchor), (anchor, name))}
        for a, b in sorted({*scores, *((b, a) for a, b in scores), *tie}, key=repr):
            self.won[a][b] = scores.get((a, b), 0.0) + tie.get((a, b), 0.0)

    def solve(self, steps: int) -> dict[E, float]:
        """Gives the strengths that fit best; the anchor's is 1."""
        strength = dict.fromkeys(self.names, 1.0)
        for _ in range(steps):
            rows = _factor(self._curvature(strength))
            spread = self._spread(rows)
            moves = _solve(rows, [fsum(self._slopes(a, strength, spread)) for a in self.free])
            for name, move in zip(self.free, moves, strict=True):
                held = max(-_LONGEST_STEP, min(_LONGEST_STEP, move))
                strength[name] *= (2 + held) / (2 - held)  # e to the power of it, nearly
            if all(abs(move) < _CLOSE for move in moves):
                break
        return strength

    def spread(self, strength: Mapping[E, float]) -> dict[tuple[E, E], float]:
        """Gives the variance of what lies between two who met, in logarithms, as if comparisons were independent."""
        return self._spread(_factor(self._curvature(strength)))

    def _spread(self, rows: list[list[float]]) -> dict[tuple[E, E], float]:
        columns = _inverse(rows)
        place = {name: number for number, name in enumerate(self.free)}
        own = [fsum(map(mul, column, column)) for column in columns]
        found: dict[tuple[E, E], float] = {}
        for a, i in place.items():
            found[a, self.anchor] = found[self.anchor, a] = own[i]
            for b in self.won[a]:
                if b != self.anchor and i < (j := place[b]):
                    both = fsum(map(mul, columns[i][j - i :], columns[j]))
                    found[a, b] = found[b, a] = own[i] + own[j] - 2 * both
        return found

    def _slopes(self, a: E, strength: Mapping[E, float], spread: Mapping[tuple[E, E], float]) -> Iterator[float]:
        for b, won in self.won[a].items():
            games, expected = won + self.won[b][a], strength[a] / (strength[a] + strength[b])
            yield won - games * expected
            yield games * expected * (1 - expected) * spread[a, b] * (0.5 - expected)

    def _curvature(self, strength: Mapping[E, float]) -> list[list[float]]:
        """Gives the lower triangle of minus the second derivatives in the logarithms of the strengths."""
        place = {name: number for number, name in enumerate(self.free)}
        rows = [[0.0] * (number + 1) for number in range(len(self.free))]
        for a, number in place.items():
            weights = {
                b: (won + self.won[b][a])
                * strength[a]
                * strength[b]
                / ((strength[a] + strength[b]) * (strength[a] + strength[b]))
                for b, won in self.won[a].items()
            }
            rows[number][number] = fsum(weights.values())
            for b, weight in weights.items():
                if b != self.anchor and place[b] < number:
                    rows[number][place[b]] = -weight
        return rows


def _scatter(blocks: Sequence[Played[E]], strength: Mapping[E, float], fitted: int) -> float:
    """Gives how many times as much the scores of blocks scatter as independent comparisons would; at least 1."""
    seen, promised, free = [], [], 0
    for block in blocks:
        matches, free = len(block.ranks), free + len(block.entries) - 1
        for i, a in enumerate(block.entries):
            surprises = []
            for j, b in enumerate(block.entries):
                if i != j:
                    expected = strength[a] / (strength[a] + strength[b])
                    scored = sum(_halves(ranks[i], ranks[j]) for ranks in block.ranks) / 2
                    surprises.append(scored - matches * expected)
                    promised.append(matches * expected * (1 - expected))
            seen.append(fsum(surprises) * fsum(surprises))
    left = free - fitted
    return max(1.0, fsum(seen) / fsum(promised) * free / left) if left > 0 else 2.0


def _halves(mine: int, theirs: int) -> int:
    return 2 if mine < theirs else 1 if mine == theirs else 0


def _factor(matrix: list[list[float]]) -> list[list[float]]:
    """Gives the lower triangle of Cholesky's factor of a symmetric matrix, itself given as a lower triangle."""
    rows: list[list[float]] = []
    for given in matrix:
        row: list[float] = []
        for number, above in enumerate(rows):
            row.append((given[number] - fsum(map(mul, row, above))) / above[number])
        row.append(sqrt(given[-1] - fsum(map(mul, row, row))))
        rows.append(row)
    return rows


def _solve(rows: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solves the equations whose matrix has the factor `rows`."""
    left = _solve_down(rows, right)
    columns = [[row[number] for row in rows[number:]] for number in range(len(rows))]
    found: list[float] = []
    for column, value in zip(reversed(columns), reversed(left), strict=True):
        found.insert(0, (value - fsum(map(mul, column[1:], found))) / column[0])
    return found


def _inverse(rows: list[list[float]]) -> list[list[float]]:
    """Gives the columns of the inverse of a lower triangle, each from its first number that is not zero."""
    columns = []
    for start in range(len(rows)):
        column = [1 / rows[start][-1]]
        for row in rows[start + 1 :]:
            column.append(-fsum(map(mul, column, row[start:])) / row[-1])
        columns.append(column)
    return columns


def _solve_down(rows: list[list[float]], right: Sequence[float]) -> list[float]:
    found: list[float] = []
    for row, value in zip(rows, right, strict=True):
        found.append((value - fsum(map(mul, found, row))) / row[-1])
    return found


def _points(strength: float) -> Decimal:
    """Gives 400 · log10 of a strength, in thousandths."""
    return _DECIMAL.multiply(Decimal(400_000), _DECIMAL.log10(Decimal(strength)))


def _thousandths(value: Decimal) -> int:
    return int(value.to_integral_value(rounding=ROUND_HALF_EVEN))
