"""Scoring, the change of kingdoms and the end (AR-7)."""

from __future__ import annotations

import pytest

from arena.flow import OVER
from arena.games.amun_re import GAME, scoring
from arena.games.amun_re.board import CARDS, PROVINCE_INDEX
from arena.games.amun_re.events import BonusPlayed, Final, GoldScored, KingdomOver, Scored, Sold
from arena.games.amun_re.state import BONUS, NOBODY, State
from tests.arena.games.amun_re.laws import conserved
from tests.arena.games.amun_re.table import (
    asked,
    begin,
    default,
    discards,
    farmers,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    own,
    play,
    put,
    there,
)


def before_scoring(*provinces: str, round: int = 3, level: int = 3) -> State:
    """Gives a table before a scoring: by seat the provinces, such as `memphis 2/1, thebes 2/0, edfu 1/0`."""
    state = lay_out(len(provinces), phase=BONUS, round=round)
    for seat, words in enumerate(provinces):
        give(state, seat)
        for word in words.split(", "):
            name, pieces = word.split(" ")
            pyramids, stones = map(int, pieces.split("/"))
            own(state, seat, name)
            put(state, name, pyramids=pyramids, stones=stones)
    state.level = level
    return state


E9 = (
    "memphis 2/1, thebes 2/0, edfu 1/0",
    "abydos 2/2, mendes 2/0, kharga 0/1",
    "damanhur 1/0, sawu 1/2, amarna 1/1",
)


def test_e9_a_scoring() -> None:
    """AR-7.1 to AR-7.3."""
    state = before_scoring(*E9)
    give(state, 0, "nile")
    give(state, 1, "scribes")
    log = play(state, "bonus nile")
    assert log[0] == BonusPlayed(0, "nile")
    assert of_type(log, Scored) == [Scored(0, 5, 3, 5, 3), Scored(1, 4, 0, 10, 0), Scored(2, 3, 3, 0, 9)]
    assert state.points == [19, 14, 15]
    assert hand(state, 1) == ["scribes"]  # 2 + 0 + 4 is less than 7


@pytest.mark.parametrize(
    ("provinces", "cards"),
    [
        ("memphis 0/0, edfu 0/0, kharga 0/0", {"bank", "scribes"}),
        ("abu 0/0, thebes 0/0, edfu 0/0", {"region", "nile"}),
        ("avaris 0/0, berenike 0/0, sawu 0/0", {"bank", "desert"}),
        ("mendes 0/0, buto 0/0, damanhur 0/0", {"region"}),
        ("abu 0/0, abydos 0/0, amarna 0/0", {"nile"}),
        ("baharya 0/0, kharga 0/0, berenike 0/0", {"desert", "scribes"}),
    ],
)
def test_conditions_of_bonus_cards(provinces: str, cards: set[str]) -> None:
    """AR-7.2, AR-1.4."""
    state = before_scoring(provinces)
    met = scoring.met(state, 0)
    assert {CARDS[card] for card in range(12) if met >> card & 1} == cards


def test_farmers_beside_the_fields_are_peasants() -> None:
    """AR-7.2, AR-1.4: nine of them."""
    state = before_scoring(*E9)
    give(state, 1, "peasants")
    put(state, "mendes", farmers=6, pyramids=2)
    put(state, "abydos", farmers=1, extra=1, pyramids=2, stones=2)
    assert not scoring.playable(state, 1)
    put(state, "kharga", farmers=1, stones=1)
    begin(state)
    assert asked(state) == (1, "bonus")
    assert menu(state) == ["bonus peasants", "done"]


def test_one_card_of_each_kind_is_played() -> None:
    """AR-7.2, AR-1.5; AR-8.4: the first one is played for a seat that fails."""
    state = before_scoring("abu 0/0, thebes 0/0, mendes 0/0", *E9[2:])
    give(state, 0, "bank", "nile", "nile", "region")
    begin(state)
    assert menu(state) == ["bonus bank", "bonus nile", "done"]
    assert default(state) == "bonus bank"
    play(state, "bonus nile")
    assert menu(state) == ["bonus bank", "done"]
    play(state, "bonus bank")
    assert hand(state, 0) == ["nile", "region"]
    assert sorted(discards(state)) == ["bank", "nile"]


def test_bonus_cards_may_be_kept() -> None:
    """AR-7.2, AR-8.3: declining leaves no trace."""
    state = before_scoring(*E9)
    give(state, 0, "nile")
    log = play(state, "done")
    assert hand(state, 0) == ["nile"]
    assert state.points[0] == 16
    assert isinstance(log[0], Scored)


def test_two_equal_provinces_of_one_seat_count_once() -> None:
    """AR-7.3."""
    state = before_scoring("memphis 2/1, abydos 2/1, buto 0/0", "edfu 1/2, damanhur 0/0, kharga 0/0")
    assert [scoring.built(state, seat)[2] for seat in (0, 1)] == [5, 0]


def test_equal_provinces_of_two_seats_both_count() -> None:
    """AR-7.3."""
    state = before_scoring("memphis 2/1, mendes 0/0, buto 0/0", "edfu 2/1, amarna 0/1, kharga 0/0")
    assert [scoring.built(state, seat)[2] for seat in (0, 1)] == [5, 5]
    assert scoring.leaders(state, "E") == set()  # nobody has a pyramid there


