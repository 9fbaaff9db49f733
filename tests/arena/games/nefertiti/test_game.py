"""Nefertiti as a whole: the contract on random games, its laws, and what the specification says of its size."""

from __future__ import annotations

import itertools

import pytest

from arena.contract import check_game, check_rules
from arena.games.nefertiti import GAME
from arena.games.nefertiti.flow import PHASES
from arena.games.nefertiti.state import DISCARD, EXTRA, HIGHEST, HIRE, NEXT, OTHER, PLACE, REOPEN, TAKE
from arena.rng import Stream
from tests.arena.games.nefertiti.laws import conserved

KINDS = {"hire", "place", "take", "extra", "discard", "other"}
OPTIONS = [
    {option.name: value for option, value in zip(GAME.options, values, strict=True)}
    for values in itertools.product(*(option.values for option in GAME.options))
]


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_random_games_keep_the_contract(seats: int, options: dict[str, str]) -> None:
    """NE-8.1: leaks are looked for in every kind of decision; NE-1.6, NE-1.7: nothing is made or lost."""
    seen = check_game(GAME, seats=seats, seed=1, options=options, games=25, every=4, conserved=conserved)
    assert seen.inspected == KINDS
    assert seen.longest <= 302
    assert seen.largest_view_bytes < 1600


def test_the_game_says_sound_things_of_itself() -> None:
    check_rules(GAME)


def test_the_phase_table_is_numbered_as_the_state_names_it() -> None:
    names = ["hire", "place", "highest", "take", "extra", "discard", "other", "reopen", "next"]
    assert [phase.name for phase in PHASES] == names
    assert [HIRE, PLACE, HIGHEST, TAKE, EXTRA, DISCARD, OTHER, REOPEN, NEXT] == list(range(len(names)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_prestige_never_falls_and_nobody_hires_twice_a_turn(seats: int) -> None:
    """NE-3.2."""
    for seed in range(40):
        state = GAME.new_game(seed=seed, seats=seats)
        stream = Stream(seed, "choices")
        hired_in: set[int] = set()
        while (decision := GAME.decision(state)) is not None:
            ((seat, actions),) = decision.legal.items()
            before = state.prestige[:]
            if decision.kind == "hire":
                assert state.turn not in hired_in
                hired_in.add(state.turn)
            GAME.advance(state, {seat: actions[stream.below(len(actions))]})
            assert all(now >= then for now, then in zip(state.prestige, before, strict=True))


def test_games_have_the_length_that_the_tuning_of_the_values_found() -> None:
    """Random games of four seats take about 67 turns, of three about 51."""
    for seats, shortest, longest in ((3, 30, 80), (4, 40, 105)):
        turns = []
        for seed in range(60):
            state = GAME.new_game(seed=seed, seats=seats)
            stream = Stream(seed, "choices")
            while (decision := GAME.decision(state)) is not None:
                ((seat, actions),) = decision.legal.items()
                GAME.advance(state, {seat: actions[stream.below(len(actions))]})
            turns.append(state.turn)
        assert shortest <= min(turns)
        assert max(turns) <= longest
