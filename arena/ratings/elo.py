"""The rating rule: one block of mirrored matches moves each of its entries once.

Ratings and errors are whole thousandths of a point (mpt), scores half-points, expectations millionths (ppm). Nothing
here is a float, so every machine computes the same ledger.

    R_i  += K_i · (S - E)              S: mean over matches and counted opponents of 1, ½ or 0; E: what was expected
    E_ij  = 1 / (1 + 10^(g_j·(R_j - R_i)/400))              g_j = 1 / √(1 + 3·q²·σ_j²/π²), q = ln 10 / 400
    K_i   = σ_i²·b / (b²·σ_i² + z)     b = q · mean of g_j·v_j, how steeply E rises with R; v_j = E_ij·(1 - E_ij)
    σ_i'² = σ_i²·z / (b²·σ_i² + z)

    z = NOISE · (n+1)/(3·(n-1)·m) · mean of v_j  +  Σ_j (q·g_j·v_j·σ_j)² / (n-1)²            n-1 opponents, m matches

K and σ' are those of a Kalman step and g is that of Glickman, "Parameter estimation in large dynamic paired comparison
experiments" (1999). z is the variance of S: chance first, where (n+1)/(3·(n-1)) is how much less the mean over n-1
opponents scatters than one result (exact for equals), then what is not known of the opponents, which all matches of
the block share. In all this σ is meant without the tie of the whole field to the anchor, which is taken off before the
step and put on after it. `python -m bench calibration` shows how well that holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from msgspec import Struct

from arena.ratings.expectation import STEP_MPT, TABLE_PPM

START_MPT = 1_000_000
"""Where the anchor stays, and where the scale begins."""

NEWCOMER_MPT = 1_600_000
"""Where an entry starts of which nothing is known: amid the field, for a wrong start would pull at those it meets."""

START_ERROR_MPT = 350_000
"""The error of an entry of which nothing is known."""

MEASURED_ERROR_MPT = 50_000
"""The error of an entry that starts where it was measured to stand, as the house's bots do."""

_LEAST_MPT = 12_500
"""What an entry's own play leaves open never counts for less, so that the entry never stops moving."""

_TIE_MPT = 44_000
"""Divided by the seats: how well the field as a whole is tied to the anchor. No number of blocks tells it better."""

NEW_VERSION_ERROR_MPT = 150_000
"""A new version may differ from the old one by about this much: its square is added to that of the error."""

_NOISE_PERCENT = 110
"""How much more blocks scatter than if their matches were independent, with what the step leaves out."""

_KNOWN_MPT = 60_000
"""An opponent counts if its error is not above this, or not above 3/2 of one's own."""

_Q = 5_756_463
"""ln 10 / 400, in thousand-millionths."""

_G = 100_726
"""3·q²/π² for errors in mpt, times 10^16."""

_PPM = 1_000_000

_HALF, _PPM_SQUARED = _PPM // 2, _PPM**2
_Q_SQUARED, _LEAST_SQUARED = _Q**2, _LEAST_MPT**2
_LAST_LINE = len(TABLE_PPM) - 1


class Standing(Struct, frozen=True, gc=False):
    """Is where an entry stands before a block. is_new: it plays another version than in its last rated block."""

    rating_mpt: int = NEWCOMER_MPT
    error_mpt: int = START_ERROR_MPT
    is_new: bool = False
    is_anchor: bool = False


