"""What a seat may see (NE-8.1)."""

from __future__ import annotations

import statistics

import pytest

from arena.games.nefertiti import GAME
from arena.games.nefertiti.board import AKHENATON, GIFTS
from arena.games.nefertiti.view import BidView
from arena.rng import Stream
from tests.arena.games.nefertiti.table import begin, give, lay_out, play, show, stack, stand


def test_all_seats_and_spectators_see_the_same() -> None:
    state = GAME.new_game(seed=2, seats=4)
    texts = {GAME.codec.encode(GAME.view(state, seat)).split(b",", 1)[1] for seat in (0, 1, 2, 3, None)}
    assert len(texts) == 1
    assert GAME.view(state, 2).seat == 2
    assert GAME.view(state, None).seat is None


def test_the_view_lists_what_lies_on_the_table() -> None:
    state = lay_out(closing="sum_only")
    show(state, "G", "gold* | - harp -")
    give(state, 1, "senet2", "harp", "harp")
    stand(state, 0, "GR8")
    stand(state, 3, "KR2")
    state.seals[1], state.prestige[1], state.removed[3] = 2, 7, 1
    begin(state)
    view = GAME.view(state, 0)
    assert view.options == {"closing": "sum_only", "halls": "fixed"}
    gizeh, akhet_aton, _, louqsor = view.markets
    assert (gizeh.id, gizeh.hall, gizeh.open, gizeh.seal, gizeh.reserve) == ("G", "GR", True, True, 1)
    assert gizeh.slots == ("gold", None, "harp", None)
    assert gizeh.servants == {"GR8": 0}
    assert akhet_aton.servants == {"KR2": 3}
    assert (louqsor.open, louqsor.perm, louqsor.seal) == (False, False, False)
    player = view.players[1]
    assert (player.money, player.seals, player.servants, player.prestige) == (9, 2, 4, 7)
    assert player.gifts == {"harp": 2, "senet2": 1}
    assert player.score == 7 + 2 * 15 + 2 * 8 + 2 * 3
    assert view.removed == {"statue": 1}
    assert view.characters["scribe"] == 3
    assert (view.phase, view.asked, view.active, view.placings) == ("place", 0, 0, 1)
    assert (view.prev_closed, view.end_phase, view.cards_left, view.ended) == ("L", False, 35, None)


def test_a_closing_shows_the_bid_that_is_dealt_with() -> None:
    state = lay_out()
    stand(state, 0, "SR7")
    stand(state, 1, "SR4")
    state.active = 3
    play(state, "place SR3")
    view = GAME.view(state, None)
    assert view.bid == BidView(market="S", space="SR7", price=8, seat=0, highest=True)
    assert (view.phase, view.asked, view.active) == ("take", 0, 3)
    play(state, "take 0")
    assert GAME.view(state, None).bid == BidView(market="S", space="SR4", price=5, seat=1, highest=False)


def test_a_finished_game_says_why() -> None:
    state = GAME.new_game(seed=1, seats=3)
    while (decision := GAME.decision(state)) is not None:
        GAME.advance(state, decision.default)
    view = GAME.view(state, 0)
    result = GAME.result(state)
    assert result is not None
    assert (view.phase, view.asked, view.ended) == ("over", None, result.reason)
    assert tuple(player.score for player in view.players) == result.scores


def test_a_view_is_short() -> None:
    """About 1.3 kB of JSON with four seats."""
    sizes = []
    state = GAME.new_game(seed=3, seats=4)
    stream = Stream(3, "choices")
    while (decision := GAME.decision(state)) is not None:
        sizes.append(len(GAME.codec.encode(GAME.view(state, 0))))
        ((seat, actions),) = decision.legal.items()
        GAME.advance(state, {seat: actions[stream.below(len(actions))]})
    assert statistics.mean(sizes) < 1350


@pytest.mark.parametrize("seats", [3, 4])
def test_reshuffling_spreads_akhenaton_over_the_bottom_places(seats: int) -> None:
    state = GAME.new_game(seed=1, seats=seats)
    undrawn = sorted(state.deck[state.drawn :])
    places = set()
    for number in range(80):
        deck = GAME.reshuffle_hidden(state, 0, Stream(number, "test")).deck
        assert sorted(deck[state.drawn :]) == undrawn
        assert deck[: state.drawn] == state.deck[: state.drawn]
        places.add(len(deck) - deck.index(AKHENATON))
    assert places == {1, 2, 3, 4, 5}


def test_reshuffling_near_the_bottom_keeps_akhenaton_among_what_is_left() -> None:
    state = lay_out()
    stack(state, "gold", "akhenaton", "harp")
    places = {GAME.reshuffle_hidden(state, 0, Stream(number, "test")).deck.index(AKHENATON) for number in range(40)}
    assert places == {0, 1, 2}


def test_reshuffling_after_akhenaton_shuffles_the_rest() -> None:
    state = lay_out()
    state.end_phase = True
    stack(state, *GIFTS)
    decks = {GAME.reshuffle_hidden(state, 0, Stream(number, "test")).deck for number in range(20)}
    assert len(decks) > 10
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(range(8))}
