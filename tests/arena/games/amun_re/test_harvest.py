"""The harvest (AR-6)."""

from __future__ import annotations

import pytest

from arena.games.amun_re.events import Harvested
from arena.games.amun_re.state import HARVEST, State
from tests.arena.games.amun_re.table import (
    asked,
    begin,
    default,
    discards,
    give,
    lay_out,
    menu,
    of_type,
    own,
    play,
    put,
)


@pytest.fixture
def state() -> State:
    """Seat 0 owns Memphis, Abu and Sawu with 7 farmers, one of them beside the fields; no cards, no gold."""
    state = lay_out(3, phase=HARVEST, round=2)
    own(state, 0, "memphis", "abu", "sawu")
    own(state, 1, "berenike")
    put(state, "memphis", farmers=3)
    put(state, "abu", farmers=2, extra=1)
    put(state, "sawu", farmers=1)
    for seat in range(3):
        give(state, seat)
    state.gold = [0, 0, 0]
    state.level = 2
    return state


@pytest.mark.parametrize(
    ("cards", "level", "income"),
    [("-", 2, 25), ("harvest", 2, 32), ("gold8 harvest", 2, 40), ("gold8", 2, 33), ("-", 3, 25), ("-", 1, 18)],
)
def test_e8_income(state: State, cards: str, level: int, income: int) -> None:
    """AR-6.1 to AR-6.3: camels stay out from level 3 on."""
    state.level = level
    give(state, 0, "gold8", "harvest")
    begin(state)
    assert asked(state) == (0, "harvest")
    assert menu(state) == ["harvest -", "harvest gold8", "harvest gold8 harvest", "harvest harvest"]
    assert default(state) == "harvest -"
    log = play(state, f"harvest {cards}")
    played = () if cards == "-" else tuple(cards.split())
    assert log[0] == Harvested(0, played, income)
    assert state.gold[0] == income
    assert discards(state) == list(played)


def test_e13_income_needs_no_field(state: State) -> None:
    """AR-6.3, AR-4.4: Berenike pays 8, and its farmer beside the fields 1 at level 1."""
    put(state, "berenike", extra=1)
    state.level = 1
    log = play(state)
    assert Harvested(1, (), 9) in log


def test_the_menu_follows_the_hand(state: State) -> None:
    """AR-6.2: one of each kind."""
    give(state, 0, "gold8", "gold8", "nile")
    assert begin(state) == ["harvest -", "harvest gold8"]
    give(state, 0, "harvest", "nile")
    assert begin(state) == ["harvest -", "harvest harvest"]


def test_without_a_card_for_it_nobody_is_asked(state: State) -> None:
    """AR-8.5, AR-8.3."""
    give(state, 0, "nile", "builder")
    log = play(state)
    assert [event.seat for event in of_type(log, Harvested)] == [0, 1, 2]
    assert asked(state)[1] == "bid"


def test_the_new_pharaoh_begins(state: State) -> None:
    """AR-6.1, AR-2.6."""
    state.pharaoh = state.active = 2
    log = play(state)
    assert [event.seat for event in of_type(log, Harvested)] == [2, 0, 1]
    assert asked(state)[0] == 2


def test_all_provinces_of_the_kingdom_bring_in(state: State) -> None:
    """AR-6.1: not only the new one; it is the second round, and a third begins (AR-2.5)."""
    play(state)
    assert state.gold[0] == 14 + 4 + 7
    assert state.round == 3
