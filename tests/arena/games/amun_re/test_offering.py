"""The sealed offering, the temple level and the goods (AR-5)."""

from __future__ import annotations

import pytest

from arena.contract.states import is_legal
from arena.errors import IllegalAction
from arena.game import MAX_LEGAL
from arena.games.amun_re import GAME
from arena.games.amun_re.board import CARDS, COPIES
from arena.games.amun_re.events import Drew, Offering, Pharaoh, Picked
from arena.games.amun_re.hands import pack
from arena.games.amun_re.menus import offers
from arena.games.amun_re.phases.offering import pickers
from arena.games.amun_re.state import OFFER, State
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
    play_offers,
    put,
    stack,
    there,
)

NAMES = ("abu", "sawu", "amarna", "mendes", "kharga")


def before_offers(seats: int, *, pharaoh: int = 0, gold: int = 20) -> State:
    """Gives a table before the first offering; everybody owns one province."""
    state = lay_out(seats, pharaoh=pharaoh, phase=OFFER)
    state.gold = [gold] * seats
    for seat in range(seats):
        own(state, seat, NAMES[seat])
    begin(state)
    return state


def test_e7_a_round_of_offerings() -> None:
    """AR-5.5, AR-5.6, AR-5.9: five seats, Pharaoh is seat 2; 5, theft, 5, 8, 1."""
    state = before_offers(5, pharaoh=2)
    log = play_offers(state, {0: "offer 5", 1: "steal", 2: "offer 5", 3: "offer 8", 4: "offer 1"})
    assert log == [Offering((5, -3, 5, 8, 1), ((),) * 5, 16, 3)]
    assert state.level == 3
    assert state.gold == [15, 23, 15, 12, 19]
    assert pickers(state.offers, 2) == (3, 2, 4, 0)
    picked = []
    while state.phase == 9:
        seat, kind = asked(state)
        assert kind == "goods"
        picked.append(seat)
        log = play(state, menu(state)[-1])
    assert picked == [3, 3, 3, 2, 2, 4, 0]
    assert Pharaoh(3) in log
    assert state.pharaoh == 3
    assert there(state, "mendes") == (1, 0)


def test_e7_if_everybody_steals() -> None:
    """AR-5.5, AR-5.9: the level is 1, each has 3 gold more, no goods, and the Pharaoh stays."""
    state = before_offers(3, pharaoh=1, gold=4)
    for seat in range(3):
        give(state, seat)
    log = play_offers(state, dict.fromkeys(range(3), "steal"))
    assert log[0] == Offering((-3, -3, -3), ((), (), ()), -9, 1)
    assert (state.level, state.pharaoh) == (1, 1)
    assert of_type(log, Picked) == []
    assert state.gold == [4 + 3 + 4, 4 + 3 + 7, 4 + 3]  # with the income of Abu and Sawu


@pytest.mark.parametrize(("total", "level"), [(2, 1), (3, 2), (12, 2), (13, 3), (22, 3), (23, 4)])
def test_e7_borders_of_the_levels(total: int, level: int) -> None:
    """AR-5.5."""
    state = before_offers(3, gold=30)
    play_offers(state, {0: f"offer {total + 6}", 1: "steal", 2: "steal"})
    assert sum(state.offers) == total
    assert state.level == level


def test_e7_fillers() -> None:
    """AR-5.2, AR-5.3: 4 gold and two cards give eight actions."""
    state = before_offers(3)
    give(state, 0, "desert", "nile")
    state.gold[0] = 4
    begin(state)
    expected = [f"offer {amount}" for amount in (1, 2, 3, 4)]
    expected += ["offer 5 desert", "offer 5 nile", "offer 6 desert nile", "steal"]
    assert menu(state, 0) == expected


def test_cards_thrown_in_are_discarded_and_all_gold_is_given() -> None:
    """AR-5.3, AR-1.6."""
    state = before_offers(3)
    give(state, 0, "builder", "builder", "nile")
    state.gold[0] = 4
    begin(state)
    log = play_offers(state, {0: "offer 7 builder builder nile", 1: "offer 2", 2: "steal"})
    assert log[0] == Offering((7, 2, -3), (("builder", "builder", "nile"), (), ()), 6, 2)
    assert (state.gold[0], hand(state, 0)) == (0, [])
    assert sorted(discards(state)) == ["builder", "builder", "nile"]
    conserved(state)


def test_a_large_hand_throws_in_two_cards_at_most() -> None:
    """AR-5.3, AR-8.6."""
    eight, nine = pack(range(8)), pack(range(9))
    assert len(offers(0, eight)) == 8 + 28 + 56 + 1
    assert len(offers(0, nine)) == 9 + 36 + 1
    everything = pack([card for card, copies in enumerate(COPIES) for _ in range(copies)])
    assert len(CARDS) == 12
    assert len(offers(0, everything)) == 12 + 78 + 1
    assert len(offers(10**6, eight)) <= MAX_LEGAL


def test_nothing_cannot_be_offered() -> None:
    """AR-5.1."""
    state = before_offers(3)
    for seat in range(3):
        assert "offer 0" not in menu(state, seat)
        assert menu(state, seat)[-1] == "steal"


