"""What a seat may see (CL-10)."""

from __future__ import annotations

import statistics

from arena.game import Event, is_told
from arena.games.cleopatra import GAME
from arena.games.cleopatra.view import OVER, WAIT
from arena.rng import Stream
from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    discard,
    give,
    lay,
    lay_out,
    of_type,
    pile,
    placement,
    play,
    stack,
    stock,
    walls,
)


def test_the_view_lists_what_lies_on_the_table() -> None:
    """CL-10.1."""
    state = lay_out(merchants=2)
    stock(state, 0, "A ?TR")
    stock(state, 2, "?S S2 A")
    stack(state, "?L", "A")
    discard(state, "M", "M")
    give(state, 1, "3A L2 SCR")
    state.talents, state.amulets = [5, 12, 7, 9], [0, 2, 4, 6]
    walls(state, 1, 5)
    state.doors = 2
    pile(state, "WFI")
    lay(state, placement("V", (0, 2), (1, 2), (2, 2), (2, 1), (2, 0)))
    state.claims = ((2, state.sealed),)
    state.cleopatra, state.altar, state.turn = 1, 2, 17
    begin(state)
    view = GAME.view(state, 1)
    assert view.market == (("A", "?"), ("A",), ("?", "S2", "A"))
    assert (view.deck.size, view.deck.top) == (2, "?")
    assert (view.discard.size, view.discard.open) == (2, {"M": 2})
    assert view.me is not None
    assert (view.me.hand, view.me.talents, view.me.amulets) == ({"A": 3, "L2": 1, "SCR": 1}, 12, 2)
    assert [player.hand_size for player in view.players] == [0, 5, 0, 0]
    assert [player.merchants for player in view.players] == [2, 2, 2, 2]
    assert view.stock == {"column": 7, "obelisk": 2, "sphinx": 6, "throne": 2, "door": 1, "mosaic": 3}
    assert view.walls == (0, 1, 0, 0, 0, 1, 0, 0, 0)
    assert view.doors == {"L": False, "R": True}
    assert view.garden[:3] == (
        ".pV...P..".replace("P", ".").replace("..", "..", 1)[:7] + "p.",
        "..V###...",
        "VVV###.p.",
    )
    assert view.mosaics.top == "W"
    assert view.mosaics.left == ("F", "I", "W")
    assert [(sanctuary.owner, sanctuary.cells) for sanctuary in view.sanctuaries] == [(2, (0, 1, 9, 10))]
    assert (view.cleopatra, view.altar, view.turn, view.active) == (1, 2, 17, 0)
    assert view.options == {option.name: option.values[0] for option in GAME.options}


def test_totals_of_others_have_no_field() -> None:
    """CL-10.1."""
    state = GAME.new_game(seed=1, seats=3)
    before = GAME.codec.encode(GAME.view(state, 0))
    state.talents[1] += 50
    state.amulets[2] += 9
    assert GAME.codec.encode(GAME.view(state, 0)) == before
    assert GAME.view(state, None).me is None


def test_only_who_decides_reads_the_phase() -> None:
    """CL-10.2."""
    state = GAME.new_game(seed=3, seats=4)
    stream = Stream(3, "choices")
    while (decision := GAME.decision(state)) is not None:
        for seat in (0, 1, 2, 3, None):
            view = GAME.view(state, seat)
            if seat in decision.legal:
                assert view.phase == decision.kind
            else:
                assert (view.phase, view.choices, view.faces) == (WAIT, None, None)
        GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
    assert {GAME.view(state, seat).phase for seat in (0, 1, 2, 3, None)} == {OVER}


def test_a_pause_after_the_market_is_a_secret() -> None:
    """CL-10.2: that somebody holds a Vizier."""
    state = lay_out()
    give(state, 0, "VIZ")
    play(state, "market 0")
    assert asked(state) == (0, "market_after")
    for seat in (1, 2, 3, None):
        text = GAME.codec.encode(GAME.view(state, seat))
        assert b'"phase":"wait"' in text
        assert b"market_after" not in text
        assert b"VIZ" not in text


