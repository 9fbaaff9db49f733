"""The proof of fairness notices a favoured seat, a province that nobody wants, and one that is worth too much."""

from __future__ import annotations

from argparse import ArgumentParser

import pytest

from bench import soak_fairness
from bench.soak_fairness import Outcome, Sitting, sit, sum_up

EVEN = [
    Outcome("complete", (1, 2, 3), [("abu", 3)]),
    Outcome("complete", (2, 3, 1), [("buto", 4)]),
    Outcome("complete", (3, 1, 2), [("edfu", 5)]),
]


def test_an_even_game_misses_nothing() -> None:
    found = sum_up(3, EVEN)
    assert (found["games"], found["ranks"], found["misses"]) == (3, [2, 2, 2], [])
    assert found["ends"] == {"complete": 3}
    assert found["provinces"]["edfu"] == {"price": 5, "relative": 1.25, "sold": 1}


def test_a_favoured_seat_is_named() -> None:
    assert sum_up(3, [*EVEN, Outcome("complete", (1, 2, 3), [])])["misses"] == ["seat 0: rank", "seat 2: rank"]


@pytest.mark.parametrize(
    ("prices", "misses"),
    [
        ([0, 0, 0, 0, 0, 9], ["abydos: sold"]),
        ([1, 1], ["abydos: price"]),
        ([14, 14], ["abydos: price"]),
    ],
)
def test_a_province_without_its_price_is_named(prices: list[int], misses: list[str]) -> None:
    assert (
        sum_up(3, [*EVEN, Outcome("complete", (2, 2, 2), [("abydos", price) for price in prices])])["misses"] == misses
    )


def test_a_tie_counts_half_a_place_and_every_sale_is_seen() -> None:
    outcome = sit(Sitting("amun-re", 3, 2, "random"))
    assert sum(outcome.ranks) == 6
    assert len(outcome.prices) == 18


def test_it_says_which_bots_there_are() -> None:
    parser = ArgumentParser()
    soak_fairness.add_arguments(parser)
    assert parser.parse_args(["amun-re"]).bot == "heuristic"
    with pytest.raises(RuntimeError, match="'no_such'; there are"):
        sit(Sitting("amun-re", 3, 2, "no_such"))
