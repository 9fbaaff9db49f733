"""Hiring a character (NE-3)."""

from __future__ import annotations

import pytest

from arena.game import Event
from arena.games.nefertiti.events import Discarded, Hired, Prestige, Took
from arena.games.nefertiti.scoring import standing, values_now
from arena.games.nefertiti.state import State
from tests.arena.games.nefertiti.table import (
    asked,
    begin,
    give,
    hall_of,
    hand,
    lay_out,
    left_of,
    menu,
    of_type,
    play,
    show,
    shown,
    stand,
)


@pytest.fixture
def state() -> State:
    """Seat 0 to play with one seal."""
    state = lay_out()
    state.seals[0] = 1
    return state


def test_without_a_seal_nobody_is_asked(state: State) -> None:
    """NE-3.2."""
    state.seals[0] = 0
    begin(state)
    assert asked(state) == (0, "place")


def test_without_anybody_to_hire_nobody_is_asked(state: State) -> None:
    """NE-3.2."""
    state.piles = [3, 0, 0, 2, 0, 2]  # nobody owns a gift
    begin(state)
    assert asked(state) == (0, "place")


def test_passing_keeps_the_seal(state: State) -> None:
    """NE-3.2, NE-8.2."""
    begin(state)
    events = play(state, "pass")
    assert [event.__struct_config__.tag for event in events] == ["pass"]
    assert state.seals[0] == 1
    assert asked(state) == (0, "place")


def test_one_character_a_turn_for_one_seal(state: State) -> None:
    """NE-3.2."""
    state.seals[0] = 2
    play(state, "hire vizier")
    assert state.seals[0] == 1
    assert left_of(state, "vizier") == 1
    assert asked(state) == (0, "place")


def test_the_menu_stands_in_canonical_order(state: State) -> None:
    """NE-8.3, NE-3.2."""
    for market in "GKS":
        show(state, market, "gold* | - - -")
    show(state, "S", "gold* | chair - harp")
    give(state, 0, "chair", "senet2")
    give(state, 1, "senet1", "chair")
    give(state, 3, "necklace")
    assert begin(state) == [
        "pass",
        "hire scribe chair",
        "hire scribe senet",
        "hire vizier",
        "hire thief S 1",
        "hire thief S 3",
        "hire merchant 1 chair senet1",
        "hire merchant 1 senet2 chair",
        "hire merchant 1 senet2 senet1",
        "hire merchant 3 chair necklace",
        "hire merchant 3 senet2 necklace",
        "hire steward",
        "hire priest necklace",
        "hire priest chair",
        "hire priest senet",
    ]


def test_e12_the_scribe_scores_at_the_present_owners(state: State) -> None:
    """NE-3.3: 3 harps, two owners, bonus 8."""
    give(state, 0, "harp", "harp", "harp")
    give(state, 1, "harp")
    events = play(state, "hire scribe harp")
    assert state.prestige == [38, 0, 0, 0]
    assert hand(state, 0) == []
    assert values_now(state)[4] == 15
    assert standing(state) == [38, 15, 0, 0]
    assert state.removed[4] == 3
    hired, prestige = events
    assert isinstance(hired, Hired)
    assert hired.level == 8
    assert prestige == Prestige(0, 38)
    state.seals[0] = 1
    state.phase = 0
    give(state, 0, "harp")
    assert begin(state)[1] == "hire scribe harp"
    play(state, "hire scribe harp")
    assert state.prestige[0] == 38 + 10 + 5


def test_the_scribe_counts_senet_in_units(state: State) -> None:
    """NE-3.3, NE-1.3: single and double senet go together."""
    give(state, 0, "senet1", "senet2", "senet2", "gold")
    play(state, "hire scribe senet")
    assert state.prestige[0] == 5 * 8 + 8
    assert hand(state, 0) == ["gold"]


def test_the_last_scribe_of_four_seats(state: State) -> None:
    """NE-1.5: +8, +5, then +2."""
    state.piles[0] = 1
    give(state, 0, "gold")
    play(state, "hire scribe gold")
    assert state.prestige[0] == 22 + 2


@pytest.mark.parametrize(("seats", "left", "bonus"), [(3, 2, 8), (3, 1, 5), (4, 3, 8), (4, 2, 5), (4, 1, 2)])
def test_the_top_scribe_is_hired_first(seats: int, left: int, bonus: int) -> None:
    """NE-1.5, NE-2.1."""
    state = lay_out(seats)
    state.seals[0] = 1
    state.piles[0] = left
    give(state, 0, "gold")
    play(state, "hire scribe gold")
    assert state.prestige[0] == 22 + bonus


@pytest.mark.parametrize(("left", "points"), [(2, 7), (1, 5)])
def test_the_vizier_gives_prestige(state: State, left: int, points: int) -> None:
    """NE-3.4."""
    state.piles[1] = left
    events = play(state, "hire vizier")
    assert state.prestige[0] == points
    assert events[1:] == [Prestige(0, points)]
    assert left_of(state, "vizier") == left - 1