def test_all_choose_sealed_against_the_same_state() -> None:
    """AR-5.1: one decision for all seats; an incomplete set of answers is refused."""
    state = before_offers(4)
    decision = GAME.decision(state)
    assert decision is not None
    assert list(decision.legal) == [0, 1, 2, 3]
    assert {str(action) for action in decision.default.values()} == {"steal"}
    one = {0: GAME.parse_action("steal")}
    assert not is_legal(decision, one)
    before = state.to_bytes()
    with pytest.raises(IllegalAction):
        GAME.advance(state, one)
    assert state.to_bytes() == before


def test_who_can_only_steal_is_not_asked() -> None:
    """AR-5.4."""
    state = before_offers(3)
    give(state, 1)
    state.gold[1] = 0
    begin(state)
    decision = GAME.decision(state)
    assert decision is not None
    assert list(decision.legal) == [0, 2]
    play_offers(state, {0: "offer 1", 2: "steal"})
    assert state.offers == (1, -3, -3)
    assert state.gold[1] == 3


def test_if_nobody_has_anything_all_steal_unasked() -> None:
    """AR-5.4, AR-8.5."""
    state = lay_out(3, phase=OFFER, round=3)
    for seat, names in enumerate(
        (("abu", "mendes", "edfu"), ("buto", "sawu", "amarna"), ("thebes", "dakhla", "avaris"))
    ):
        give(state, seat)
        own(state, seat, *names)
    state.gold = [0, 0, 0]
    begin(state)
    assert state.offers == (-3, -3, -3)


def test_goods_are_a_card_farmers_for_free_fields_and_stones() -> None:
    """AR-5.7, AR-8.4."""
    state = before_offers(3)
    own(state, 0, "memphis")
    own(state, 0, "berenike")
    put(state, "abu", farmers=4)
    play_offers(state, {0: "offer 9", 1: "offer 3", 2: "steal"})
    stones = ["good stone abu", "good stone berenike", "good stone memphis"]
    assert menu(state) == ["good card", "good farmer memphis", *stones]
    assert default(state) == "good stone abu"  # won first


def test_e13_no_farmer_for_berenike() -> None:
    """AR-5.7: no field is there."""
    state = lay_out(3, phase=OFFER)
    own(state, 0, "berenike")
    own(state, 1, "abu")
    own(state, 2, "sawu")
    play_offers(state, {0: "offer 9", 1: "steal", 2: "steal"})
    assert menu(state) == ["good card", "good stone berenike"]


def test_cards_are_drawn_after_the_last_pick() -> None:
    """AR-5.8: no peeking; only the seat itself is told what it draws (AR-8.3)."""
    state = before_offers(3)
    stack(state, "nile", "gold8")
    play_offers(state, {0: "offer 9", 1: "steal", 2: "steal"})
    assert play(state, "good card", "good card") == [Picked(0, "card", None)] * 2
    assert hand(state, 0) == ["builder"]
    log = play(state, "good farmer abu")
    assert log[:2] == [Picked(0, "farmer", "abu"), Drew(0, ("gold8", "nile"), to=(0,))]
    assert hand(state, 0) == ["builder", "gold8", "nile"]
    assert farmers(state, "abu") == (1, 0)


def test_only_as_many_cards_are_picked_as_are_left() -> None:
    """AR-5.7, AR-1.7."""
    state = before_offers(3)
    state.hands[1] += sum([1 << 4 * card for card in state.deck[1:]])
    state.sizes[1] += len(state.deck) - 1
    del state.deck[1:]
    begin(state)
    play_offers(state, {0: "offer 9", 1: "steal", 2: "steal"})
    assert "good card" in menu(state)
    play(state, "good card")
    assert "good card" not in menu(state)


def test_stones_become_a_pyramid_after_the_last_pick() -> None:
    """AR-5.8, AR-1.8: no builder here (AR-5.7)."""
    state = before_offers(3)
    put(state, "abu", stones=2)
    play_offers(state, {0: "offer 9", 1: "steal", 2: "steal"})
    play(state, "good stone abu", "good stone abu")
    assert there(state, "abu") == (0, 4)
    play(state, "good stone abu")
    assert there(state, "abu") == (1, 2)
    conserved(state)


def test_the_pharaoh_changes_after_the_goods() -> None:
    """AR-5.9."""
    state = before_offers(4, pharaoh=3)
    play_offers(state, {0: "offer 9", 1: "offer 2", 2: "offer 2", 3: "steal"})
    assert asked(state)[0] == 0
    play(state, "good stone abu", "good stone abu", "good stone abu")
    assert asked(state)[0] == 1
    play(state, "good stone sawu", "good stone sawu")
    assert state.pharaoh == 3
    play(state, "good stone amarna")
    assert state.pharaoh == 0


def test_of_equal_offers_the_earlier_in_turn_is_higher() -> None:
    """AR-5.6."""
    assert pickers((4, 4, 4, 4), 2) == (2, 3, 0, 1)
    assert pickers((1, 9, -3, 4, 1), 4) == (1, 3, 4, 0)
    assert pickers((-3, -3, -3), 1) == ()
    assert pickers((-3, 2, -3), 0) == (1,)
