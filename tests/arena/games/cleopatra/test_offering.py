"""After a turn of building: Cleopatra, dice and the Offering (CL-7)."""

from __future__ import annotations

from arena.flow import walk
from arena.games.cleopatra import GAME
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.state import BID, DIE_SCRIBE, State
from arena.rng import Stream
from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    bid,
    default,
    discards,
    give,
    hand,
    lay_out,
    menu,
    of_type,
    play,
    tags,
    walls,
)


def rolled(dice: int, ankhs: int, *, altar: int, cards: str) -> State:
    """Gives a table on which seat 0 has just rolled."""
    state = lay_out()
    state.rolled, state.ankhs, state.turned, state.altar = dice, ankhs, ankhs, altar
    state.phase = DIE_SCRIBE
    give(state, 0, cards)
    begin(state)
    return state


def with_offering(talents: list[int], amulets: list[int]) -> State:
    """Gives a table at an Offering."""
    state = lay_out(len(talents))
    state.talents, state.amulets = talents, amulets
    state.altar = 5
    state.phase = BID
    walk(PHASES, state, None)
    return state


def test_offering_of_the_specification() -> None:
    """CL-7.4."""
    state = with_offering([8, 9, 7, 5], [2, 4, 1, 7])
    log = bid(state, 1, 3, 5, 5)
    (offering,) = of_type(log, "offering")
    assert (offering.bids, offering.ranks, offering.amulets) == ((1, 3, 5, 5), (4, 3, 1, 1), (3, 2, -1, -3))
    assert state.amulets == [5, 6, 0, 4]
    assert state.talents == [7, 6, 2, 0]
    assert state.altar == 0
    assert asked(state) == (1, "main")


def test_offering_with_five_seats() -> None:
    """CL-7.4."""
    state = with_offering([9] * 5, [6] * 5)
    bid(state, 0, 4, 2, 2, 0)
    assert state.amulets == [9, 3, 7, 7, 9]


def test_all_seats_first_even_with_nothing() -> None:
    """CL-7.4."""
    state = with_offering([9] * 5, [6, 2, 0, 9, 3])
    bid(state, 0, 0, 0, 0, 0)
    assert state.amulets == [3, 0, 0, 6, 0]


def test_bids_are_sealed_and_within_ones_talents() -> None:
    """CL-7.4: one decision asks all; who has nothing bids nothing."""
    state = with_offering([3, 0, 1, 2], [0] * 4)
    decision = GAME.decision(state)
    assert decision is not None
    assert {seat: len(actions) for seat, actions in decision.legal.items()} == {0: 4, 1: 1, 2: 2, 3: 3}
    assert {str(action) for action in decision.default.values()} == {"bid 0"}
    assert menu(state, 2) == ["bid 0", "bid 1"]
    assert GAME.view(state, 1).phase == "bid"
    assert GAME.view(state, None).phase == "wait"


def test_an_offering_of_the_penniless_is_not_asked() -> None:
    state = lay_out()
    state.talents = [0] * 4
    state.altar = 5
    state.phase = BID
    log = play(state)
    assert tags(log)[0] == "offering"
    assert asked(state) == (1, "main")


def test_altar_of_the_specification() -> None:
    """CL-7.2, CL-7.3: with three dice on the altar, ankh and blank are rolled."""
    state = rolled(2, 1, altar=3, cards="SCR")
    assert menu(state) == ["die up", "die down", "keep_dice"]
    assert default(state) == "keep_dice"
    assert GAME.view(state, 0).faces == ("ankh", "blank")
    assert GAME.view(state, 1).faces is None
    kept, up, down = state.copy(), state.copy(), state.copy()
    log = play(kept, "keep_dice")
    assert kept.altar == 4
    assert of_type(log, "rolled")[0].scribes == 0
    play(up, "die up")
    assert up.altar == 5
    assert GAME.view(up, 3).phase == "bid"
    log = play(down, "die down")
    assert (down.altar, down.amulets[0], hand(down, 0), discards(down)) == (3, 0, "", "SCR")
    assert (of_type(log, "rolled")[0].ankhs, of_type(log, "rolled")[0].turned) == (1, 0)


