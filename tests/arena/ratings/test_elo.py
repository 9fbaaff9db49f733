"""The rating rule: whole numbers, exact, and sane."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import expectation, make_expectation
from arena.ratings.elo import (
    MIN_ERROR_MPT,
    NEW_VERSION_ERROR_MPT,
    START_ERROR_MPT,
    START_MPT,
    Standing,
    expected_ppm,
    rate_block,
    widened,
)

RATINGS = st.integers(-2_000_000, 5_000_000)
STANDINGS = st.builds(Standing, RATINGS, st.integers(MIN_ERROR_MPT, START_ERROR_MPT), st.booleans())


def test_the_committed_table_is_what_its_maker_makes() -> None:
    assert Path(expectation.__file__).read_text() == make_expectation.text()


def test_the_table_rises_from_a_half_and_ends_near_one() -> None:
    table = expectation.TABLE_PPM
    assert table[0] == 500_000
    assert list(table) == sorted(set(table))
    assert 999_000 < table[-1] < 1_000_000


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected_ppm(1_400_000, 1_000_000) == 909_091


@given(RATINGS, RATINGS)
def test_both_sides_of_a_pair_add_up_to_one(mine: int, theirs: int) -> None:
    assert expected_ppm(mine, theirs) + expected_ppm(theirs, mine) == 1_000_000


@given(RATINGS, RATINGS)
def test_the_table_is_within_four_hundredths_of_a_percent_of_the_formula(mine: int, theirs: int) -> None:
    exact = 1e6 / (1 + 10 ** ((theirs - mine) / 400_000))
    assert abs(expected_ppm(mine, theirs) - exact) < 400


def test_two_newcomers_move_by_hand_computed_points() -> None:
    # K = q·m·σ² / (1 + q²·m·σ²/4) with q = ln 10/400, m = 2, σ = 350: 1410.33 / 3.02963; half of it for two wins.
    first, second = rate_block([Standing(), Standing()], [(1, 2), (1, 2)])
    assert first.k_mpt == 465_513
    assert (first.after_mpt, second.after_mpt) == (START_MPT + 232_757, START_MPT - 232_757)
    assert (first.scored_halves, first.expected_ppm, first.matches, first.opponents) == (4, 500_000, 2, 1)


def test_a_tie_between_equals_moves_nothing_and_still_teaches() -> None:
    for change in rate_block([Standing()] * 3, [(1, 1, 1)] * 3):
        assert change.after_mpt == START_MPT
        assert change.error_after_mpt < START_ERROR_MPT


def test_the_settled_move_slowly_and_the_new_fast() -> None:
    new, settled = rate_block([Standing(), Standing(error_mpt=50_000)], [(2, 1)] * 3)
    assert abs(new.after_mpt - START_MPT) > 10 * abs(settled.after_mpt - START_MPT)


def test_the_anchor_stands_whatever_happens() -> None:
    anchor, other = rate_block([Standing(START_MPT, 0, is_anchor=True), Standing()], [(1, 2)] * 3)
    assert (anchor.before_mpt, anchor.after_mpt, anchor.error_after_mpt, anchor.k_mpt) == (START_MPT, START_MPT, 0, 0)
    assert other.after_mpt < START_MPT


def test_a_new_version_widens_the_error_but_never_beyond_a_newcomers() -> None:
    assert widened(0) == NEW_VERSION_ERROR_MPT
    assert widened(START_ERROR_MPT) == START_ERROR_MPT
    change, _ = rate_block([Standing(error_mpt=50_000, is_new=True), Standing()], [(1, 2)])
    assert change.error_before_mpt == widened(50_000)


@given(st.lists(STANDINGS, min_size=2, max_size=5), st.data())
def test_errors_never_grow_and_never_pass_their_bounds(standings: list[Standing], data: st.DataObject) -> None:
    ranks = data.draw(st.tuples(*[st.integers(1, len(standings)) for _ in standings]))
    for change in rate_block(standings, [ranks] * len(standings)):
        assert MIN_ERROR_MPT <= change.error_after_mpt <= change.error_before_mpt <= START_ERROR_MPT


@given(st.lists(RATINGS, min_size=3, max_size=3), st.integers(MIN_ERROR_MPT, START_ERROR_MPT))
def test_the_order_of_seats_and_matches_does_not_matter(ratings: list[int], error: int) -> None:
    standings = [Standing(rating, error) for rating in ratings]
    results = [(1, 2, 3), (2, 1, 3), (1, 1, 3)]
    base = rate_block(standings, results)
    for order in permutations(range(3)):
        turned = rate_block([standings[i] for i in order], [tuple(ranks[i] for i in order) for ranks in results[::-1]])
        assert [base[i] for i in order] == list(turned)


@given(st.lists(RATINGS, min_size=2, max_size=5), st.data())
def test_with_one_error_for_two_no_point_appears_from_nowhere(ratings: list[int], data: st.DataObject) -> None:
    mine, theirs = ratings[:2]
    ranks = data.draw(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=2, max_size=2))
    first, second = rate_block([Standing(mine, 80_000), Standing(theirs, 80_000)], ranks)
    assert first.after_mpt - mine == theirs - second.after_mpt


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_always_first_rises_and_always_last_falls(seats: int) -> None:
    changes = rate_block([Standing()] * seats, [tuple(range(1, seats + 1))] * seats)
    moves = [change.after_mpt - change.before_mpt for change in changes]
    assert moves == sorted(moves, reverse=True)
    assert moves[0] > 0 > moves[-1]
