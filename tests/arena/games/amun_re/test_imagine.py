"""A state that is imagined from a view looks like the real one to whoever sees the view."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.amun_re import GAME
from arena.rng import Stream
from tests.arena.games.amun_re.laws import conserved


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_imagined_state_differs_from_the_real_one_in_hidden_things_alone(seats: int) -> None:
    """AR-8.2, AR-8.3."""
    draw = Random(seats)
    for seed in range(4):
        state = GAME.new_game(seed=seed, seats=seats)
        while (decision := GAME.decision(state)) is not None:
            for seat in decision.legal:
                view = GAME.view(state, seat)
                imagined = GAME.imagine(view, Stream(seed, "test"))
                assert GAME.view(imagined, seat) == view
                pending = GAME.decision(imagined)
                assert pending is not None
                assert pending.legal[seat] == decision.legal[seat]
                conserved(imagined)
                imagined.hands, imagined.deck, imagined.lying = state.hands, state.deck, state.lying
                imagined.order, imagined.seed, imagined.position = state.order, state.seed, state.position
                assert imagined.to_bytes() == state.to_bytes()
                assert imagined.queue == state.queue
                assert imagined.owner == state.owner
                assert imagined.sizes == state.sizes
            GAME.advance(state, {seat: draw.choice(menu) for seat, menu in decision.legal.items()})
        over = GAME.imagine(GAME.view(state, None), Stream(seed, "test"))
        assert GAME.result(over) == GAME.result(state)


def test_who_waits_imagines_that_somebody_is_asked() -> None:
    draw = Random(5)
    state = GAME.new_game(seed=5, seats=4)
    while (decision := GAME.decision(state)) is not None:
        for seat in (*range(4), None):
            if seat not in decision.legal:
                view = GAME.view(state, seat)
                imagined = GAME.imagine(view, Stream(5, "test"))
                assert GAME.view(imagined, seat) == view
                pending = GAME.decision(imagined)
                assert pending is not None
                assert list(pending.legal) == list(decision.legal)
                assert max([len(menu) for menu in pending.legal.values()]) > 1
        GAME.advance(state, {seat: draw.choice(menu) for seat, menu in decision.legal.items()})


def test_equal_streams_imagine_equal_states() -> None:
    view = GAME.view(GAME.new_game(seed=1, seats=4), 2)
    once, again, other = (GAME.imagine(view, Stream(seed, "test")).to_bytes() for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_the_game_can_be_played_on_from_what_is_imagined() -> None:
    draw = Random(3)
    state = GAME.new_game(seed=3, seats=3)
    while (decision := GAME.decision(state)) is not None:
        for seat in decision.legal:
            imagined = GAME.imagine(GAME.view(state, seat), Stream(3, "test"))
            while (coming := GAME.decision(imagined)) is not None:
                GAME.advance(imagined, {s: draw.choice(menu) for s, menu in coming.legal.items()})
        GAME.advance(state, {seat: draw.choice(menu) for seat, menu in decision.legal.items()})
