"""A turn opens: market, pass, and the order of turns (CL-3)."""

from __future__ import annotations

from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    default,
    discard,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    pile,
    play,
    stack,
    stalls,
    stock,
    tags,
)


def test_the_menu_lists_market_pieces_characters_in_this_order() -> None:
    """CL-3.1, CL-4.1."""
    state = lay_out()
    give(state, 0, "9A 9S 9M 9W 9L BEG COU ENV VIZ SCR SMU")
    discard(state, "A")
    pile(state, "XFW")
    assert begin(state) == [
        "market 0",
        "market 1",
        "market 2",
        *[f"build column {slot}" for slot in range(9)],
        "build obelisk",
        "build sphinx",
        "build throne",
        "build door L",
        "build door R",
        "build mosaic",
        "build mosaic F scribe",
        "build mosaic W scribe",
        "play BEG",
        "play COU",
        "play ENV",
        "play VIZ",
    ]
    assert default(state) == "market 0"


def test_a_stall_is_taken_whole() -> None:
    """CL-3.2: what lay face down is told to the taker alone."""
    state = lay_out()
    stock(state, 1, "L ?TR M ?A ?TR")
    log = play(state, "market 1")
    assert hand(state, 0) == "A M L 2TR"
    assert state.sizes[0] == 5
    assert state.market[1] == ()
    (took,) = of_type(log, "took")
    assert took.cards == ("L", "?", "M", "?", "?")
    assert took.to is None
    (found,) = of_type(log, "found")
    assert (found.cards, found.to) == (("A", "TR", "TR"), (0,))
    assert asked(state) == (0, "refill")


def test_open_cards_alone_are_known_to_everybody() -> None:
    """CL-10.1."""
    state = lay_out()
    stock(state, 1, "L ?TR")
    play(state, "market 1")
    assert state.seen[0][4] == 1
    assert sum(state.seen[0]) == 1


def test_who_holds_a_character_is_asked_after_the_market() -> None:
    """CL-3.2."""
    state = lay_out()
    give(state, 0, "VIZ")
    play(state, "market 0")
    assert asked(state) == (0, "market_after")
    assert menu(state) == ["play VIZ", "end"]
    assert default(state) == "end"
    log = play(state, "end")
    assert tags(log) == []
    assert asked(state) == (0, "refill")


def test_scribe_and_smuggler_are_not_played_after_the_market() -> None:
    """CL-6.1."""
    state = lay_out()
    give(state, 0, "SCR SMU")
    play(state, "market 0")
    assert asked(state) == (0, "refill")


def test_who_can_do_nothing_passes() -> None:
    """CL-3.3: a forced pass is not asked; the market is filled and the turn goes on."""
    state = lay_out()
    for stall in range(3):
        stock(state, stall, "")
    log = play(state)
    assert tags(log) == ["passed"]
    assert asked(state) == (0, "refill")


def test_a_character_does_not_forbid_to_pass() -> None:
    """CL-3.3."""
    state = lay_out()
    give(state, 0, "BEG")
    for stall in range(3):
        stock(state, stall, "")
    assert begin(state) == ["play BEG", "pass"]
    play(state, "pass", "refill 0 1 2")
    assert asked(state) == (1, "main")


def test_who_can_build_may_not_pass() -> None:
    """CL-3.3: three merchants pay for a column."""
    state = lay_out(merchants=3)
    for stall in range(3):
        stock(state, stall, "")
    assert "pass" not in begin(state)


def test_with_nothing_left_to_draw_the_turn_still_ends() -> None:
    """CL-2.6, CL-8.3."""
    state = lay_out()
    give(state, 1, "A S W")
    stack(state)
    for stall in range(3):
        stock(state, stall, "")
    log = play(state)
    assert tags(log) == ["passed", "turn_ended"]
    assert asked(state) == (1, "main")


def test_turns_go_clockwise() -> None:
    """CL-3.4, CL-1.1."""
    state = lay_out(active=3)
    log = play(state, "market 0", "refill 2 0 1")
    assert asked(state) == (0, "main")
    assert of_type(log, "turn_ended")[0].turn == 1
    assert stalls(state) == ["?", "A ?", "A ?"]


def test_the_game_ends_after_60_turns_a_seat() -> None:
    """CL-3.5."""
    state = lay_out(3)
    state.turn = 179
    state.active = 2
    log = play(state, "market 0", "refill 0 1 2")
    assert of_type(log, "final")[0].reason == "turn_cap"
    assert state.pending is None
