"""The characters (CL-6)."""

from __future__ import annotations

from arena.games.cleopatra import GAME
from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    default,
    discard,
    discards,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    play,
    stack,
    tags,
)


def test_a_character_returns_to_where_it_was_played() -> None:
    """CL-6.1."""
    state = lay_out()
    give(state, 0, "ENV BEG")
    play(state, "play ENV", "targets")
    assert asked(state) == (0, "main")
    assert menu(state) == ["market 0", "market 1", "market 2", "play BEG"]
    play(state, "market 0")
    assert asked(state) == (0, "market_after")
    assert discards(state) == "ENV"


def test_a_character_is_discarded_openly() -> None:
    """CL-6.1, CL-10.1."""
    state = lay_out()
    give(state, 0, "ENV")
    log = play(state, "play ENV", "targets")
    assert of_type(log, "played")[0].card == "ENV"
    assert GAME.view(state, 2).discard.open == {"ENV": 1}


def test_at_most_eleven_characters_are_played_in_a_turn() -> None:
    """CL-6.1: two Courtesans could fetch each other for ever."""
    state = lay_out()
    give(state, 0, "COU")
    discard(state, "A", "COU")
    for _ in range(11):
        play(state, "play COU", "take COU")
    assert state.plays == 11
    assert hand(state, 0) == "COU"
    assert menu(state) == ["market 0", "market 1", "market 2"]
    assert state.amulets[0] == 11


def test_beggar_of_the_specification() -> None:
    """CL-6.2: who has nothing gives nothing, who has one thing gives it."""
    state = lay_out()
    give(state, 0, "BEG")
    give(state, 1, "TR A2 VIZ")
    give(state, 2, "A L SMU")
    give(state, 3, "S2")
    state.talents = [5, 1, 0, 9]
    log = play(state, "play BEG")
    assert state.amulets[0] == 2
    assert asked(state) == (2, "beggar_reply")
    assert menu(state) == ["give A", "give L"]
    log += play(state, "give L")
    begged = [(event.seat, event.talents, event.cards) for event in of_type(log, "begged")]
    assert begged == [(1, 0, 0), (2, 0, 1), (3, 2, 0)]
    assert state.talents == [7, 1, 0, 7]
    assert hand(state, 0) == "L"
    assert hand(state, 2) == "A SMU"
    (given,) = of_type(log, "given")
    assert (given.card, given.to) == ("L", (0, 2))
    assert asked(state) == (0, "main")


def test_who_can_do_both_chooses_what_the_beggar_gets() -> None:
    """CL-6.2: clockwise; a bot that fails pays."""
    state = lay_out(active=2)
    give(state, 2, "BEG")
    give(state, 3, "A")
    give(state, 0, "2S")
    play(state, "play BEG")
    assert asked(state) == (3, "beggar_reply")
    assert menu(state) == ["pay2", "give A"]
    assert default(state) == "pay2"
    play(state, "pay2")
    assert asked(state) == (0, "beggar_reply")
    play(state, "give S")
    assert state.talents == [5, 3, 9, 3]
    assert hand(state, 2) == "S"


def test_nobody_else_knows_which_card_went_to_the_beggar() -> None:
    """CL-6.2, CL-10.1: what was known of the giver's standard cards is unsure now."""
    state = lay_out()
    give(state, 0, "BEG")
    give(state, 1, "A L TR")
    state.seen[1][0] = state.seen[1][10] = 1
    play(state, "play BEG", "give L")
    assert state.seen[1][0] == 0
    assert state.seen[1][10] == 1


def test_courtesan_takes_any_card_unseen() -> None:
    """CL-6.4: not herself; a tainted card too."""
    state = lay_out()
    give(state, 0, "COU")
    discard(state, "A", "A", "L2", "VIZ")
    play(state, "play COU")
    assert state.amulets[0] == 1
    assert menu(state) == ["take A", "take L2", "take VIZ"]
    assert GAME.view(state, 0).choices == {"A": 2, "L2": 1, "VIZ": 1}
    assert GAME.view(state, 1).choices is None
    log = play(state, "take L2")
    assert tags(log) == ["retrieved"]
    assert log[0].to == (0,)
    assert hand(state, 0) == "L2"
    assert discards(state) == "2A COU VIZ"
    assert GAME.view(state, 1).discard.open == {"A": 1, "COU": 1}


def test_courtesan_needs_a_discard_pile() -> None:
    """CL-6.4."""
    state = lay_out()
    give(state, 0, "COU")
    assert begin(state) == ["market 0", "market 1", "market 2"]


