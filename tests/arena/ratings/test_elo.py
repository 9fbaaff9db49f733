"""The rating rule: whole numbers, exact, and sane."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import expectation, make_expectation
from arena.ratings.elo import (
    NEW_VERSION_ERROR_MPT,
    NEWCOMER_MPT,
    START_ERROR_MPT,
    START_MPT,
    Standing,
    certainty_ppm,
    expected_ppm,
    least_error_mpt,
    rate_block,
    widened,
)

LEAST_MPT = least_error_mpt(2)
RATINGS = st.integers(-2_000_000, 5_000_000)
STANDINGS = st.builds(Standing, RATINGS, st.integers(LEAST_MPT, START_ERROR_MPT), st.booleans())


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
    # q = ln 10/400, g = 1/√(1 + 3·q²·350²/π²) = 0.66907, b = q·g/4 = 9.6287e-4, and without the tie σ² = 350² - 22²;
    # z = 1.1·3/(3·2)/4 + (b·350)² = 0.25107; K = σ²·b/(b²·σ² + z) = 322.6; half of it for two wins.
    first, second = rate_block([Standing(), Standing()], [(1, 2), (1, 2)])
    assert first.k_mpt == pytest.approx(322_594, abs=30)
    assert first.after_mpt - NEWCOMER_MPT == NEWCOMER_MPT - second.after_mpt == pytest.approx(161_297, abs=15)
    assert (first.scored_halves, first.expected_ppm, first.matches, first.opponents) == (4, 500_000, 2, 1)
    assert first.error_after_mpt == pytest.approx(290_900, abs=100)


def test_a_tie_between_equals_moves_nothing_and_still_teaches() -> None:
    for change in rate_block([Standing()] * 3, [(1, 1, 1)] * 3):
        assert change.after_mpt == NEWCOMER_MPT
        assert change.error_after_mpt < START_ERROR_MPT


def test_the_settled_move_slowly_and_the_new_fast() -> None:
    new, settled = rate_block([Standing(), Standing(error_mpt=50_000)], [(2, 1)] * 3)
    assert abs(new.after_mpt - NEWCOMER_MPT) > 10 * abs(settled.after_mpt - NEWCOMER_MPT)


def test_the_anchor_stands_whatever_happens() -> None:
    anchor, other = rate_block([Standing(START_MPT, 0, is_anchor=True), Standing()], [(1, 2)] * 3)
    assert (anchor.before_mpt, anchor.after_mpt, anchor.error_after_mpt, anchor.k_mpt) == (START_MPT, START_MPT, 0, 0)
    assert other.after_mpt < NEWCOMER_MPT


def test_a_new_version_widens_the_error_but_never_beyond_a_newcomers() -> None:
    assert widened(0) == NEW_VERSION_ERROR_MPT
    assert widened(START_ERROR_MPT) == START_ERROR_MPT
    change, _ = rate_block([Standing(error_mpt=50_000, is_new=True), Standing()], [(1, 2)])
    assert change.error_before_mpt == widened(50_000)


@given(st.lists(STANDINGS, min_size=2, max_size=5), st.data())
def test_errors_never_grow_and_never_pass_their_bounds(standings: list[Standing], data: st.DataObject) -> None:
    ranks = data.draw(st.tuples(*[st.integers(1, len(standings)) for _ in standings]))
    for change in rate_block(standings, [ranks] * len(standings)):
        assert least_error_mpt(len(standings)) <= change.error_after_mpt <= change.error_before_mpt <= START_ERROR_MPT


def test_the_error_stops_at_its_least_and_the_entry_still_moves() -> None:
    error = 50_000
    for _ in range(300):
        change = rate_block([Standing(error_mpt=error)] * 3, [(1, 2, 3)] * 3)[0]
        error = change.error_after_mpt
    assert error == least_error_mpt(3)
    assert change.after_mpt > change.before_mpt
    assert least_error_mpt(5) < least_error_mpt(4) < least_error_mpt(3)


def test_a_newcomer_does_not_count_for_the_settled_but_they_do_for_it() -> None:
    settled, other, new = Standing(error_mpt=40_000), Standing(error_mpt=40_000), Standing()
    first, _, third = rate_block([settled, other, new], [(2, 3, 1)] * 3)
    assert (first.opponents, first.scored_halves) == (1, 6)
    assert first.after_mpt > first.before_mpt
    assert (third.opponents, third.scored_halves) == (2, 12)


def test_among_newcomers_alone_all_count_but_for_little() -> None:
    settled, *_ = rate_block([Standing(error_mpt=40_000), Standing(), Standing()], [(3, 1, 2)] * 3)
    calm, *_ = rate_block([Standing(error_mpt=40_000)] * 3, [(3, 1, 2)] * 3)
    assert settled.opponents == 2
    assert calm.after_mpt < settled.after_mpt < settled.before_mpt


def test_the_lead_over_somebody_unknown_is_trusted_less() -> None:
    assert certainty_ppm(0) == 1_000_000
    assert certainty_ppm(START_ERROR_MPT) == pytest.approx(669_070, abs=10)
    ahead = Standing(2_000_000)
    unknown, known = (rate_block([ahead, Standing(error_mpt=error)], [(1, 2)])[0] for error in (350_000, 40_000))
    assert 500_000 < unknown.expected_ppm < known.expected_ppm


@given(st.lists(RATINGS, min_size=3, max_size=3), st.integers(LEAST_MPT, START_ERROR_MPT))
def test_the_order_of_seats_and_matches_does_not_matter(ratings: list[int], error: int) -> None:
    standings = [Standing(rating, error) for rating in ratings]
    results = [(1, 2, 3), (2, 1, 3), (1, 1, 3)]
    base = rate_block(standings, results)
    for order in permutations(range(3)):
        turned = rate_block([standings[i] for i in order], [tuple(ranks[i] for i in order) for ranks in results[::-1]])
        assert [base[i] for i in order] == list(turned)


@given(st.lists(RATINGS, min_size=2, max_size=2), st.data())
def test_with_one_error_for_two_no_point_appears_from_nowhere(ratings: list[int], data: st.DataObject) -> None:
    mine, theirs = ratings
    ranks = data.draw(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=2, max_size=2))
    first, second = rate_block([Standing(mine, 80_000), Standing(theirs, 80_000)], ranks)
    assert first.after_mpt - mine == theirs - second.after_mpt


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_always_first_rises_and_always_last_falls(seats: int) -> None:
    changes = rate_block([Standing()] * seats, [tuple(range(1, seats + 1))] * seats)
    moves = [change.after_mpt - change.before_mpt for change in changes]
    assert moves == sorted(moves, reverse=True)
    assert moves[0] > 0 > moves[-1]
