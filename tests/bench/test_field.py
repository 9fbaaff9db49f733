"""The simulated ladders that the benchmarks of ratings play on are what they say."""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings.elo import START_MPT, Standing
from bench.field import HOUSE_TRUTHS, Field, Luck


def test_one_bot_comes_before_another_as_often_as_their_ratings_say() -> None:
    luck = Luck(3, np.random.default_rng(1))
    ranks = np.array([luck.ranks([1100.0, 1000.0, 1000.0]) for _ in range(4000)])
    before = (ranks[:, :, 0] < ranks[:, :, 1]).mean()
    assert before == pytest.approx(1 / (1 + 10 ** (-100 / 400)), abs=0.012)


def test_matches_of_a_block_hang_together_and_both_tables_share_the_deal() -> None:
    luck = Luck(3, np.random.default_rng(1))
    first, second = luck.draw_twice(20_000)
    other = np.corrcoef(first[:, 0, 1], second[:, 1, 1])[0, 1]
    assert np.corrcoef(first[:, 0, 0], first[:, 1, 0])[0, 1] > 0.05 < other
    assert abs(np.corrcoef(first[:, 0, 0], second[:, 1, 0])[0, 1]) < 0.03


def test_a_ladder_rates_each_block_after_the_next_one_was_drawn() -> None:
    field = Field(3, 1)
    field.enter_house(HOUSE_TRUTHS, off=15)
    field.enter(1800.0, 1, Standing())
    drawn = [field.play() for _ in range(60)]
    assert field.rated == drawn[-2]
    assert sum(field.played) == 3 * 59
    assert [block.entries for block in field.season] == [tuple(who) for who in drawn[:-1]]
    assert field.standing[0].rating_mpt == START_MPT
    assert abs(field.standing[7].rating_mpt - 1_800_000) < 4 * field.standing[7].error_mpt
