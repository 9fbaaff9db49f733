"""One market closes, another one opens (NE-6)."""

from __future__ import annotations

import pytest

from arena.games.nefertiti.events import Akhenaton, Draw, Opened, PermClosed, SealPlaced, Shift
from arena.games.nefertiti.state import REOPEN, State
from tests.arena.games.nefertiti.table import (
    asked,
    hall_of,
    is_closed_for_good,
    is_open,
    lay_out,
    menu,
    of_type,
    play,
    show,
    shown,
    stack,
)


def after_bids(display: str, *deck: str, supply: int = 9) -> State:
    """Gives a table at which Gizeh has just been served, with Louqsor (showing `display`) to open."""
    state = lay_out()
    show(state, "L", display)
    stack(state, *deck)
    state.seal_supply = supply
    state.closing = 0
    state.placings = 0
    state.phase = REOPEN
    return state


@pytest.mark.parametrize(
    ("before", "deck", "after", "supply"),
    [
        ("- | chair - gold", ["mirror", "harp"], "chair* | gold mirror harp", 8),
        ("statue* | - harp -", ["mirror", "necklace"], "statue* | harp mirror necklace", 9),
        ("- | - - -", ["mirror", "necklace", "harp", "chair"], "mirror* | necklace harp chair", 8),
    ],
)
def test_e8_the_market_that_was_closed_before_is_stocked(before: str, deck: list[str], after: str, supply: int) -> None:
    """NE-6.3, NE-6.4, NE-6.5."""
    state = after_bids(before, *deck)
    events = play(state)
    assert shown(state, "L") == after
    assert state.seal_supply == supply
    assert is_open(state, "L")
    assert not is_open(state, "G")
    assert len(of_type(events, "draw")) == len(deck)
    assert len(of_type(events, "seal_placed")) == 9 - supply


@pytest.mark.parametrize(
    ("before", "deck", "after"),
    [
        ("- | chair - gold", ["mirror", "harp"], "chair | gold mirror harp"),
        ("- | - - -", ["mirror", "necklace", "harp", "chair"], "mirror | necklace harp chair"),
        ("gold | - - chair", ["mirror", "harp"], "gold | chair mirror harp"),
    ],
)
def test_e8_without_seals_in_the_supply_none_is_put(before: str, deck: list[str], after: str) -> None:
    """NE-6.5."""
    state = after_bids(before, *deck, supply=0)
    play(state)
    assert shown(state, "L") == after


def test_an_unsold_upper_gift_gets_a_seal_when_there_is_one_again() -> None:
    """NE-6.5: what counts is whether one lies there."""
    state = after_bids("gold | - - -", "mirror", "harp", "chair", supply=1)
    play(state)
    assert shown(state, "L") == "gold* | mirror harp chair"
    assert state.seal_supply == 0


def test_the_log_tells_it_in_order() -> None:
    """NE-6.3 to NE-6.5."""
    state = after_bids("- | chair - gold", "mirror", "harp")
    assert play(state) == [
        Shift("L", ((1, 0), (3, 1))),
        Draw("L", 2, "mirror"),
        Draw("L", 3, "harp"),
        SealPlaced("L"),
        Opened("L", "LR"),
    ]


def test_the_closed_market_flips_and_keeps_what_lies_there() -> None:
    """NE-6.1."""
    state = after_bids("- | - - -", *["harp"] * 4)
    show(state, "G", "gold* | - chair -")
    state.reserve[0] = 7
    play(state)
    assert hall_of(state, "G") == "GL"
    assert shown(state, "G") == "gold* | - chair -"
    assert state.reserve[0] == 7
    assert state.prev_closed == 0
    assert asked(state) == (1, "place")


def test_markets_open_in_the_order_in_which_they_closed() -> None:
    """NE-6.2."""
    state = after_bids("- | - - -", *["harp"] * 20)
    play(state)
    for closing, opening in ((1, "G"), (3, "K"), (0, "L")):
        state.closing, state.phase, state.placings = closing, REOPEN, 0
        state.pending = None
        (opened,) = of_type(play(state), "open")
        assert isinstance(opened, Opened)
        assert opened.market == opening
        assert state.open.bit_count() == 3


def test_e9_akhenaton_ends_the_opening_of_markets() -> None:
    """NE-6.6, NE-6.7, NE-7.1."""
    state = after_bids("- | - mirror -", "harp", "akhenaton", "chair", "chair")
    events = play(state)
    assert shown(state, "L") == "mirror | harp - -"
    assert events == [
        Shift("L", ((2, 0),)),
        Draw("L", 1, "harp"),
        Akhenaton("L"),
        PermClosed("L"),
        PermClosed("G"),
    ]
    assert state.end_phase
    assert state.seal_supply == 9
    assert [is_open(state, market) for market in "GKSL"] == [False, True, True, False]
    assert [is_closed_for_good(state, market) for market in "GKSL"] == [True, False, False, True]
    assert {text[6] for text in menu(state)} == {"K", "S"}

    state.closing, state.phase, state.placings, state.pending = 1, REOPEN, 0, None
    assert play(state) == [PermClosed("K")]
    assert {text[6] for text in menu(state)} == {"S"}

    state.closing, state.phase, state.placings, state.pending = 2, REOPEN, 0, None
    events = play(state)
    assert [event.__struct_config__.tag for event in events] == ["perm_closed", "final"]
    assert state.pending is None
    assert state.ended == 1


def test_akhenaton_on_a_display_that_kept_its_seal() -> None:
    """NE-6.6: the seal that lies there stays."""
    state = after_bids("gold* | - - -", "akhenaton")
    play(state)
    assert shown(state, "L") == "gold* | - - -"


def test_a_full_display_needs_no_card() -> None:
    """NE-6.4: nothing was sold."""
    state = after_bids("gold* | chair harp mirror", "akhenaton")
    events = play(state)
    assert events == [Opened("L", "LR")]
    assert not state.end_phase