def test_every_scribe_turns_one_die() -> None:
    """CL-7.3: only dice of this roll, either way."""
    state = rolled(2, 0, altar=3, cards="2SCR")
    assert menu(state) == ["die up", "keep_dice"]
    play(state, "die up")
    assert menu(state) == ["die up", "die down", "keep_dice"]
    play(state, "die up")
    assert state.altar == 5


def test_dice_off_the_altar_are_rolled_once_each() -> None:
    """CL-7.2, CL-1.7: one number of the dice's own chance for each."""
    for altar in range(5):
        state = lay_out()
        state.altar = altar
        give(state, 0, "A S M")
        dice = Stream(state.seed, "dice")
        (roll,) = of_type(play(state, "build sphinx"), "rolled")
        assert roll.dice == 5 - altar
        ankhs = sum(dice.below(6) == 0 for _ in range(5 - altar))
        assert roll.ankhs == ankhs
        assert state.dice_drawn == dice.position


def test_one_face_of_six_is_an_ankh() -> None:
    """CL-1.7."""
    stream = Stream(3, "dice")
    ankhs = sum(stream.below(6) < 1 for _ in range(6000))
    assert 900 < ankhs < 1100


def test_a_market_turn_rolls_no_dice() -> None:
    """CL-7.2."""
    state = lay_out()
    log = play(state, "market 0", "refill 0 1 2")
    assert "rolled" not in tags(log)


def test_cleopatra_takes_a_step_for_each_complete_category() -> None:
    """CL-7.1."""
    state = lay_out()
    state.sphinxes, state.obelisks = 1, 1
    give(state, 0, "4A 3S M 2W")
    log = play(state, "build sphinx", "build obelisk")
    assert [(event.k, event.step) for event in of_type(log, "advanced")] == [("obelisk", 1), ("sphinx", 2)]
    assert state.cleopatra == 2
    assert "rolled" in tags(log)


def test_a_category_counts_once() -> None:
    """CL-7.1."""
    state = lay_out()
    state.sphinxes, state.obelisks, state.done, state.cleopatra = 2, 0, 0b10, 1
    give(state, 0, "A S M")
    play(state, "build sphinx")
    assert state.cleopatra == 1


def test_the_last_column_completes_the_columns() -> None:
    """CL-7.1."""
    state = lay_out()
    walls(state, 0, 1, 2, 3, 4, 5, 6, 7)
    give(state, 0, "A S W")
    log = play(state, "build column 8")
    assert [event.k for event in of_type(log, "advanced")] == ["column"]


def test_end_of_the_specification() -> None:
    """CL-7.1, CL-9.1: at step 3 the last obelisk and the last sphinx: 12 + 5 + 2, two steps, no dice."""
    state = lay_out()
    state.obelisks = state.sphinxes = 1
    state.cleopatra, state.thrones, state.done = 3, 0, 0b111000
    state.doors = 3
    state.tiles = ()
    give(state, 0, "4A 3S M 2W 5L")
    log = play(state, "build obelisk", "build sphinx")
    assert state.talents[0] == 5 + 19
    assert state.cleopatra == 5
    assert "rolled" not in tags(log)
    assert "turn_ended" not in tags(log)
    assert tags(log)[-1] == "final"
    assert of_type(log, "final")[0].reason == "cleopatra"
    assert GAME.decision(state) is None


def test_cleopatra_stops_at_the_door() -> None:
    """CL-7.1."""
    state = lay_out()
    state.obelisks = state.sphinxes = 1
    state.cleopatra, state.done = 4, 0b111001
    give(state, 0, "4A 3S M 2W")
    log = play(state, "build obelisk", "build sphinx")
    assert [event.step for event in of_type(log, "advanced")] == [5]
    assert state.cleopatra == 5
