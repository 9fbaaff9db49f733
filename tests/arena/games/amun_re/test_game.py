"""Amun-Re as a whole: the contract on random games, its laws, and its size."""

from __future__ import annotations

import pytest

from arena.contract import check_game
from arena.errors import InvalidOptions, UnknownGame
from arena.game import MAX_LEGAL
from arena.games.amun_re import GAME
from arena.games.amun_re.board import TABLE, THEFT
from arena.games.amun_re.flow import PHASES
from arena.games.amun_re.state import (
    BID,
    BONUS,
    BUILD,
    BUY,
    CLOSE,
    FARMERS,
    GOODS,
    HARVEST,
    OFFER,
    PAY,
    REVEAL,
    STONES,
    USE,
)
from arena.rng import SEED_LIMIT, Stream
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.rich import GAME as RICH
from tests.arena.games.amun_re.rich import MOST_GOLD

KINDS = {
    *("bid", "pay_sell", "buy_cards", "use_cards", "farmers", "stones", "builder"),
    *("offer", "goods", "harvest", "bonus"),
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_keep_the_contract(seats: int) -> None:
    """AR-8.3: leaks are looked for in every kind of decision; AR-1.4: no card is made or lost."""
    seen = check_game(GAME, seats=seats, seed=60, games=10, every=4, conserved=conserved)
    assert seen.inspected == KINDS
    assert set(seen.reasons) == {"complete"}
    assert seen.longest <= 350
    assert max(seen.menus.values()) <= 200
    assert seen.largest_view_bytes < 2200


def test_the_rich_have_no_menu_that_is_too_long() -> None:
    """AR-8.6: bids and offers are the longest, with up to 200 gold at the start."""
    seen = check_game(RICH, seats=5, seed=1, games=2, every=60, conserved=conserved)
    assert 60 < seen.menus["bid"] <= MAX_LEGAL
    assert MOST_GOLD // 2 < seen.menus["offer"] <= MAX_LEGAL
    assert max(length for kind, length in seen.menus.items() if kind not in ("bid", "offer")) <= 30


def test_the_game_says_sound_things_of_itself() -> None:
    """AR-2.4: three to five seats; it has no options."""
    assert (GAME.slug, GAME.title, GAME.seats, GAME.options) == ("amun-re", "Amun-Re", (3, 4, 5), ())
    GAME.new_game(seed=SEED_LIMIT - 1, seats=3)
    for seed in (SEED_LIMIT, -1):
        with pytest.raises(ValueError, match="seed"):
            GAME.new_game(seed=seed, seats=3)
    for seats in (2, 6):
        with pytest.raises(UnknownGame):
            GAME.new_game(seed=1, seats=seats)
    with pytest.raises(InvalidOptions):
        GAME.new_game(seed=1, seats=3, options={"edition": "2003"})


def test_the_phase_table_is_numbered_as_the_state_names_it() -> None:
    names = ["reveal", "bid", "pay_sell", "buy_cards", "use_cards", "farmers", "stones", "builder", "offer", "goods"]
    assert [phase.name for phase in PHASES] == [*names, "harvest", "bonus", "close"]
    numbers = [REVEAL, BID, PAY, BUY, USE, FARMERS, STONES, BUILD, OFFER, GOODS, HARVEST, BONUS, CLOSE]
    assert numbers == list(range(13))


def test_points_never_fall_and_only_the_bank_makes_gold() -> None:
    """AR-1.9, AR-5.5, AR-6.1: gold grows by thefts, sales, Dakhla and harvests only."""
    for seed in range(20):
        state = GAME.new_game(seed=seed, seats=4)
        stream = Stream(seed, "choices")
        while (decision := GAME.decision(state)) is not None:
            points, wealth, phase = state.points[:], sum(state.gold) + sum(state.sizes), state.phase
            GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()})
            assert all(now >= then for now, then in zip(state.points, points, strict=True))
            if phase in (BUY, USE, FARMERS, STONES) and BUY <= state.phase <= OFFER:  # else all were thieves, unasked
                drawn = 4 if phase == BUY else 0
                assert sum(state.gold) + sum(state.sizes) <= wealth + drawn


def test_a_game_of_thieves_comes_to_its_end() -> None:
    """AR-5.9, AR-7.3: level 1, three gold each a round, no pyramid unless it was laid out, no majority without."""
    state = GAME.new_game(seed=8, seats=5)
    while (decision := GAME.decision(state)) is not None:
        GAME.advance(state, decision.default)
        if state.round > 1:
            assert state.level == 1
            assert state.offers == (-THEFT,) * 5
    result = GAME.result(state)
    assert result is not None
    assert sum(TABLE[province].stones for own in state.own for province in own) == 3
    assert sum(state.pyramids) == 1  # Memphis: 2 stones and 2 stones


def test_no_choice_of_the_richest_thief_meets_a_cut_menu() -> None:
    """AR-8.6: who steals and bids nothing, with all farmers for nothing, stays far below what menus list."""
    richest = 0
    for seed in range(30):
        state = GAME.new_game(seed=seed, seats=3)
        while (decision := GAME.decision(state)) is not None:
            for province in state.own[0]:
                state.farmers[province] = TABLE[province].fields
            GAME.advance(state, decision.default)
            richest = max(richest, *state.gold)
    assert richest < 400