def test_provinces_that_nobody_owns_do_not_count() -> None:
    """AR-7.3."""
    state = before_scoring("memphis 1/0, mendes 0/0, buto 0/0", "edfu 0/2, amarna 0/1, kharga 0/0")
    put(state, "abydos", pyramids=7)
    assert scoring.leaders(state, "W") == {0}


def test_seats_score_in_turn() -> None:
    """AR-7.1, AR-2.6."""
    state = before_scoring(*E9)
    state.pharaoh = state.active = 2
    assert [event.seat for event in of_type(play(state), Scored)] == [2, 0, 1]


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((31, 24, 24, 10, 3), (6, 4, 4, 0, 0)),
        ((18, 18, 9, 5), (6, 6, 2, 0)),
        ((7, 7, 7), (6, 6, 6)),
        ((8, 8, 7), (6, 6, 2)),
        ((8, 8, 8), (6, 6, 6)),
        ((1, 3, 2), (2, 6, 4)),
    ],
)
def test_e10_points_for_gold(gold: tuple[int, ...], points: tuple[int, ...]) -> None:
    """AR-7.4."""
    assert scoring.gold_points(gold) == points


def end_of(round: int = 6) -> State:
    """Gives three seats with 8, 8 and 7 gold at the last scoring; the third holds a bonus card that it may play."""
    state = before_scoring(*E9, round=round)
    state.gold = [8, 8, 7]
    state.own[2] = tuple(PROVINCE_INDEX[name] for name in ("baharya", "damanhur", "dakhla"))
    give(state, 2, "bank")
    return state


def test_e10_a_card_is_played_or_kept_for_gold() -> None:
    """AR-7.4, AR-7.5: 3 points and third place, or a shared first place."""
    played, kept = end_of(), end_of()
    before = play(played, "bonus bank")
    after = play(kept, "done")
    assert GoldScored((8, 8, 7), (6, 6, 2)) in before
    assert GoldScored((8, 8, 8), (6, 6, 6)) in after
    assert Sold(2, ("bank",)) in after
    assert kept.points[2] - played.points[2] == 1
    assert hand(kept, 2) == []


def test_gold_counts_only_at_the_end() -> None:
    """AR-7.4: not at the first scoring."""
    state = before_scoring(*E9)
    assert of_type(play(state), GoldScored) == []
    assert state.points == [16, 14, 15]


def test_e11_between_the_kingdoms() -> None:
    """AR-7.6: pyramids and stones stay, owners and farmers leave."""
    state = before_scoring(*E9)
    put(state, "memphis", farmers=2, extra=1, pyramids=2, stones=2)
    give(state, 1, "builder", "scribes")
    state.gold = [7, 8, 9]
    state.order = (*sorted(state.order[:9]), *state.order[9:])
    deck = len(state.deck)
    log = play(state)
    assert of_type(log, KingdomOver) == [KingdomOver()]
    assert asked(state)[1] == "bid"
    assert (state.round, state.level) == (4, 3)
    assert state.own == [(), (), ()]
    assert set(state.owner) == {NOBODY}
    assert farmers(state, "memphis") == (0, 0)
    pyramids, stones = there(state, "memphis")
    turned_up = PROVINCE_INDEX["memphis"] in state.offered
    assert (pyramids, stones) == ((3, 1) if turned_up else (2, 2))
    assert state.gold == [7, 8, 9]
    assert hand(state, 1) == ["builder", "scribes"]
    assert len(state.deck) == deck - sum([len(cards) for cards in state.lying])
    assert state.pharaoh == 0


def ended(points: tuple[int, ...], *provinces: str) -> State:
    """Gives a finished game."""
    state = before_scoring(*provinces, round=6)
    state.points = list(points)
    state.phase = OVER
    return state


def test_e12_ties_for_the_win() -> None:
    """AR-7.7: pyramids, then stones, then a shared rank."""
    lands = ("memphis 5/2, abu 0/0, edfu 0/0", "abydos 5/2, mendes 0/1, sawu 0/0", "buto 9/0, kharga 0/0, avaris 0/0")
    result = scoring.result(ended((41, 41, 38), *lands))
    assert result is not None
    assert (result.scores, result.ranks) == ((41, 41, 38), (2, 1, 3))
    equal = (lands[0], lands[1].replace("mendes 0/1", "mendes 0/0"), lands[2])
    result = scoring.result(ended((41, 41, 38), *equal))
    assert result is not None
    assert result.ranks == (1, 1, 3)
    more = (lands[0].replace("abu 0/0", "abu 1/0"), *lands[1:])
    result = scoring.result(ended((41, 41, 38), *more))
    assert result is not None
    assert result.ranks == (1, 2, 3)


def test_the_game_ends_after_the_sixth_round() -> None:
    """AR-2.5, AR-7.7."""
    state = end_of()
    assert GAME.result(state) is None
    log = play(state, "bonus bank")
    assert GAME.decision(state) is None
    result = GAME.result(state)
    assert result is not None
    assert log[-1] == Final(result.scores, result.ranks)
    assert result.reason == "complete"


def test_a_whole_game_scores_twice() -> None:
    """AR-7.1."""
    state = GAME.new_game(seed=4, seats=3)
    scored = []
    while (decision := GAME.decision(state)) is not None:
        log: list[object] = []
        GAME.advance(state, decision.default, log)  # type: ignore[arg-type]
        scored += [state.round for event in log if isinstance(event, Scored)]
        conserved(state)
    assert len(scored) == 6
