"""The end of the game and its scores (NE-7)."""

from __future__ import annotations

import pytest

from arena.game import Action
from arena.games.nefertiti import GAME
from arena.games.nefertiti.actions import Place
from arena.games.nefertiti.board import DROUGHT_TURNS, LAST_TURN, VALUES
from arena.games.nefertiti.events import Final
from arena.games.nefertiti.halls import SPACE
from arena.games.nefertiti.scoring import gift_points, seal_points, standing
from arena.games.nefertiti.state import NEXT, State
from tests.arena.games.nefertiti.table import asked, give, lay_out, of_type, play


@pytest.fixture
def scored() -> State:
    """The hands of E13."""
    state = lay_out()
    give(state, 0, "necklace", "necklace", "harp", "senet2")
    give(state, 1, "harp", "harp", "chair")
    give(state, 2, "harp", "senet1", "mirror")
    give(state, 3, "harp", "mirror", "senet1")
    state.seals = [0, 0, 1, 0]
    state.phase = NEXT
    state.placings = 0
    state.turn = LAST_TURN - 1
    return state


def test_e13_scores_with_one_to_four_owners(scored: State) -> None:
    """NE-1.4, NE-7.3, NE-7.4."""
    assert list(gift_points(scored)) == [56, 23, 20, 20]
    assert seal_points(scored) == [0, 0, 3, 0]
    assert standing(scored) == [56, 23, 23, 20]


def test_e13_money_breaks_the_tie(scored: State) -> None:
    """NE-7.5."""
    scored.money = [0, 9, 10, 20]
    play(scored)
    result = GAME.result(scored)
    assert result is not None
    assert result.scores == (56, 23, 23, 20)
    assert result.ranks == (1, 3, 2, 4)


def test_e13_equal_money_shares_the_rank(scored: State) -> None:
    """NE-7.5."""
    scored.money = [0, 9, 9, 20]
    (final,) = of_type(play(scored), "final")
    assert final == Final("stop", (56, 23, 20, 20), (0, 0, 3, 0), (56, 23, 23, 20), (1, 2, 2, 4))


def test_all_may_share_the_first_rank() -> None:
    """NE-7.5."""
    state = lay_out(3)
    state.money = [10, 10, 10]
    state.turn, state.phase, state.placings = LAST_TURN - 1, NEXT, 0
    play(state)
    result = GAME.result(state)
    assert result is not None
    assert result.ranks == (1, 1, 1)


def test_prestige_from_characters_counts(scored: State) -> None:
    """NE-7.3."""
    scored.prestige = [0, 40, 0, 0]
    play(scored)
    result = GAME.result(scored)
    assert result is not None
    assert result.scores == (56, 63, 23, 20)
    assert result.ranks[1] == 1


def test_kinds_of_equal_number_are_of_equal_value_and_rarer_ones_of_more() -> None:
    """NE-1.4."""
    assert VALUES[0] == VALUES[1]
    assert VALUES[2] == VALUES[3]
    assert VALUES[4] == VALUES[5]
    assert all(
        a > b
        for rare, common in zip(VALUES[::2], VALUES[2::2], strict=False)
        for a, b in zip(rare[1:], common[1:], strict=True)
    )
    assert all(row[i] > row[i + 1] for row in VALUES for i in range(1, 4))


def test_the_game_stops_after_the_last_turn() -> None:
    """NE-7.2: not one turn earlier."""
    state = lay_out()
    state.turn = LAST_TURN - 2
    state.last_draw = LAST_TURN - 3
    play(state, "place GR0")
    assert asked(state) == (1, "place")
    events = play(state, "place GR1")
    assert state.pending is None
    (final,) = of_type(events, "final")
    assert isinstance(final, Final)
    assert final.reason == "stop"


def test_the_game_stops_after_a_drought() -> None:
    """NE-7.2: sixty turns in a row, counted from the turn after the last draw."""
    state = lay_out()
    state.turn = 100
    state.last_draw = 100 - DROUGHT_TURNS + 1
    play(state, "place GR0")
    assert asked(state) == (1, "place")
    events = play(state, "place GR1")
    (final,) = of_type(events, "final")
    assert isinstance(final, Final)
    assert final.reason == "drought"


def test_turns_count_from_the_deal_until_a_gift_is_drawn() -> None:
    """NE-7.2: after set-up sixty turns without a draw are a drought."""
    state = lay_out()
    state.turn, state.phase, state.placings = DROUGHT_TURNS - 1, NEXT, 0
    play(state)
    assert state.ended == 2


def test_there_is_no_drought_after_akhenaton() -> None:
    """NE-7.2."""
    state = lay_out()
    state.end_phase = True
    state.turn, state.phase, state.placings = 200, NEXT, 0
    play(state)
    assert asked(state)[1] == "place"


def test_a_turn_with_two_servants_counts_once() -> None:
    """NE-7.2, NE-3.7."""
    state = lay_out()
    state.seals[0] = 1
    play(state, "hire steward", "place GR0", "place GR1")
    assert state.turn == 1


def test_four_seats_that_always_overbid_meet_the_drought() -> None:
    """NE-7.2: nobody can pay what is bid, so nothing is sold and nothing drawn."""
    for seed in range(10):
        state = GAME.new_game(seed=seed, seats=4)
        while (decision := GAME.decision(state)) is not None:
            ((seat, actions),) = decision.legal.items()
            wanted = {"place": _dearest(actions), "hire": actions[0]}.get(decision.kind, actions[-1])
            GAME.advance(state, {seat: wanted})
        result = GAME.result(state)
        assert result is not None
        assert result.reason == "drought"
        assert state.turn == state.last_draw + 1 + DROUGHT_TURNS


def _dearest(actions: tuple[Action, ...]) -> Action:
    return max(actions, key=lambda action: SPACE[action.space].price if isinstance(action, Place) else 0)
