"""The end of a turn: hand limit and refilling (CL-8)."""

from __future__ import annotations

import pytest

from arena.games.cleopatra import GAME
from tests.arena.games.cleopatra.table import (
    asked,
    default,
    discards,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    play,
    stack,
    stalls,
    stock,
)


@pytest.mark.parametrize(("how", "amulets", "cards"), [("discard", 1, 10), ("keep", 3, 13), ("smuggler", 1, 12)])
def test_hand_limit_of_the_specification(how: str, amulets: int, cards: int) -> None:
    """CL-8.1, CL-6.5: thirteen cards with a Smuggler among them."""
    state = lay_out()
    give(state, 0, "9A 2S SMU")
    play(state, "market 0")
    assert asked(state) == (0, "hand_limit")
    assert menu(state) == ["limit discard", "limit keep", "limit smuggler"]
    assert default(state) == "limit discard"
    log = play(state, f"limit {how}")
    while asked(state)[1] == "discard":
        log += play(state, "discard A")
    assert (state.amulets[0], state.sizes[0]) == (amulets, cards)
    limited = of_type(log, "limited")[0]
    assert (limited.amulets, limited.dropped) == (amulets, 3 if how == "discard" else 0)
    assert discards(state) == {"discard": "3A", "keep": "", "smuggler": "SMU"}[how]


def test_ten_cards_are_no_question() -> None:
    """CL-8.1."""
    state = lay_out()
    give(state, 0, "9A")
    play(state, "market 0")
    assert asked(state) == (0, "refill")


def test_eleven_cards_are_kept_for_one_amulet() -> None:
    """CL-8.1: without a Smuggler two ways are left."""
    state = lay_out()
    give(state, 0, "5A 5M")
    play(state, "market 0")
    assert menu(state) == ["limit discard", "limit keep"]
    play(state, "limit keep")
    assert state.amulets[0] == 1


def test_discards_lie_face_down() -> None:
    """CL-8.2, CL-10.1: their owner alone knows them."""
    state = lay_out()
    give(state, 0, "5A 5M 2TR")
    play(state, "market 0", "limit discard")
    assert menu(state) == ["discard A", "discard M", "discard TR"]
    log = play(state, "discard TR", "discard A", "discard TR")
    assert [(event.card, event.to) for event in of_type(log, "dropped")] == [("TR", (0,)), ("A", (0,)), ("TR", (0,))]
    view = GAME.view(state, 1)
    assert view.discard.open == {}
    assert (view.discard.size, view.players[0].dropped) == (3, 3)
    mine = GAME.view(state, 0).me
    assert mine is not None
    assert mine.dropped == {"A": 1, "TR": 2}
    assert asked(state)[1] == "refill"


def test_the_limit_holds_after_building_too() -> None:
    """CL-3.4, CL-8.1."""
    state = lay_out()
    give(state, 0, "9A S M 3L")
    play(state, "build sphinx")
    assert asked(state) == (0, "hand_limit")


def test_three_cards_go_to_three_stalls() -> None:
    """CL-8.3: all orders are offered, the cards keep their sides and lie behind the old ones."""
    state = lay_out()
    stack(state, "L", "?TR", "M")
    play(state, "market 1")
    assert menu(state) == [
        f"refill {a} {b} {c}" for a in range(3) for b in range(3) for c in range(3) if {a, b, c} == {0, 1, 2}
    ]
    pending = GAME.view(state, 3).pending
    assert pending is not None
    assert pending.drawn == ("L", "?", "M")
    log = play(state, "refill 2 0 1")
    assert stalls(state) == ["A ?", "M", "A L"]
    (refilled,) = of_type(log, "refilled")
    assert (refilled.cards, refilled.stalls) == (("L", "?", "M"), (2, 0, 1))


@pytest.mark.parametrize(("cards", "menus"), [(1, 3), (2, 6)])
def test_fewer_cards_go_to_different_stalls(cards: int, menus: int) -> None:
    """CL-8.3."""
    state = lay_out()
    stack(state, *["L"] * cards)
    play(state, "market 0")
    assert len(menu(state)) == menus


def test_a_turn_of_building_brings_no_cards() -> None:
    """CL-8.3."""
    state = lay_out()
    give(state, 0, "A S M")
    play(state, "build sphinx")
    assert asked(state) == (1, "main")
    assert stalls(state) == ["A", "A", "A"]


def test_an_empty_market_is_filled_after_any_turn() -> None:
    """CL-8.3."""
    state = lay_out()
    give(state, 0, "2A S M W")
    for stall in range(3):
        stock(state, stall, "")
    play(state, "build sphinx")
    assert asked(state) == (0, "refill")
    assert hand(state, 0) == "A W"
