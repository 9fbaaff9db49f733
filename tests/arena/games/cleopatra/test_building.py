"""Building: what can be paid, how, and what it earns (CL-4)."""

from __future__ import annotations

import pytest

from arena.games.cleopatra.board import COST, PIECES, STOCK
from arena.games.cleopatra.state import State
from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    default,
    discards,
    doors,
    give,
    hand,
    lay,
    lay_out,
    menu,
    of_type,
    pile,
    placement,
    play,
    tags,
    walls,
)


def test_everything_together_costs_as_much_as_the_palace() -> None:
    """CL-1.3: 55 artisans, 31 stone, 24 marble, 15 wood, 18 lapis."""
    totals = [sum(stock * cost[r] for stock, cost in zip(STOCK, COST, strict=True)) for r in range(5)]
    assert totals == [55, 31, 24, 15, 18]
    assert PIECES == ("column", "obelisk", "sphinx", "throne", "door", "mosaic")


@pytest.mark.parametrize(
    ("cards", "merchants", "pieces"),
    [
        ("A W S", 0, {"column"}),
        ("A2 W2 S2", 0, {"column"}),
        ("3A 2W 2S", 0, {"column", "obelisk"}),
        ("A S M", 0, {"sphinx"}),
        ("3A M2 2L", 0, {"throne"}),
        ("2A W M L", 0, {"door"}),
        ("A2 S M L", 0, {"sphinx", "mosaic"}),
        ("TR", 2, {"column", "sphinx"}),
        ("8TR", 0, set(PIECES)),
        ("2TR", 0, set()),
        ("A S", 0, set()),
        ("", 3, {"column", "sphinx"}),
    ],
)
def test_what_can_be_afforded(cards: str, merchants: int, pieces: set[str]) -> None:
    """CL-4.2."""
    state = lay_out()
    state.merchants[0] = merchants
    give(state, 0, cards)
    assert {text.split()[1] for text in begin(state) if text.startswith("build")} == pieces


def test_pieces_out_of_stock_are_not_offered() -> None:
    """CL-4.1."""
    state = lay_out()
    give(state, 0, "9A 9S 9M 9W 9L")
    state.obelisks = state.sphinxes = state.thrones = 0
    walls(state, 0, 1, 2, 3, 4, 6, 7, 8)
    doors(state, "L")
    pile(state, "")
    assert [text for text in begin(state) if text.startswith("build")] == ["build column 5", "build door R"]


def test_the_mosaic_of_the_specification_is_paid_with_a_double() -> None:
    """CL-4.3: two artisans by the double, then S and M, then lapis by trompe-l'oeil or merchant."""
    state = lay_out()
    state.merchants[0] = 1
    give(state, 0, "A2 S M TR")
    play(state, "build mosaic")
    assert menu(state) == ["pay A dbl", "pay A tr", "pay A merchant"]
    assert default(state) == "pay A dbl"
    twin = state.copy()
    assert menu(play_on(state, "pay A dbl")) == ["pay S std", "pay S tr", "pay S merchant"]
    log = play(state, "pay A dbl", "pay S std", "pay M std")
    assert [(event.r, event.card, event.amulets) for event in of_type(log, "paid")] == [
        ("A", "A2", 1),
        ("S", "S", 0),
        ("M", "M", 0),
    ]
    assert menu(state) == ["pay L tr", "pay L merchant"]
    honest = state.copy()
    play(state, "pay L tr")
    assert (state.amulets[0], state.merchants[0]) == (2, 1)
    play(honest, "pay L merchant")
    assert (honest.amulets[0], honest.merchants[0], hand(honest, 0)) == (1, 0, "TR")
    log = play(twin, "pay A tr")  # a merchant for the second artisan would leave the lapis unpaid
    assert [(event.r, event.card) for event in of_type(log, "paid")] == [
        ("A", "TR"),
        ("A", "A2"),
        ("S", "S"),
        ("M", "M"),
        ("L", "merchant"),
    ]
    assert twin.pool == 1
    assert asked(twin) == (0, "place")


def play_on(state: State, *notations: str) -> State:
    """Plays a copy."""
    twin = state.copy()
    play(twin, *notations)
    return twin


def test_units_left_over_pay_for_the_next_piece() -> None:
    """CL-4.4."""
    state = lay_out()
    give(state, 0, "A2 W S S M")
    log = play(state, "build column 4", "build sphinx")
    assert (state.amulets[0], hand(state, 0), state.talents[0]) == (1, "", 5 + 3 + 2 + 2)
    assert [event.talents for event in (*of_type(log, "built"), *of_type(log, "bonus"))] == [3, 2, 2]
    assert discards(state) == "2S M W A2"


