"""Setting up (NE-2)."""

from __future__ import annotations

import pytest

from arena.game import Event
from arena.games.nefertiti import GAME
from arena.games.nefertiti.board import AKHENATON, KIND_OF, SENET
from arena.games.nefertiti.events import Deal, Dice, Start
from arena.games.nefertiti.halls import SPACES
from arena.games.nefertiti.setup import throw_for_start
from arena.games.nefertiti.state import State
from arena.rng import Stream
from tests.arena.games.nefertiti.laws import conserved
from tests.arena.games.nefertiti.table import hall_of, is_open, left_of, of_type


def new(seats: int, seed: int = 1, halls: str = "random", log: list[Event] | None = None) -> State:
    return GAME.new_game(seed=seed, seats=seats, options={"halls": halls}, log=log)


@pytest.mark.parametrize(("seats", "money", "pile"), [(4, [8, 9, 9, 10], 30), (3, [9, 10, 10], 22)])
def test_e1_sums_after_set_up(seats: int, money: list[int], pile: int) -> None:
    """NE-2.3, NE-2.5, NE-2.6."""
    state = new(seats)
    in_turn_order = [state.money[(state.active + turn) % seats] for turn in range(seats)]
    assert in_turn_order == money
    assert state.reserve == [1, 1, 1, 1]
    assert sum(state.money) + sum(state.reserve) == {4: 40, 3: 33}[seats]
    assert len(state.deck) - state.drawn == pile + 5
    assert state.seal_supply == 9
    assert state.servants == [4] * seats
    conserved(state)


def test_three_seats_play_without_senet_and_the_last_scribe() -> None:
    """NE-2.1, NE-1.5."""
    state = new(3)
    assert SENET not in [KIND_OF[card] for card in state.deck if card != AKHENATON]
    assert sum(state.piles) == 12
    assert left_of(state, "scribe") == 2
    assert sum(new(4).piles) == 13


@pytest.mark.parametrize("seats", [3, 4])
def test_akhenaton_lies_among_the_last_five_cards(seats: int) -> None:
    """NE-2.5."""
    places = set()
    for seed in range(60):
        deck = new(seats, seed).deck
        places.add(len(deck) - deck.index(AKHENATON))
    assert places == {1, 2, 3, 4, 5}


def test_three_markets_open_with_a_seal_on_the_upper_gift() -> None:
    """NE-2.6, NE-2.7."""
    state = new(4)
    assert [is_open(state, market) for market in "GKSL"] == [True, True, True, False]
    assert state.sealed == 0b0111
    assert state.filled == [15, 15, 15, 0]
    assert state.slots[:12] == list(state.deck[:12])
    assert state.prev_closed == 3


def test_fixed_halls_are_the_right_ones() -> None:
    """NE-2.4."""
    for seed in range(5):
        assert [hall_of(new(4, seed, "fixed"), market) for market in "GKSL"] == ["GR", "KR", "SR", "LR"]


def test_random_halls_are_tossed_for_each_market() -> None:
    """NE-2.4."""
    seen = {tuple(new(4, seed).hall) for seed in range(200)}
    assert len(seen) == 16


def test_the_option_on_halls_shifts_no_other_chance() -> None:
    """NE-2.4: each purpose draws from its own stream."""
    one, other = new(4, 7, "fixed"), new(4, 7, "random")
    assert (one.deck, one.active) == (other.deck, other.active)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_highest_throw_begins(seats: int) -> None:
    """NE-2.2."""
    starts = set()
    for seed in range(40):
        log: list[Event] = []
        state = new(seats, seed, log=log)
        thrown = [event for event in log if isinstance(event, Dice)]
        (start,) = of_type(log, "start")
        assert isinstance(start, Start)
        assert state.active == start.seat
        assert start.seat == thrown_best(thrown, seats)
        starts.add(start.seat)
    assert starts == set(range(seats))


def thrown_best(thrown: list[Dice], seats: int) -> int:
    """Follows the throws: ties for the highest total throw again, in ascending order."""
    left = list(range(seats))
    throws = iter(thrown)
    while len(left) > 1:
        now = [next(throws) for _ in left]
        assert [throw.seat for throw in now] == left
        best = max(sum(throw.dice) for throw in now)
        left = [throw.seat for throw in now if sum(throw.dice) == best]
    assert next(throws, None) is None
    return left[0]


def test_tied_leaders_throw_again() -> None:
    """NE-2.2: some start needs more than one throw a seat."""
    for seed in range(100):
        log: list[Event] = []
        throw_for_start(Stream(seed, "dice"), 4, log)
        if len(log) > 5:
            assert thrown_best([event for event in log if isinstance(event, Dice)], 4) == log[-1].seat  # type: ignore[attr-defined]
            return
    pytest.fail("no tie in a hundred starts")


def test_the_deal_names_the_displayed_gifts_only() -> None:
    """NE-8.1: no event tells what lies in the draw pile."""
    log: list[Event] = []
    state = new(4, log=log)
    assert [event.__struct_config__.tag for event in log] == ["dice"] * (len(log) - 2) + ["start", "deal"]
    deal = log[-1]
    assert isinstance(deal, Deal)
    assert [len(gifts) for gifts in deal.gifts] == [4, 4, 4]
    assert list(deal.halls) == [hall_of(state, market) for market in "GKSL"]


def test_no_price_appears_twice_in_a_hall() -> None:
    """NE-1.1, NE-1.2."""
    for spaces in SPACES:
        prices = [space.price for space in spaces]
        assert len(set(prices)) == len(prices)
        assert all(0 <= price <= 12 for price in prices)
        assert sorted(space.icon for space in spaces if space.icon) in (["c", "c", "s", "x"], ["c", "s", "x"])
