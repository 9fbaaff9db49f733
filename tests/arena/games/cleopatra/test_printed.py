"""What is printed on boards and cards agrees with the tables of the rules."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from arena.games.cleopatra.board import DECK_SIZE, REASONS
from arena.games.cleopatra.printed import printed


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_is_plain_data_with_a_line_of_the_offering_for_each_seat(seats: int) -> None:
    loaded = json.loads(json.dumps(printed(seats, {})))
    assert loaded["offering"] == [-3, 1, 2, 3, 4][:seats]
    assert sum(card["copies"] for card in loaded["cards"]) == DECK_SIZE


def test_all_pieces_together_cost_what_the_rules_say() -> None:
    """CL-1.3."""
    total: Counter[str] = Counter()
    for piece in printed(5, {})["pieces"]:
        total.update({resource: units * piece["stock"] for resource, units in piece["cost"].items()})
    assert total == {"A": 55, "W": 15, "S": 31, "M": 24, "L": 18}


def test_every_wall_borders_three_squares_on_its_side() -> None:
    """CL-1.6."""
    edges = {"left": (1, 0), "back": (0, 0), "right": (1, 8)}
    walls = printed(3, {})["walls"]
    assert [wall["side"] for wall in walls] == ["left"] * 3 + ["back"] * 3 + ["right"] * 3
    for wall in walls:
        axis, place = edges[wall["side"]]
        assert [square[axis] for square in wall["squares"]] == [place] * 3


def test_every_reason_and_every_character_has_its_words() -> None:
    loaded = printed(4, {})
    assert set(loaded["reasons"]) == set(REASONS) - {""}
    assert all(card["effect"] for card in loaded["cards"] if card["kind"] == "character")