def test_courtesan_may_take_the_other_courtesan() -> None:
    """CL-6.4."""
    state = lay_out()
    give(state, 0, "COU")
    discard(state, "COU")
    play(state, "play COU")
    assert hand(state, 0) == "COU"
    assert discards(state) == "COU"


def test_envoy_of_the_specification() -> None:
    """CL-6.6."""
    state = lay_out()
    give(state, 0, "ENV")
    give(state, 1, "A")
    give(state, 2, "2A S W TR")
    give(state, 3, "M L")
    state.amulets = [0, 5, 1, 3]
    play(state, "play ENV")
    assert state.amulets[0] == 0
    assert len(menu(state)) == 8
    assert menu(state)[:3] == ["targets", "targets 1", "targets 2"]
    log = play(state, "targets 2 3")
    assert asked(state) == (2, "envoy_reply")
    assert menu(state) == ["give A", "give S", "give W", "stop"]
    assert default(state) == "stop"
    log = play(state, "give S")
    assert asked(state) == (3, "envoy_reply")
    log += play(state, "give L", "give M")
    assert hand(state, 0) == "S M L"
    assert state.amulets == [3, 5, 0, 1]
    assert [(event.seat, event.cards) for event in of_type(log, "delivered")] == [(2, 1), (3, 2)]
    assert [event.to for event in of_type(log, "given")] == [(0, 2), (0, 3), (0, 3)]
    assert hand(state, 1) == "A"
    assert asked(state) == (0, "main")


def test_nobody_learns_whether_the_envoy_was_refused_or_could_not_be_served() -> None:
    """CL-10.2: the same events where a seat stops and where it is not asked."""
    told = []
    for cards, answers in (("A", ("stop",)), ("TR", ())):
        state = lay_out()
        give(state, 0, "ENV BEG")
        give(state, 1, cards)
        state.amulets[1] = 1
        play(state, "play ENV")
        told.append(play(state, "targets 1", *answers))
    assert told[0] == told[1]


def test_the_envoy_reaches_seats_clockwise() -> None:
    """CL-6.6."""
    state = lay_out(5, active=3)
    give(state, 3, "ENV")
    for seat in (0, 1, 4):
        give(state, seat, "A")
        state.amulets[seat] = 1
    play(state, "play ENV", "targets 0 1 4")
    order = []
    for _ in range(3):
        order.append(asked(state)[0])
        play(state, "stop")
    assert order == [4, 0, 1]


def test_vizier_keeps_cards_for_amulets() -> None:
    """CL-6.7."""
    state = lay_out()
    give(state, 0, "VIZ")
    stack(state, "L", "?M", "?M", "A", "?TR", "W")
    log = play(state, "play VIZ")
    assert tags(log) == ["played", "drew"]
    assert log[1].to == (0,)
    assert menu(state) == ["keep A", "keep M", "keep L", "keep TR", "stop"]
    assert default(state) == "stop"
    assert GAME.view(state, 0).choices == {"A": 1, "M": 2, "L": 1, "TR": 1}
    log = play(state, "keep M", "keep M", "keep L", "stop")
    assert hand(state, 0) == "2M L"
    assert state.amulets[0] == 3
    (chosen,) = of_type(log, "chosen")
    assert (chosen.drawn, chosen.kept, chosen.amulets, chosen.first, chosen.to) == (5, 3, 3, "L", None)
    assert all(event.to == (0,) for event in of_type(log, "kept"))
    assert discards(state) == "A TR VIZ"
    assert GAME.view(state, 1).discard.open == {"VIZ": 1}
    assert GAME.view(state, 1).players[0].dropped == 2


def test_vizier_ends_by_himself_when_all_is_kept() -> None:
    """CL-6.7, CL-2.6: fewer cards are drawn if fewer are there, himself not among them."""
    state = lay_out()
    give(state, 0, "VIZ")
    stack(state, "?M")
    discard(state, "A")
    play(state, "play VIZ", "keep A", "keep M")
    assert asked(state) == (0, "main")
    assert hand(state, 0) == "A M"
    assert discards(state) == "VIZ"


def test_vizier_needs_a_card_to_draw() -> None:
    """CL-6.7."""
    state = lay_out()
    give(state, 0, "VIZ")
    stack(state)
    assert begin(state) == ["market 0", "market 1", "market 2"]


def test_smuggler_is_played_at_the_hand_limit_only() -> None:
    """CL-6.5."""
    state = lay_out()
    give(state, 0, "SMU")
    assert begin(state) == ["market 0", "market 1", "market 2"]


def test_characters_are_played_between_pieces() -> None:
    """CL-6.1."""
    state = lay_out()
    give(state, 0, "A S M ENV")
    play(state, "build sphinx", "play ENV", "targets")
    assert asked(state)[0] == 1
    assert state.sphinxes == 5
