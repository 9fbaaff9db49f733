"""Is A better than B? The test over paired blocks."""

from __future__ import annotations

from random import Random

import pytest

from arena.ratings.comparison import BETTER_BY, LEAST_BLOCKS, Answer, Pair, Tally, compare, judge, tally

WON, LOST, MIXED = (1, 2, 3), (3, 1, 2), (2, 1, 3)


def drawn(chance: Random, lead: float) -> list[tuple[int, ...]]:
    """Draw the ranks of three matches of a bot that leads two equal opponents by so many points."""
    strengths = [10 ** (lead / 400), 1.0, 1.0]
    found = []
    for _ in range(3):
        times = [chance.expovariate(strength) for strength in strengths]
        found.append(tuple(sorted(times).index(time) + 1 for time in times))
    return found


def series(seed: int, blocks: int, lead: float) -> list[Pair]:
    chance = Random(seed)
    return [Pair(drawn(chance, lead), drawn(chance, 0)) for _ in range(blocks)]


def test_a_block_counts_the_difference_of_the_mean_scores() -> None:
    counted = tally(Pair([WON, WON, LOST], [WON, MIXED, LOST]))
    assert counted.differences == pytest.approx(4 / 6 - 3 / 6)
    assert counted.squares == pytest.approx((1 / 6) ** 2)
    assert counted.blocks == 1


def test_a_tie_counts_half() -> None:
    assert tally(Pair([(1, 1), (1, 1)], [(1, 2), (2, 1)])).differences == 0


def test_the_slope_is_estimated_without_bias() -> None:
    # Two even opponents: a point of strength is worth E·(1-E) = 1/4 in score.
    counted = sum(map(tally, series(1, 2000, 0)), Tally())
    assert counted.slopes / counted.blocks == pytest.approx(0.25, abs=0.005)


def test_a_much_better_bot_is_found_better_and_a_worse_one_is_not() -> None:
    better, worse = compare(series(1, 100, 300)), compare(series(1, 100, -300))
    assert (better.answer, better.still_needed) == (Answer.BETTER, 0)
    assert worse.answer == Answer.NOT_BETTER
    assert better.points == pytest.approx(300, abs=120)
    assert worse.points is not None
    assert worse.points < -100


def test_nothing_is_decided_by_a_few_blocks() -> None:
    early = compare(series(1, LEAST_BLOCKS - 1, 400))
    assert early.answer == Answer.UNDECIDED
    assert early.still_needed == 1
    assert compare(series(1, LEAST_BLOCKS, 400)).answer == Answer.BETTER


def test_what_is_still_needed_is_about_what_it_takes() -> None:
    total, needed = Tally(), None
    for pair in series(3, 2000, 60):
        total += tally(pair)
        said = judge(total)
        needed = said.still_needed if total.blocks == 60 else needed
        if said.answer != Answer.UNDECIDED:
            break
    assert needed is not None
    assert needed / 4 < total.blocks - 60 < needed * 4


@pytest.mark.parametrize("pairs", [[], [Pair([WON] * 3, [WON] * 3)] * 100])
def test_where_blocks_tell_nothing_it_stays_undecided(pairs: list[Pair]) -> None:
    said = compare(pairs)
    assert (said.answer, said.still_needed) == (Answer.UNDECIDED, None)


def test_the_order_of_the_blocks_does_not_matter_and_tallies_add_up() -> None:
    pairs = series(5, 60, BETTER_BY)
    whole, turned = compare(pairs), compare(pairs[::-1])
    assert (whole.answer, whole.still_needed) == (turned.answer, turned.still_needed)
    halves = sum(map(tally, pairs[:30]), Tally()) + sum(map(tally, pairs[30:]), Tally())
    assert judge(halves).points == pytest.approx(whole.points)


@pytest.mark.parametrize(
    ("first", "second"),
    [([WON] * 3, [WON] * 2), ([WON], [WON]), ([WON] * 2, [(1, 2)] * 2), ([(1,)] * 2, [(1,)] * 2)],
)
def test_blocks_that_do_not_pair_are_refused(first: list[tuple[int, ...]], second: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="same deal equally often"):
        tally(Pair(first, second))


@pytest.mark.parametrize(("lead", "wrong"), [(0, Answer.BETTER), (BETTER_BY, Answer.NOT_BETTER)])
def test_it_rarely_errs(lead: int, wrong: Answer) -> None:
    # Drawn from the mean and the variance of differences at a table of three; `bench comparison` plays real blocks.
    chance, errors = Random(1), 0
    for _ in range(100):
        said, total = compare([]), Tally()
        while said.answer == Answer.UNDECIDED:
            found = [chance.gauss(lead * 0.25 * 0.0057565, 0.3) for _ in range(50)]
            total += Tally(50, sum(found), sum(each * each for each in found), 50 * 0.25)
            said = judge(total)
        errors += said.answer == wrong
    assert errors <= 10


def test_blocks_that_all_agree_leave_no_doubt() -> None:
    """Bots that repeat themselves against a field of their kind differ by the same in each block, or not at all."""
    lost = Pair(((1, 2, 3), (3, 1, 2), (2, 3, 1)), ((1, 2, 3), (1, 2, 3), (1, 3, 2)))
    even = Pair(((1, 2, 3), (3, 1, 2), (2, 3, 1)), ((1, 2, 3), (3, 1, 2), (2, 3, 1)))
    assert compare([lost] * LEAST_BLOCKS).answer is Answer.NOT_BETTER
    assert compare([Pair(lost.second, lost.first)] * LEAST_BLOCKS).answer is Answer.BETTER
    assert compare([even] * LEAST_BLOCKS).answer is Answer.NOT_BETTER
