"""A state that is imagined from a view looks like the real one to whoever sees the view."""

from __future__ import annotations

from random import Random

import pytest

from arena import games
from arena.game import AnyGame
from arena.games.nefertiti import GAME
from arena.games.nefertiti.board import AKHENATON
from arena.games.nefertiti.imagine import pile
from arena.rng import Stream


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("closing", ["sum_only", "full"])
def test_an_imagined_state_differs_from_the_real_one_in_the_order_of_the_pile_alone(seats: int, closing: str) -> None:
    draw = Random(seats)
    for seed in range(5):
        state = GAME.new_game(seed=seed, seats=seats, options={"closing": closing})
        while (decision := GAME.decision(state)) is not None:
            seat = next(iter(decision.legal))
            view = GAME.view(state, seat)
            imagined = GAME.imagine(view, Stream(seed, "test"))
            assert GAME.view(imagined, seat) == view
            assert GAME.decision(imagined) == decision  # NE-8.1: menus tell nothing of the pile either
            imagined.deck = state.deck[: state.drawn] + imagined.deck
            assert sorted(imagined.deck) == sorted(state.deck)
            imagined.deck, imagined.drawn = state.deck, state.drawn
            assert imagined.to_bytes() == state.to_bytes()
            GAME.advance(state, {seat: draw.choice(decision.legal[seat])})
        over = GAME.imagine(GAME.view(state, None), Stream(seed, "test"))
        assert GAME.result(over) == GAME.result(state)


def test_akhenaton_lies_anywhere_among_the_last_five_and_nowhere_else() -> None:
    view = GAME.view(GAME.new_game(seed=1, seats=3), 0)
    stream = Stream(1, "test")
    places = {pile(view, stream).index(AKHENATON) for _ in range(200)}
    assert places == set(range(view.cards_left - 5, view.cards_left))


def test_equal_streams_imagine_equal_states() -> None:
    view = GAME.view(GAME.new_game(seed=1, seats=4), 2)
    once, again, other = (GAME.imagine(view, Stream(seed, "test")).to_bytes() for seed in (1, 1, 2))
    assert once == again
    assert once != other


@pytest.mark.parametrize("game", [games.get("toy"), GAME], ids=lambda game: game.slug)
def test_any_game_can_be_played_on_from_what_is_imagined(game: AnyGame) -> None:
    draw = Random(3)
    state = game.new_game(seed=3, seats=3)
    while (decision := game.decision(state)) is not None:
        for seat, legal in decision.legal.items():
            imagined = game.imagine(game.view(state, seat), Stream(3, "test"))
            pending = game.decision(imagined)
            assert pending is not None
            assert pending.legal[seat] == legal
            while (coming := game.decision(imagined)) is not None:
                game.advance(imagined, {s: draw.choice(actions) for s, actions in coming.legal.items()})
        game.advance(state, {seat: draw.choice(actions) for seat, actions in decision.legal.items()})