class Change(Struct, frozen=True, gc=False):
    """Is what one block did to one entry; the fields are those of a line of the ledger.

    k_mpt: what a whole point of mean score above the expected is worth.  opponents: those that counted.
    scored_halves: over these and all matches, 2 for ranking before one and 1 for a tie.  expected_ppm: the sum of the
    expected scores against them.
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
    return _expects(lead) if lead >= 0 else _PPM - _expects(-lead)


def _expects(lead: int) -> int:
    line, rest = divmod(lead, STEP_MPT)
    if line >= _LAST_LINE:
        return TABLE_PPM[-1]
    low = TABLE_PPM[line]
    return low + (rest * (TABLE_PPM[line + 1] - low) * 2 + STEP_MPT) // (2 * STEP_MPT)


@lru_cache(maxsize=1 << 16)
def certainty_ppm(error_mpt: int) -> int:
    """Gives how far to trust the lead over an opponent with that error: 1,000,000 for an error of 0, less for more."""
    return isqrt(10**28 // (10**16 + _G * error_mpt * error_mpt))


def widened(error_mpt: int) -> int:
    """Gives the error of an entry that comes with a new version; never above that of a new entry."""
    return min(START_ERROR_MPT, isqrt(error_mpt**2 + NEW_VERSION_ERROR_MPT**2))


def least_error_mpt(seats: int) -> int:
    """Gives the error below which none falls at tables of that size."""
    return isqrt(_LEAST_MPT**2 + (_TIE_MPT // seats) ** 2)


def rate_block(standings: Sequence[Standing], results: Sequence[Sequence[int]]) -> tuple[Change, ...]:
    """Rates one block and gives one change per entry, in the order of `standings`.

    results: for each match the final ranks, in the order of `standings` (whatever seat each entry had): 1 is best,
    ties allowed. Each match is counted; the order of the matches does not matter.
    """
    errors = [widened(each.error_mpt) if each.is_new else each.error_mpt for each in standings]
    trusts = [certainty_ppm(error) for error in errors]
    halves = [_halves(tuple(ranks)) for ranks in results]
    return tuple([_change(i, standings, errors, trusts, halves) for i in range(len(standings))])


def _change(
    i: int,
    standings: Sequence[Standing],
    errors: Sequence[int],
    trusts: Sequence[int],
    halves: Sequence[Sequence[Sequence[int]]],
) -> Change:
    mine, error, matches = standings[i], errors[i], len(halves)
    rating = mine.rating_mpt
    counted = _counted(i, errors)
    opponents = len(counted)
    scored = expected = chance = slopes = unknown = 0
    for of_match in halves:
        row = of_match[i]
        for j in counted:
            scored += row[j]
    for j in counted:
        trust = trusts[j]
        lead = trust * (rating - standings[j].rating_mpt)
        # rounded halves away from zero
        expects = _expects((lead + _HALF) // _PPM) if lead >= 0 else _PPM - _expects((_HALF - lead) // _PPM)
        variance = expects * (_PPM - expects)
        slope = variance * trust // _PPM_SQUARED
        expected += expects
        chance += variance // _PPM
        slopes += slope
        unknown += (slope * errors[j]) ** 2
    if mine.is_anchor:
        return Change(rating, rating, error, error, 0, matches, opponents, scored, expected)
    noise = _NOISE_PERCENT * (opponents + 2) * chance * 10**28 // (3 * matches) + _Q_SQUARED * unknown
    tie = (_TIE_MPT // len(standings)) ** 2
    doubt = max(error * error - tie, _LEAST_SQUARED)
    total = _Q_SQUARED * slopes * slopes * doubt + noise
    k_mpt = _rounded(doubt * _Q * slopes * opponents * 10**18, total)
    surprise = scored * _PPM - 2 * matches * expected
    after = rating + _rounded(k_mpt * surprise, opponents * 2 * matches * _PPM)
    error_after = min(error, isqrt(max(doubt * noise // total, _LEAST_SQUARED) + tie))
    return Change(rating, after, error, error_after, k_mpt, matches, opponents, scored, expected)


def _counted(i: int, errors: Sequence[int]) -> list[int]:
    """Gives whose results count for entry i: opponents known about as well as itself; all, where there are none."""
    others = [j for j in range(len(errors)) if j != i]
    bound = max(_KNOWN_MPT, errors[i] * 3 // 2)
    if max(errors) <= bound:
        return others
    return [j for j in others if errors[j] <= bound] or others


@lru_cache(maxsize=4096)
def _halves(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Gives for each entry of a match what it scored against each: 2 for ranking before it, 1 for a tie."""
    return tuple(tuple(2 if mine < theirs else 1 if mine == theirs else 0 for theirs in ranks) for mine in ranks)


def _rounded(numerator: int, denominator: int) -> int:
    """Divides and rounds to the nearest whole number, halves away from zero."""
    half = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half if numerator >= 0 else -half