def test_units_left_over_are_lost_with_the_turn() -> None:
    """CL-4.4."""
    state = lay_out()
    give(state, 0, "A2 W S A M S")
    play(state, "build column 4", "pay A dbl")
    assert (state.pool, asked(state)) == (1, (0, "build_more"))
    play(state, "finish")
    assert state.pool == 0


def test_units_left_over_may_be_lost_at_once() -> None:
    """CL-4.4."""
    state = lay_out(share_surplus="false")
    give(state, 0, "A2 W S S M")
    play(state, "build column 4")
    assert state.built == 0
    assert hand(state, 0) == "S M"
    assert asked(state)[0] == 1


def test_a_double_is_no_change_for_what_is_not_needed() -> None:
    """CL-4.3: two artisans are missing, both are paid by the double, nothing is left over."""
    state = lay_out(merchants=3)
    give(state, 0, "A2")
    play(state, "build mosaic")
    assert (state.pool, hand(state, 0), state.merchants[0]) == (0, "", 0)


def test_resources_are_paid_in_their_order() -> None:
    """CL-4.3: A S W M L."""
    state = lay_out()
    give(state, 0, "4A 2W 3M 3L")
    log = play(state, "build door L")
    assert [event.r for event in of_type(log, "paid")] == ["A", "A", "W", "M", "L"]


def test_merchants_are_free_of_guilt_and_gone() -> None:
    """CL-4.3."""
    state = lay_out(merchants=3)
    play(state, "build sphinx")
    assert (state.merchants[0], state.amulets[0], state.sphinxes) == (0, 0, 5)


def test_sphinxes_and_bonus_of_the_specification() -> None:
    """CL-4.5, CL-4.6: 2 + 5 + 2 and 5; then the fourth and an obelisk: 5 + 12 and 2."""
    state = lay_out()
    give(state, 0, "3A 3S 3M")
    play(state, "build sphinx", "build sphinx", "build sphinx")
    assert state.talents[0] == 5 + 14
    give(state, 1, "4A 3S M 2W")
    state.active = 1
    state.pending = None
    begin(state)
    play(state, "build sphinx", "build obelisk")
    assert state.talents[1] == 5 + 19


def test_two_sphinxes_as_a_first_turn_earn_nine() -> None:
    state = lay_out()
    give(state, 0, "2A 2S 2M")
    play(state, "build sphinx", "build sphinx")
    assert state.talents[0] == 5 + 9


@pytest.mark.parametrize(
    ("slots", "side", "reward"),
    [
        ((0, 1, 2, 4), "L", 7),
        ((0, 1, 2, 4), "R", 4),
        ((0, 1, 2, 4, 7, 8), "R", 6),
        ((2, 3, 4, 5, 6, 7, 8), "R", 11),
        ((2, 3, 4, 5, 6, 7, 8), "L", 4),
        (range(9), "L", 13),
        (range(9), "R", 13),
    ],
)
def test_door_frames_of_the_specification(slots: tuple[int, ...], side: str, reward: int) -> None:
    """CL-1.6, CL-4.5."""
    state = lay_out()
    walls(state, *slots)
    give(state, 0, "2A W M L")
    play(state, f"build door {side}")
    assert state.talents[0] == 5 + reward


def test_column_walls_of_the_specification() -> None:
    """CL-4.5: slot 1 earns 4, slots 2 and 3 earn 6, every other slot 3."""
    for slot, reward in enumerate((3, 4, 6, 6, 3, 3, 3, 3, 3)):
        state = lay_out()
        lay(state, placement("L", (0, 0), (0, 1), (1, 0), (2, 0), (3, 0)))
        lay(state, placement("N", (0, 2), (1, 2), (2, 1), (2, 2), (3, 1)))
        give(state, 0, "A W S")
        play(state, f"build column {slot}")
        assert state.talents[0] == 5 + reward, slot


def test_obelisk_and_throne_earn_twelve() -> None:
    """CL-1.3: pedestal and throne are two pieces."""
    state = lay_out()
    give(state, 0, "9A 4M 4L 2S 2W")
    play(state, "build obelisk", "build throne")
    assert (state.talents[0], state.obelisks, state.thrones) == (5 + 24, 1, 1)


def test_a_turn_of_building_goes_on_until_it_is_finished() -> None:
    """CL-4.1: finishing is offered once a piece stands, and the market no more."""
    state = lay_out()
    give(state, 0, "2A 2W 2S BEG")
    play(state, "build column 0")
    assert asked(state) == (0, "build_more")
    assert menu(state) == [*[f"build column {slot}" for slot in range(1, 9)], "play BEG", "finish"]
    assert default(state) == "finish"
    log = play(state, "finish")
    assert tags(log)[0] == "rolled"
    assert asked(state) == (1, "main")


def test_one_piece_earns_no_bonus() -> None:
    """CL-4.6."""
    state = lay_out()
    give(state, 0, "A S M")
    assert not of_type(play(state, "build sphinx"), "bonus")
