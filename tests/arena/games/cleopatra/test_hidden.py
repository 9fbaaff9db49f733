"""Dealing anew what a seat cannot see, and imagining states from views (CL-10)."""

from __future__ import annotations

import pytest

from arena.contract import Seen, check_walk
from arena.games.cleopatra import GAME
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.state import State
from arena.rng import Stream
from tests.arena.games.cleopatra.laws import conserved
from tests.arena.games.cleopatra.table import hand


def states(seats: int, seed: int, kind: str | None = None) -> list[State]:
    """Plays a random game and gives copies of its states, or of those that ask a kind of decision."""
    state = GAME.new_game(seed=seed, seats=seats)
    stream = Stream(seed, "states")
    found = []
    while (decision := GAME.decision(state)) is not None:
        if kind is None or decision.kind == kind:
            found.append(state.copy())
        GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
    return found


def test_hands_of_others_are_dealt_anew_within_what_was_seen() -> None:
    """CL-10.1."""
    state = states(4, 5, "main")[40]
    seat = state.active
    hands: list[set[str]] = [set() for _ in range(4)]
    for number in range(20):
        twin = GAME.reshuffle_hidden(state, seat, Stream(number, "test"))
        conserved(twin)
        assert twin.seen == state.seen
        for other in range(4):
            hands[other].add(hand(twin, other))
    assert [len(found) > 1 for found in hands] == [other != seat for other in range(4)]


def test_a_seat_keeps_what_only_it_knows() -> None:
    """CL-10.1: its hand and its face-down discards."""
    for state in states(3, 2, "main")[-20:]:
        seat = state.active
        twin = GAME.reshuffle_hidden(state, seat, Stream(1, "test"))
        assert twin.hands[seat] == state.hands[seat]
        assert twin.down[seat] == state.down[seat]
        assert all(twin.discards[card] >= count for card, count in enumerate(state.down[seat]))


def test_the_future_is_another() -> None:
    """CL-10.1: dice, shuffles and the order of the mosaics."""
    state = GAME.new_game(seed=1, seats=3)
    twins = [GAME.reshuffle_hidden(state, 0, Stream(number, "test")) for number in range(12)]
    assert len({twin.seed for twin in twins}) == 12
    assert {twin.tiles[-1] for twin in twins} == {state.tiles[-1]}
    assert len({twin.tiles for twin in twins}) == 12
    assert len({twin.deck for twin in twins}) == 12


def test_an_open_top_card_stays_on_the_deck() -> None:
    """CL-2.2."""
    for state in states(4, 3, "main"):
        twin = GAME.reshuffle_hidden(state, 0, Stream(2, "test"))
        if state.deck and state.deck[-1] & 1:
            assert twin.deck[-1] == state.deck[-1]
        assert sorted(card & 1 for card in twin.deck) == sorted(card & 1 for card in state.deck)


KINDS = [phase.name for phase in PHASES if phase.apply is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_reshuffled_and_imagined_states_ask_the_same(kind: str) -> None:
    """CL-10.2: in every kind of decision, for everybody at the table; they can be played on."""
    found = 0
    for seed in range(30):
        for state in states(4, seed, kind)[:3]:
            found += 1
            decision = GAME.decision(state)
            assert decision is not None
            for seat in (*range(4), None):
                text = GAME.codec.encode(GAME.view(state, seat))
                shuffled = GAME.reshuffle_hidden(state, seat, Stream(seed, "test"))
                imagined = GAME.imagine(GAME.view(state, seat), Stream(seed, "test"))
                for twin in (shuffled, imagined):
                    conserved(twin)
                    assert GAME.codec.encode(GAME.view(twin, seat)) == text
                    again = GAME.decision(twin)
                    assert again is not None
                    assert (seat in again.legal) == (seat in decision.legal)
                    if seat in decision.legal:
                        assert again.kind == kind
                        assert again.legal[seat] == decision.legal[seat]
                        play_out(twin, seed)
        if found > 8:
            return
    assert found, f"no {kind} decision in thirty games"


def play_out(state: State, seed: int) -> None:
    """Plays a state on at random for a while."""
    stream = Stream(seed, "on")
    for _ in range(60):
        decision = GAME.decision(state)
        if decision is None:
            return
        GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
        conserved(state)


def test_a_state_imagined_from_a_finished_game_has_its_result() -> None:
    """CL-9.1."""
    state = states(3, 1)[-1]
    decision = GAME.decision(state)
    assert decision is not None
    while (decision := GAME.decision(state)) is not None:
        GAME.advance(state, decision.default)
    for seat in (0, 1, 2, None):
        assert GAME.result(GAME.imagine(GAME.view(state, seat), Stream(1, "test"))) == GAME.result(state)
        assert GAME.result(GAME.reshuffle_hidden(state, seat, Stream(1, "test"))) == GAME.result(state)


def test_copies_share_nothing() -> None:
    """A copy that is played leaves its original alone."""
    for state in states(5, 4)[::40]:
        before = state.to_bytes()
        play_out(state.copy(), 7)
        assert state.to_bytes() == before


def test_everybody_knows_the_first_of_the_viziers_cards_where_it_lay_face_up() -> None:
    """It was on top of a deck that had just been shuffled anew, so no view had shown it before."""
    options = {"share_surplus": "false", "sacrifice_k": "2"}
    check_walk(GAME, 3, options, 1799, "random", Seen(), every=29, conserved=conserved)


def test_a_seat_with_nothing_to_bid_imagines_somebody_who_has_something() -> None:
    options = {"allow_flip": "false", "share_surplus": "false", "sacrifice_k": "2"}
    check_walk(GAME, 3, options, 3551, "last", Seen(), every=211, conserved=conserved)