def test_what_lies_open_in_mid_turn_is_pending() -> None:
    """CL-10.1."""
    state = lay_out(merchants=1)
    pile(state, "XFI")
    give(state, 0, "A2 S M TR")
    play(state, "build mosaic", "pay A dbl", "pay S std", "pay M std")
    pending = GAME.view(state, 3).pending
    assert pending is not None
    assert (pending.piece, pending.spot, pending.need, pending.pool) == ("mosaic", "X", {"L": 1}, ())
    play(state, "pay L tr")
    pending = GAME.view(state, None).pending
    assert pending is not None
    assert (pending.piece, pending.spot, pending.need) == ("mosaic", "X", {})


def test_a_character_that_is_resolved_lies_open() -> None:
    state = lay_out()
    give(state, 0, "ENV")
    give(state, 1, "A")
    state.amulets[1] = 1
    play(state, "play ENV", "targets 1 2")
    pending = GAME.view(state, 3).pending
    assert pending is not None
    assert (pending.character, pending.seats) == ("ENV", (1, 2))
    assert GAME.view(state, 1).choices == {"A": 1}


def test_open_cards_are_remembered_until_they_may_have_gone() -> None:
    """CL-10.1: paid ones are gone, discarded ones may be."""
    state = lay_out()
    stock(state, 0, "M ?M L TR")
    stack(state, "?A")
    play(state, "market 0", "refill 0")
    assert GAME.view(state, 1).players[0].seen == {"M": 1, "L": 1, "TR": 1}
    give(state, 0, "2M L TR A S")
    state.active, state.pending = 0, None
    play(state, "build sphinx", "pay A std", "pay S std", "pay M std")
    assert GAME.view(state, 1).players[0].seen == {"L": 1, "TR": 1}
    assert GAME.view(state, 1).discard.open == {"A": 1, "S": 1, "M": 1}


def test_events_that_are_told_to_others_name_no_hidden_card() -> None:
    """CL-10.1: whole games; hidden kinds go to those who saw them."""
    private = {"dealt": 1, "found": 1, "given": 2, "retrieved": 1, "drew": 1, "kept": 1, "dropped": 1}
    seen = set()
    for seed in range(25):
        log: list[Event] = []
        state = GAME.new_game(seed=seed, seats=4, log=log)
        stream = Stream(seed, "choices")
        while (decision := GAME.decision(state)) is not None:
            GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()}, log)
        for event in log:
            tag = event.__struct_config__.tag
            seen.add(tag)
            assert (len(event.to) if event.to is not None else 0) == private.get(str(tag), 0)
            assert not is_told(event, None) or tag not in private
    assert seen >= set(private) | {"offering", "begged", "delivered", "chosen", "rolled", "shuffled", "removed"}


def test_the_log_is_complete_in_amounts() -> None:
    """CL-10.1: talents and amulets of all seats follow from what everybody is told."""
    for seed in range(25):
        log: list[Event] = []
        state = GAME.new_game(seed=seed, seats=4, log=log)
        stream = Stream(seed, "amounts")
        while (decision := GAME.decision(state)) is not None:
            GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()}, log)
        talents, amulets = [5] * 4, [0] * 4
        for event in of_type(log, "built") + of_type(log, "placed") + of_type(log, "bonus"):
            talents[event.seat] += event.talents
        for event in of_type(log, "offering"):
            for seat in range(4):
                talents[seat] -= event.bids[seat]
                amulets[seat] += event.amulets[seat]
        for event in of_type(log, "begged"):
            talents[event.seat] -= event.talents
            talents[event.to_seat] += event.talents
        for event in of_type(log, "delivered"):
            amulets[event.seat] -= event.cards
            amulets[event.to_seat] += event.cards
        for tag in ("paid", "played", "chosen", "limited"):
            for event in of_type(log, tag):
                amulets[event.seat] += event.amulets
        assert talents == state.talents
        assert amulets == state.amulets


def test_a_view_is_short() -> None:
    """About 1.6 kB of JSON with four seats."""
    sizes = []
    state = GAME.new_game(seed=3, seats=4)
    stream = Stream(3, "choices")
    while (decision := GAME.decision(state)) is not None:
        sizes.append(len(GAME.codec.encode(GAME.view(state, 0))))
        GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
    assert statistics.mean(sizes) < 1700
