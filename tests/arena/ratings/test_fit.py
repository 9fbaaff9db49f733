"""The batch fit, and that the ledger's way of rating ends in its order."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from arena.ratings.elo import START_MPT, Standing, rate_block
from arena.ratings.fit import Fitted, Played, fit, fit_blocks

TRUTH = [1000, 1150, 1200, 1380, 1400, 1550, 1600, 1620]
"""Of each bot, in points; bot 0 is the anchor."""


def test_two_to_one_is_120_points() -> None:
    ratings = fit({("a", "b"): 2000.0, ("b", "a"): 1000.0}, anchor="b")
    assert ratings["b"] == 1000
    assert ratings["a"] == pytest.approx(1120.4, abs=0.5)


def test_all_wins_stay_finite() -> None:
    assert fit({("a", "b"): 10.0}, anchor="b")["a"] < 2000
    best = fit_blocks([Played(("a", "b", "c"), ((1, 2, 3),) * 3)], anchor="c")["a"]
    assert best.rating_mpt < 2_000_000
    assert best.error_mpt > 150_000


def test_the_anchor_stands_and_best_come_first() -> None:
    blocks = [Played(("a", "b", "c"), ((2, 1, 3), (1, 2, 3), (2, 1, 3)))] * 4
    fitted = fit_blocks(blocks, anchor="c")
    assert list(fitted) == ["b", "a", "c"]
    assert fitted["c"] == Fitted(1_000_000, 0, 4)
    assert fitted["a"].blocks == 4


def test_ties_count_half_to_both() -> None:
    tied = fit_blocks([Played(("a", "b"), ((1, 1), (1, 1)))], anchor="b")
    assert tied["a"].rating_mpt == 1_000_000


def test_more_blocks_make_the_error_smaller() -> None:
    few, many = (fit_blocks(season(1, blocks), anchor=0) for blocks in (40, 160))
    for name in few:
        assert many[name].error_mpt < 0.7 * few[name].error_mpt or name == 0


def test_neither_the_order_of_blocks_nor_that_of_entries_changes_a_bit() -> None:
    blocks = season(2, 60)
    fitted = fit_blocks(blocks, anchor=0)
    chance = Random(5)
    for _ in range(5):
        chance.shuffle(blocks)
        assert fit_blocks(map(turned, blocks), anchor=0) == fitted


def test_these_results_give_these_bits_on_every_machine() -> None:
    fitted = fit_blocks(season(3, 30, bots=4), anchor=0)
    assert [(name, each.rating_mpt, each.error_mpt) for name, each in fitted.items()] == [
        (3, 1484173, 63676),
        (2, 1300838, 60482),
        (1, 1269582, 61222),
        (0, 1000000, 0),
    ]


def test_who_never_met_anybody_tied_to_the_anchor_has_a_huge_error() -> None:
    apart = Played(("a", "b"), ((1, 2), (2, 1)))
    fitted = fit_blocks([apart, Played(("c", "anchor"), ((1, 2), (2, 1)))], anchor="anchor")
    assert fitted["a"].error_mpt > 1_000_000 > fitted["c"].error_mpt


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    inside = entries = 0
    for number in range(30):
        fitted = fit_blocks(season(number, 60), anchor=0)
        for name, each in fitted.items():
            entries += name != 0
            inside += name != 0 and abs(each.rating_mpt - TRUTH[name] * 1000) < 1.96 * each.error_mpt
    assert 0.90 < inside / entries < 0.99


@pytest.mark.parametrize("seats", [3, 4])
def test_rating_block_by_block_ends_in_the_order_of_the_fit_and_near_the_truth(seats: int) -> None:
    chance = Random(seats)
    truth = [1000 + 110 * bot for bot in range(7)]
    starts = [START_MPT, *(START_MPT + 50_000 + 100_000 * bot for bot in range(1, 7))]
    standing = [Standing(start, 0 if start == START_MPT else 350_000, is_anchor=start == START_MPT) for start in starts]
    scores: dict[tuple[int, int], float] = {}
    for _ in range(400):
        bots = chance.sample(range(7), seats)
        results = [_ranks([truth[bot] for bot in bots], chance) for _ in bots]
        for ranks in results:
            for i, a in enumerate(bots):
                for j, b in enumerate(bots):
                    if i != j:
                        scores[a, b] = scores.get((a, b), 0) + (ranks[i] < ranks[j]) + (ranks[i] == ranks[j]) / 2
        for bot, change in zip(bots, rate_block([standing[bot] for bot in bots], results), strict=True):
            standing[bot] = Standing(change.after_mpt, change.error_after_mpt, is_anchor=bot == 0)
    ratings = [each.rating_mpt / 1000 for each in standing]
    fitted = fit(scores, anchor=0)
    assert all(low < high for low, high in pairwise(ratings))
    assert sorted(fitted, key=lambda bot: fitted[bot]) == list(range(7))
    assert max(abs(rating - fitted[bot]) for bot, rating in enumerate(ratings)) < 100


def season(seed: int, blocks: int, bots: int = len(TRUTH)) -> list[Played[int]]:
    """Draw the blocks of a season with three seats."""
    chance = Random(seed)
    drawn = [tuple(chance.sample(range(bots), 3)) for _ in range(blocks)]
    return [Played(who, tuple(_ranks([TRUTH[bot] for bot in who], chance) for _ in who)) for who in drawn]


def turned(block: Played[int]) -> Played[int]:
    """Name the same entries in another order."""
    first, *others = range(len(block.entries))
    order = [*others, first]
    ranks = tuple(tuple(match[place] for place in order) for match in block.ranks[::-1])
    return Played(tuple(block.entries[place] for place in order), ranks)


def _ranks(strengths: list[int], chance: Random) -> tuple[int, ...]:
    """Draw an order as Plackett and Luce do."""
    left = list(range(len(strengths)))
    ranks = [0] * len(strengths)
    for rank in range(1, len(strengths) + 1):
        chosen = chance.choices(left, [10 ** (strengths[i] / 400) for i in left])[0]
        left.remove(chosen)
        ranks[chosen] = rank
    return tuple(ranks)
