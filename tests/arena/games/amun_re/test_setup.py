"""Setting up (AR-2.1 to AR-2.4), and the tables of the components (AR-1)."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.game import Event
from arena.games.amun_re import GAME
from arena.games.amun_re.board import (
    AFFORD,
    ALL_CARDS,
    BONUS_CARDS,
    CARD_LIMIT,
    CARDS,
    COPIES,
    FIELDS,
    PRICES,
    PROVINCES,
    START_GOLD,
    STEP_OF,
    TABLE,
)
from arena.games.amun_re.events import Pharaoh
from arena.games.amun_re.hands import cards_in, kinds_in, names, pack
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import hand


@pytest.mark.parametrize(("seats", "deck"), [(3, 36), (4, 35), (5, 34)])
def test_everybody_begins_with_twenty_gold_and_a_builder(seats: int, deck: int) -> None:
    """AR-2.1, AR-2.3: the deck holds the other power cards."""
    state = GAME.new_game(seed=3, seats=seats)
    assert state.gold == [START_GOLD] * seats == [20] * seats
    assert [hand(state, seat) for seat in range(seats)] == [["builder"]] * seats
    assert state.points == [0] * seats
    assert state.known == (1 << seats) - 1
    assert len(state.deck) + sum([len(cards) for cards in state.lying]) == deck
    assert state.level == 0
    conserved(state)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_chance_chooses_the_pharaoh(seats: int) -> None:
    """AR-2.2, AR-2.6."""
    found = set()
    for seed in range(40):
        log: list[Event] = []
        state = GAME.new_game(seed=seed, seats=seats, log=log)
        assert log[0] == Pharaoh(state.pharaoh)
        assert GAME.decision(state) is not None
        assert state.active == state.pharaoh
        found.add(state.pharaoh)
    assert found == set(range(seats))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_same_provinces_come_in_both_kingdoms(seats: int) -> None:
    """AR-2.4, AR-2.5."""
    orders = set()
    unused = set()
    for seed in range(30):
        order = GAME.new_game(seed=seed, seats=seats).order
        old, new = order[: 3 * seats], order[3 * seats :]
        assert len(set(old)) == 3 * seats
        assert sorted(old) == sorted(new)
        orders.add((old, new))
        unused |= set(range(15)) - set(old)
    assert len(orders) == 30
    assert len(unused) == (0 if seats == 5 else 15)


def test_each_purpose_has_a_stream_of_its_own() -> None:
    """AR-2.2 to AR-2.4: the seat count shifts neither provinces nor cards, but for the builders dealt."""
    three, five = GAME.new_game(seed=9, seats=3), GAME.new_game(seed=9, seats=5)
    assert three.order[:9] == five.order[:9]


def test_the_table_of_provinces_adds_up() -> None:
    """AR-1.1, AR-1.2."""
    assert len(TABLE) == 15
    assert list(PROVINCES) == sorted(PROVINCES)
    assert Counter(province.bank for province in TABLE) == {"W": 8, "E": 7}
    assert Counter(province.half for province in TABLE) == {"U": 8, "L": 7}
    assert sum(province.nile for province in TABLE) == 8
    assert (sum(FIELDS), sum(CARD_LIMIT)) == (45, 26)
    assert sum(province.temples for province in TABLE) == 4
    assert {province.name: province.free_cards for province in TABLE if province.free_cards} == {
        "buto": 1,
        "dakhla": 1,
        "edfu": 1,
        "thebes": 2,
    }
    assert {province.name: province.stones for province in TABLE if province.stones} == {"abydos": 1, "memphis": 2}
    assert {province.name: province.gold for province in TABLE if province.gold} == {"dakhla": 12}
    assert {province.name: province.income for province in TABLE if province.income} == {"abu": 4, "berenike": 8}
    assert {province.name: province.camel for province in TABLE if province.camel} == {
        "avaris": 8,
        "kharga": 5,
        "sawu": 7,
    }


def test_the_table_of_power_cards_adds_up() -> None:
    """AR-1.4."""
    assert list(CARDS) == sorted(CARDS)
    assert (len(CARDS), ALL_CARDS, sum(COPIES)) == (12, 39, 39)
    assert [CARDS[card] for card in BONUS_CARDS] == ["bank", "desert", "nile", "peasants", "region", "scribes"]


def test_prices_go_on_beyond_the_board() -> None:
    """AR-1.3."""
    assert PRICES[:12] == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66)
    for gold in range(900):
        step = AFFORD[gold]
        assert PRICES[step] <= gold < PRICES[step + 1]
        assert STEP_OF[PRICES[step]] == step


def test_hands_are_numbers() -> None:
    number = pack([2, 2, 5, 11])
    assert cards_in(number) == (2, 2, 5, 11)
    assert kinds_in(number) == (2, 5, 11)
    assert names(number) == {"builder": 2, "gold8": 1, "scribes": 1}
    assert cards_in(pack([card for card, copies in enumerate(COPIES) for _ in range(copies)]))[-1] == 11
