"""The batch fit, and that the ledger's way of rating ends in its order."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from arena.ratings.elo import START_MPT, Standing, rate_block
from arena.ratings.fit import fit


def test_two_to_one_is_120_points() -> None:
    ratings = fit({("a", "b"): 2000.0, ("b", "a"): 1000.0}, anchor="b")
    assert ratings["b"] == 1000
    assert ratings["a"] == pytest.approx(1120.4, abs=0.5)


def test_all_wins_stay_finite() -> None:
    assert fit({("a", "b"): 10.0}, anchor="b")["a"] < 2000


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


def _ranks(strengths: list[int], chance: Random) -> tuple[int, ...]:
    """Draw an order as Plackett and Luce do."""
    left = list(range(len(strengths)))
    ranks = [0] * len(strengths)
    for rank in range(1, len(strengths) + 1):
        chosen = chance.choices(left, [10 ** (strengths[i] / 400) for i in left])[0]
        left.remove(chosen)
        ranks[chosen] = rank
    return tuple(ranks)
