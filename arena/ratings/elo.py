"""The rating rule: one block of mirrored matches moves each of its entries once.

Ratings and errors are whole thousandths of a point (mpt), scores half-points, expectations millionths (ppm). Nothing
here is a float, so every machine computes the same ledger.

    R_i += K_i / (n-1) · Σ_j (S_ij - E_ij)          S_ij: mean over the block's matches of 1, ½ or 0
    K_i   = q·m·σ² / (1 + q²·m·v·σ²)                q = ln 10 / 400, m matches, v mean of E·(1-E)
    σ_i'² = σ² / (1 + q²·m·v·σ²)                    not below MIN_ERROR_MPT

K and σ' are those of a Kalman step, as in Glickman, "Parameter estimation in large dynamic paired comparison
experiments" (1999), without the discount for the opponents' own errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from msgspec import Struct

from arena.ratings.expectation import STEP_MPT, TABLE_PPM

START_MPT = 1_000_000
"""Where every entry starts, and where the anchor stays."""

START_ERROR_MPT = 350_000
MIN_ERROR_MPT = 40_000
"""No error gets smaller, so that an entry never stops following what happens."""

NEW_VERSION_ERROR_MPT = 150_000
"""A new version may differ from the old one by about this much: its square is added to that of the error."""

_Q = 5_756_463
"""ln 10 / 400, in thousand-millionths."""

_PPM = 1_000_000


class Standing(Struct, frozen=True):
    """Is where an entry stands before a block. is_new: it plays another version than in its last rated block."""

    rating_mpt: int = START_MPT
    error_mpt: int = START_ERROR_MPT
    is_new: bool = False
    is_anchor: bool = False


class Change(Struct, frozen=True):
    """Is what one block did to one entry; the fields are those of a line of the ledger.

    scored_halves: over all opponents and matches, 2 for ranking before one and 1 for a tie.
    """

    before_mpt: int
    after_mpt: int
    error_before_mpt: int
    error_after_mpt: int
    k_mpt: int
    matches: int
    opponents: int
    scored_halves: int
    expected_ppm: int


def expected_ppm(mine_mpt: int, theirs_mpt: int) -> int:
    """Gives the score to expect, 0..1,000,000: from the table, linear between its lines, flat beyond its end.

    Both sides of a pair always add up to exactly 1,000,000.
    """
    lead = mine_mpt - theirs_mpt
    if lead < 0:
        return _PPM - expected_ppm(theirs_mpt, mine_mpt)
    line, rest = divmod(lead, STEP_MPT)
    if line >= len(TABLE_PPM) - 1:
        return TABLE_PPM[-1]
    low, high = TABLE_PPM[line], TABLE_PPM[line + 1]
    return low + (rest * (high - low) * 2 + STEP_MPT) // (2 * STEP_MPT)


def widened(error_mpt: int) -> int:
    """Gives the error of an entry that comes with a new version; never above that of a new entry."""
    return min(START_ERROR_MPT, isqrt(error_mpt**2 + NEW_VERSION_ERROR_MPT**2))


def rate_block(standings: Sequence[Standing], results: Sequence[Sequence[int]]) -> tuple[Change, ...]:
    """Rates one block and gives one change per entry, in the order of `standings`.

    results: for each match the final ranks, in the order of `standings` (whatever seat each entry had): 1 is best,
    ties allowed. Each match is counted; the order of the matches does not matter.
    """
    return tuple(_change(i, standings, results) for i in range(len(standings)))


def _change(i: int, standings: Sequence[Standing], results: Sequence[Sequence[int]]) -> Change:
    mine, matches, opponents = standings[i], len(results), len(standings) - 1
    others = [j for j in range(len(standings)) if j != i]
    scored = sum(_halves(ranks[i], ranks[j]) for ranks in results for j in others)
    expectations = [expected_ppm(mine.rating_mpt, standings[j].rating_mpt) for j in others]
    expected = sum(expectations)
    if mine.is_anchor:
        error = mine.error_mpt
        return Change(mine.rating_mpt, mine.rating_mpt, error, error, 0, matches, opponents, scored, expected)
    error = widened(mine.error_mpt) if mine.is_new else mine.error_mpt
    spread = sum(e * (_PPM - e) for e in expectations) // (opponents * _PPM)
    learnt = _Q**2 * matches * spread * error**2
    k_mpt = _rounded(_Q * matches * error**2 * 10**18, 10**30 + learnt)
    surprise = scored * _PPM - 2 * matches * expected
    after = mine.rating_mpt + _rounded(k_mpt * surprise, opponents * 2 * matches * _PPM)
    error_after = max(MIN_ERROR_MPT, isqrt(error**2 * 10**30 // (10**30 + learnt)))
    return Change(mine.rating_mpt, after, error, min(error, error_after), k_mpt, matches, opponents, scored, expected)


def _halves(mine: int, theirs: int) -> int:
    return 2 if mine < theirs else 1 if mine == theirs else 0


def _rounded(numerator: int, denominator: int) -> int:
    """Divides and rounds to the nearest whole number, halves away from zero."""
    half = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half if numerator >= 0 else -half
