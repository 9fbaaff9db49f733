"""Setting up the table (CL-2)."""

from __future__ import annotations

import pytest

from arena.game import Event
from arena.games.cleopatra import GAME
from arena.games.cleopatra.board import CARDS, COPIES
from arena.games.cleopatra.cards import draw, half_flipped
from arena.rng import Stream
from tests.arena.games.cleopatra.laws import conserved
from tests.arena.games.cleopatra.table import (
    begin,
    card_of,
    discard,
    give,
    lay_out,
    of_type,
    play,
    stack,
    stalls,
    stock,
)


def test_there_are_109_cards() -> None:
    """CL-1.2."""
    assert sum(COPIES) == 109
    assert sum(COPIES[:5]) == 75
    assert sum(COPIES[5:11]) == 23
    assert sum(COPIES[11:]) == 11


@pytest.mark.parametrize(("seats", "deck", "up"), [(3, 97, 50), (4, 94, 48), (5, 91, 47)])
def test_hands_deck_and_market(seats: int, deck: int, up: int) -> None:
    """CL-2.1, CL-2.2, CL-2.3: the market's three cards come off the deck and lie face up."""
    for seed in range(20):
        state = GAME.new_game(seed=seed, seats=seats)
        assert state.sizes == [3] * seats
        assert len(state.deck) == deck
        assert [len(stall) for stall in state.market] == [1, 1, 1]
        assert all(card & 1 for (card,) in state.market)
        assert up - 3 <= sum(card & 1 for card in state.deck) <= up
        conserved(state)


@pytest.mark.parametrize(("cards", "up"), [(100, 50), (97, 48), (94, 47), (1, 0)])
def test_half_of_a_deck_lies_face_up(cards: int, up: int) -> None:
    """CL-2.2."""
    deck = half_flipped(list(range(cards)), Stream(1, "test"), True)
    assert sorted(card >> 1 for card in deck) == list(range(cards))
    assert sum(card & 1 for card in deck) == up


def test_every_seat_has_its_kit_and_seat_0_begins() -> None:
    """CL-1.1, CL-2.5."""
    state = GAME.new_game(seed=1, seats=5)
    assert state.talents == [5] * 5
    assert state.amulets == [0] * 5
    assert state.merchants == [3] * 5
    assert state.statues == [2] * 5
    assert (state.active, state.altar, state.cleopatra, state.covered, state.walls) == (0, 0, 0, 0, 0)


def test_the_deal_tells_hands_to_their_owners_alone() -> None:
    """CL-10.1."""
    log: list[Event] = []
    state = GAME.new_game(seed=4, seats=4, log=log)
    dealt = of_type(log, "dealt")
    assert [event.to for event in dealt] == [(0,), (1,), (2,), (3,)]
    for event, hand in zip(dealt, state.hands, strict=True):
        assert sorted(event.cards) == sorted(c for c, count in zip(CARDS, hand, strict=True) for _ in range(count))
    assert len(of_type(log, "opened")[0].market) == 3
    assert of_type(log, "top")[0].tile == GAME.view(state, None).mosaics.top


def test_the_first_market_may_lie_as_it_comes() -> None:
    """CL-2.3."""
    options = {"initial_market_face_up": "false"}
    games = [GAME.new_game(seed=seed, seats=4, options=options) for seed in range(30)]
    assert {card & 1 for state in games for (card,) in state.market} == {0, 1}


def test_without_half_turning_the_deck_lies_face_down_and_the_market_face_up() -> None:
    """CL-2.2."""
    options = {"half_flip": "false", "initial_market_face_up": "false"}
    state = GAME.new_game(seed=1, seats=4, options=options)
    assert not any(card & 1 for card in state.deck)
    assert all(card & 1 for (card,) in state.market)
    assert GAME.view(state, 0).deck.top == "?"


def test_without_half_turning_drawn_cards_are_turned_up() -> None:
    state = lay_out(half_flip="false")
    stack(state, "?L", "?M", "?TR", "?W")
    play(state, "market 0", "refill 0 1 2")
    assert stalls(state) == ["L", "A M", "A TR"]


def test_chance_of_one_purpose_shifts_no_other() -> None:
    """CL-2.2: a deck that is shuffled otherwise leaves mosaics and dice alone."""
    one = GAME.new_game(seed=9, seats=4)
    other = GAME.new_game(seed=9, seats=3, options={"half_flip": "false"})
    assert one.tiles == other.tiles
    assert Stream(one.seed, "dice").word() == Stream(other.seed, "dice").word()


def test_mosaics_come_in_any_order() -> None:
    """CL-2.4."""
    assert len({GAME.new_game(seed=seed, seats=3).tiles[-1] for seed in range(60)}) == 12


def test_an_empty_deck_is_made_of_the_discard_pile_when_the_next_card_is_drawn() -> None:
    """CL-2.6."""
    state = lay_out()
    stack(state, "W")
    discard(state, "L", "L", "L", "M")
    log: list[Event] = []
    assert draw(state, 1, log) == (card_of("W"),)
    assert not log
    (card,) = draw(state, 1, log)
    assert card >> 1 in (CARDS.index("L"), CARDS.index("M"))
    assert of_type(log, "shuffled")[0].cards == 4
    assert (len(state.deck), state.discarded, sum(state.open)) == (3, 0, 0)
    assert len(draw(state, 5, log)) == 3
    assert draw(state, 1, log) == ()


def test_cards_come_from_the_top_across_a_shuffle() -> None:
    """CL-2.6: the new deck is made only when the next card is needed."""
    state = lay_out()
    stack(state, "L", "?M")
    discard(state, "W", "W")
    log: list[Event] = []
    assert draw(state, 2, log) == (card_of("L"), card_of("?M"))
    assert not log
    stack(state, "L", "?M")
    drawn = draw(state, 3, log)
    assert drawn[:2] == (card_of("L"), card_of("?M"))
    assert drawn[2] >> 1 == CARDS.index("W")
    assert len(state.deck) == 1


def test_a_new_deck_is_half_turned() -> None:
    state = lay_out()
    stack(state)
    discard(state, *["L"] * 7)
    drawn = draw(state, 7, None)
    assert sum(card & 1 for card in drawn) == 3


def test_a_shuffle_does_not_shift_the_dice() -> None:
    state = lay_out()
    stack(state)
    discard(state, *["L"] * 7)
    draw(state, 1, None)
    assert state.dice_drawn == 0
    assert state.deck_drawn > 0


def test_a_table_laid_out_for_tests_waits_for_seat_0() -> None:
    state = lay_out(merchants=2)
    give(state, 0, "A")
    stock(state, 1, "")
    assert begin(state) == ["market 0", "market 2", *[f"build column {slot}" for slot in range(9)], "build sphinx"]