def test_the_thief_takes_an_unsealed_gift_for_nothing(state: State) -> None:
    """NE-3.5."""
    show(state, "G", "gold* | chair harp statue")
    events = play(state, "hire thief G 2")
    assert hand(state, 0) == ["harp"]
    assert shown(state, "G") == "gold* | chair - statue"
    assert state.money[0] == 8
    assert events[1:] == [Took(0, "G", 2, "harp", False)]


def test_the_thief_takes_no_sealed_gift_and_robs_no_closed_market(state: State) -> None:
    """NE-3.5, NE-2.7."""
    show(state, "G", "gold* | chair - -")
    show(state, "K", "harp | - - -")
    show(state, "S", "mirror* | - - -")
    show(state, "L", "statue | statue statue statue")
    assert [text for text in begin(state) if "thief" in text] == ["hire thief G 1", "hire thief K 0"]


def test_the_merchant_swaps_two_cards(state: State) -> None:
    """NE-3.6."""
    give(state, 0, "chair", "chair")
    give(state, 2, "necklace", "harp")
    play(state, "hire merchant 2 chair necklace")
    assert hand(state, 0) == ["necklace", "chair"]
    assert hand(state, 2) == ["harp", "chair"]
    assert state.removed == [0] * 8


def test_the_merchant_swaps_a_single_for_a_double_senet_but_no_equals(state: State) -> None:
    """NE-3.6."""
    give(state, 0, "senet1")
    give(state, 1, "senet1", "senet2")
    assert [text for text in begin(state) if "merchant" in text] == ["hire merchant 1 senet1 senet2"]
    play(state, "hire merchant 1 senet1 senet2")
    assert hand(state, 0) == ["senet2"]
    assert hand(state, 1) == ["senet1", "senet1"]


def test_the_steward_places_two_servants(state: State) -> None:
    """NE-3.7."""
    play(state, "hire steward", "place GR0")
    assert asked(state) == (0, "place")
    play(state, "place GR1")
    assert state.servants[0] == 2
    assert asked(state) == (1, "place")
    assert state.turn == 1


def test_the_steward_needs_two_servants(state: State) -> None:
    """NE-3.7."""
    stand(state, 0, "GR0", "KR0", "SR0")
    assert "hire steward" not in begin(state)


def test_the_stewards_first_servant_may_close_and_the_second_go_where_it_opened(state: State) -> None:
    """NE-3.7: everything that the first servant causes comes first, and nobody is hired in between."""
    state.seals[0] = 2
    stand(state, 1, "SR7", "SR5")
    state.money[1] = 14
    assert "place LR0" not in play_to_menu(state, "hire steward")
    play(state, "place SR2", "take 0", "coins")
    assert asked(state) == (0, "other")
    play(state, "coins")
    assert asked(state) == (0, "place")
    assert hall_of(state, "S") == "SL"
    assert "place LR0" in menu(state)
    play(state, "place LR0")
    assert asked(state)[0] == 1


def play_to_menu(state: State, *notations: str) -> list[str]:
    play(state, *notations)
    return menu(state)


def test_the_stewards_second_servant_is_lost_if_the_game_ends(state: State) -> None:
    """NE-3.7, NE-7.1."""
    state.end_phase = True
    state.open = 0b0001
    state.perm = 0b1110
    stand(state, 1, "GR8")
    state.money[1] = 11
    state.full = False
    play(state, "hire steward", "place GR3", "take 0", "extra -", "coins")
    assert state.pending is None
    assert state.servants[0] == 4


def test_the_priest_takes_one_card_from_every_other_owner(state: State) -> None:
    """NE-3.8."""
    give(state, 0, "mirror")
    give(state, 1, "mirror", "mirror")
    give(state, 3, "mirror", "gold")
    events = play(state, "hire priest mirror")
    assert [hand(state, seat) for seat in range(4)] == [["mirror"], ["mirror"], [], ["gold"]]
    assert events[1:] == [Discarded(1, "mirror", "priest"), Discarded(3, "mirror", "priest")]
    assert state.removed[2] == 2


def test_the_priest_takes_a_single_senet_before_a_double(state: State) -> None:
    """NE-3.8."""
    give(state, 1, "senet1", "senet2")
    give(state, 2, "senet2")
    play(state, "hire priest senet")
    assert hand(state, 1) == ["senet2"]
    assert hand(state, 2) == []


def test_the_priest_needs_an_owner_among_the_others(state: State) -> None:
    """NE-3.8."""
    give(state, 0, "gold")
    give(state, 1, "harp")
    assert [text for text in begin(state) if "priest" in text] == ["hire priest harp"]


def test_a_seal_won_in_this_turn_is_no_use_before_the_next(state: State) -> None:
    """NE-3.2: hiring comes before placing."""
    state.seals[0] = 0
    stand(state, 0, "SR7", "SR5")
    state.money[0] = 20
    events: list[Event] = play(state, "place SR2", "take 0")
    assert state.seals[0] == 1
    assert not of_type(events, "hire")
    assert asked(state) == (0, "other")


def test_a_finished_pile_cannot_be_hired(state: State) -> None:
    """NE-1.5, NE-1.7: cards and seals are spent."""
    give(state, 0, "gold")
    give(state, 1, "harp")
    for pile in range(6):
        state.piles[pile] = 0
    begin(state)
    assert asked(state) == (0, "place")
