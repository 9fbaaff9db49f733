"""What is printed on the board and the cards agrees with the tables of the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arena.games.amun_re import GAME
from arena.games.amun_re.board import ALL_CARDS, BONUS_CARDS, CARDS, LEVEL_BOUNDS, PROVINCES
from arena.games.amun_re.printed import REASONS, printed

LOADED: dict[str, Any] = json.loads(json.dumps(printed(5, {})))


@pytest.mark.parametrize("seats", [3, 4])
def test_it_is_plain_data_and_the_same_at_every_table(seats: int) -> None:
    assert json.loads(json.dumps(printed(seats, {}))) == LOADED


def test_every_province_has_its_place() -> None:
    """AR-1.1, AR-1.2."""
    assert [province["id"] for province in LOADED["provinces"]] == list(PROVINCES)
    memphis = next(province for province in LOADED["provinces"] if province["id"] == "memphis")
    assert memphis["name"] == "Memphis"
    assert (memphis["bank"], memphis["half"], memphis["nile"]) == ("west bank", "Lower Egypt", True)
    assert (memphis["fields"], memphis["cards"], memphis["stones"]) == (3, 3, 2)


def test_every_card_says_what_it_does_and_when() -> None:
    """AR-1.4."""
    cards = {card["name"]: card for card in LOADED["cards"]}
    assert list(cards) == list(CARDS)
    assert sum(card["copies"] for card in cards.values()) == ALL_CARDS
    assert all(card["effect"] for card in cards.values())
    assert {name for name, card in cards.items() if card["used"] == "scoring"} == {CARDS[card] for card in BONUS_CARDS}


def test_the_levels_of_the_temple_leave_no_gap() -> None:
    """AR-5.5."""
    levels = LOADED["levels"]
    assert [level["level"] for level in levels] == [1, 2, 3, 4]
    assert [level["most"] for level in levels] == [*LEVEL_BOUNDS, None]
    assert [level["least"] for level in levels] == [None, *(bound + 1 for bound in LEVEL_BOUNDS)]
    assert [level["camels"] for level in levels] == [True, True, False, False]


def test_the_reason_of_every_end_has_its_words() -> None:
    state = GAME.new_game(seed=1, seats=3)
    while (decision := GAME.decision(state)) is not None:
        GAME.advance(state, decision.default)
    result = GAME.result(state)
    assert result is not None
    assert list(REASONS) == [result.reason]
