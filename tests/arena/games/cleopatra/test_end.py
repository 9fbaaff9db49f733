"""The end of the game: amulets, sacrifice, scores and ranks (CL-9)."""

from __future__ import annotations

import pytest

from arena.game import Event, Result
from arena.games.cleopatra import GAME
from arena.games.cleopatra.board import BY_CLEOPATRA
from arena.games.cleopatra.garden import cells_of
from arena.games.cleopatra.scoring import account, end
from arena.games.cleopatra.state import State
from tests.arena.games.cleopatra.table import give, lay_out, of_type


def sanctuary(state: State, seat: int, size: int) -> None:
    """Gives a seat a sanctuary of that size."""
    taken = sum(part.bit_count() for _, part in state.claims)
    state.claims += ((seat, ((1 << size) - 1) << taken),)
    assert len(cells_of(state.claims[-1][1])) == size


def closed(state: State) -> Result:
    """Ends the game and gives its result."""
    assert GAME.result(state) is None
    end(state, BY_CLEOPATRA, None)
    result = GAME.result(state)
    assert result is not None
    return result


def with_amulets(*amulets: int, talents: tuple[int, ...] = (), **options: str) -> State:
    """Gives a table with these amulets and talents."""
    state = lay_out(len(amulets), **options)
    state.amulets = list(amulets)
    if talents:
        state.talents = list(talents)
    return state


def test_final_scoring_of_the_specification() -> None:
    """CL-9.2 to CL-9.5."""
    state = with_amulets(6, 9, 5, 13, talents=(41, 34, 36, 44))
    state.merchants[1] = 1
    give(state, 0, "TR A A")
    sanctuary(state, 0, 1)
    sanctuary(state, 1, 8)
    assert account(state).amulets == (6, 1, 5, 13)
    result = closed(state)
    assert result.scores == (41, 37, 36, 0)
    assert result.ranks == (1, 2, 3, 4)
    assert result.reason == "cleopatra"


def test_all_tainted_cards_count_one() -> None:
    """CL-9.2: whatever is printed on them, characters included."""
    state = with_amulets(0, 0, 9)
    give(state, 0, "A2 TR BEG VIZ 3A L")
    assert account(state).tainted == (4, 0, 0)
    assert account(state).amulets == (4, 0, 9)


def test_sanctuaries_take_amulets_off_down_to_zero() -> None:
    """CL-9.2."""
    state = with_amulets(3, 5, 9)
    sanctuary(state, 0, 4)
    sanctuary(state, 0, 1)
    sanctuary(state, 1, 2)
    assert account(state).amulets == (0, 3, 9)


def test_all_who_tie_for_most_are_sacrificed() -> None:
    """CL-9.3, CL-9.5."""
    result = closed(with_amulets(7, 7, 3, talents=(50, 60, 0)))
    assert result.ranks == (2, 2, 1)
    assert result.scores == (0, 0, 0)


def test_standard_cards_break_a_tie() -> None:
    """CL-9.5."""
    state = with_amulets(9, 3, 3, talents=(0, 40, 40))
    give(state, 1, "4A")
    give(state, 2, "2A")
    assert closed(state).ranks == (3, 1, 2)


def test_equal_survivors_share_the_victory() -> None:
    """CL-9.5."""
    state = with_amulets(9, 3, 3, talents=(0, 40, 40))
    give(state, 1, "4A")
    give(state, 2, "A 3S")
    assert closed(state).ranks == (3, 1, 1)


def test_without_survivors_it_is_a_draw_of_all() -> None:
    """CL-9.5, CL-9.3: also at zero."""
    assert closed(with_amulets(5, 5, 5, talents=(9, 8, 7))).ranks == (1, 1, 1)
    assert closed(with_amulets(0, 0, 0)).ranks == (1, 1, 1)


def test_fewer_amulets_break_a_tie() -> None:
    """CL-9.5."""
    assert closed(with_amulets(8, 2, 4, talents=(60, 40, 40))).ranks == (3, 1, 2)


def test_merchants_left_score_three_each() -> None:
    """CL-9.4."""
    state = with_amulets(1, 0, 0, talents=(0, 10, 9))
    state.merchants = [3, 0, 2]
    assert closed(state).scores == (0, 10, 15)


@pytest.mark.parametrize(
    ("amulets", "ranks"), [((9, 7, 3, 1), (3, 3, 2, 1)), ((9, 9, 3, 1), (3, 3, 2, 1)), ((9, 7, 7, 1), (2, 2, 2, 1))]
)
def test_the_two_most_corrupt_may_be_sacrificed(amulets: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """CL-9.3: with sacrifice_k 2."""
    assert closed(with_amulets(*amulets, talents=(1, 2, 3, 4), sacrifice_k="2")).ranks == ranks


def test_a_finished_game_lays_everything_open() -> None:
    """CL-9.1."""
    state = with_amulets(6, 1, 5, talents=(10, 20, 30))
    give(state, 1, "TR 2A")
    assert GAME.view(state, 0).accounts is None
    log: list[Event] = []
    end(state, BY_CLEOPATRA, log)
    accounts = GAME.view(state, None).accounts
    assert accounts is not None
    assert (accounts[1].hand, accounts[1].talents, accounts[1].pyramid, accounts[1].amulets) == (
        {"A": 2, "TR": 1},
        20,
        1,
        2,
    )
    assert [account.eaten for account in accounts] == [True, False, False]
    (final,) = of_type(log, "final")
    assert final.scores == (0, 20, 30)
    assert GAME.view(state, 0).phase == "over"
    assert GAME.view(state, 0).ended == "cleopatra"
