"""Laying mosaics, the pile, sanctuaries and statues (CL-5)."""

from __future__ import annotations

from arena.games.cleopatra import GAME
from arena.games.cleopatra.board import TILES
from arena.games.cleopatra.garden import FREE, cells_of, column_reward, mask_of
from arena.games.cleopatra.phases.mosaics import survey
from arena.games.cleopatra.state import State
from tests.arena.games.cleopatra.table import (
    asked,
    begin,
    default,
    give,
    hand,
    lay,
    lay_out,
    menu,
    of_type,
    pile,
    placement,
    play,
    tags,
)

L_IN_CORNER = placement("L", (0, 0), (0, 1), (1, 0), (2, 0), (3, 0))
N_BESIDE_IT = placement("N", (0, 2), (1, 2), (2, 1), (2, 2), (3, 1))
V_ROUND_CORNER = placement("V", (0, 2), (1, 2), (2, 2), (2, 1), (2, 0))
I_IN_FRONT = placement("I", (8, 0), (8, 1), (8, 2), (8, 3), (8, 4))


def with_mosaic(tiles: str, *laid: str, cards: str = "2A S M L") -> State:
    """Gives a table on which seat 0 has just paid for the top mosaic."""
    state = lay_out()
    pile(state, tiles)
    lay(state, *laid)
    give(state, 0, cards)
    play(state, "build mosaic")
    return state


def test_a_mosaic_may_lie_anywhere_on_free_squares() -> None:
    """CL-5.1: 310 places for the P in the empty garden, in canonical order."""
    state = with_mosaic("PFILNTUVWXYZ")
    places = menu(state)
    assert len(places) == 310
    assert places == sorted(places)
    assert default(state) == places[0] == "place P0a0"


def test_what_is_covered_is_not_free() -> None:
    """CL-5.1, CL-1.5."""
    state = with_mosaic("XFILNPTUVWYZ", V_ROUND_CORNER)
    assert "place X0d1" in menu(state)
    assert "place X0a2" not in menu(state)
    assert len(menu(state)) < 31


def test_a_mosaic_is_rewarded_for_palms() -> None:
    """CL-1.3: L and N in the corner cover one palm each."""
    state = with_mosaic("LNPFI")
    log = play(state, f"place {L_IN_CORNER}")
    assert of_type(log, "placed")[0].talents == 5
    assert of_type(log, "top")[0].tile == "N"
    assert state.talents[0] == 5 + 5


def test_a_single_square_that_is_cut_off_is_a_sanctuary() -> None:
    """CL-5.3, CL-5.4."""
    state = with_mosaic("NPFIT", L_IN_CORNER)
    log = play(state, f"place {N_BESIDE_IT}")
    placed = of_type(log, "placed")[0]
    assert (placed.talents, placed.sanctuaries) == (5, ((10,),))
    assert asked(state) == (0, "claim")
    assert menu(state) == ["claim 10", "decline"]
    log = play(state, "claim 10")
    assert of_type(log, "claimed")[0].cells == (10,)
    assert (state.statues, state.claims) == ([1, 2, 2, 2], ((0, 1 << 10),))


def test_four_squares_that_are_closed_off_are_a_sanctuary() -> None:
    """CL-5.3."""
    state = with_mosaic("VPFIT")
    log = play(state, f"place {V_ROUND_CORNER}")
    placed = of_type(log, "placed")[0]
    assert (placed.talents, placed.sanctuaries) == (5, ((0, 1, 9, 10),))


def test_a_space_becomes_a_sanctuary_when_the_last_piece_that_fits_is_used() -> None:
    """CL-5.3, CL-5.4: five squares in a row wait for the I, which is built elsewhere."""
    n = placement("N", (0, 1), (1, 1), (1, 2), (2, 2), (3, 2))
    p = placement("P", (0, 7), (0, 8), (1, 6), (1, 7), (1, 8))
    state = with_mosaic("NPFIT")
    log = play(state, f"place {n}")
    assert of_type(log, "placed")[0].talents == 6
    assert of_type(log, "placed")[0].sanctuaries == ()
    state = with_mosaic("PIFT", n)
    log = play(state, f"place {p}")
    assert of_type(log, "placed")[0].talents == 5
    assert of_type(log, "placed")[0].sanctuaries == ()
    state = with_mosaic("IFT", n, p)
    log = play(state, f"place {I_IN_FRONT}")
    placed = of_type(log, "placed")[0]
    assert (placed.talents, placed.sanctuaries) == (5, ((2, 3, 4, 5, 6),))
    assert menu(state) == ["claim 2", "decline"]
    rewards = [column_reward(slot, state.covered) for slot in range(9)]
    assert rewards == [4, 3, 3, 4, 3, 5, 5, 3, 3]


def test_a_sanctuary_that_is_declined_stays_without_owner() -> None:
    """CL-5.4."""
    state = with_mosaic("VPFIT")
    play(state, f"place {V_ROUND_CORNER}", "decline")
    assert state.claims == ()
    assert cells_of(state.sealed) == (0, 1, 9, 10)
    assert asked(state)[0] == 1


def test_several_sanctuaries_at_once_are_claimed_one_by_one() -> None:
    """CL-5.4: with an empty pile every space is a sanctuary."""
    state = with_mosaic("V", cards="2A S M L")
    log = play(state, f"place {V_ROUND_CORNER}")
    assert len(of_type(log, "placed")[0].sanctuaries) == 2
    assert menu(state) == ["claim 0", "claim 3", "decline"]
    assert default(state) == "claim 0"
    play(state, "claim 3")
    assert menu(state) == ["claim 0", "decline"]
    play(state, "claim 0")
    assert state.statues[0] == 0
    assert [part.bit_count() for _, part in state.claims] == [63, 4]


def test_without_a_statue_nothing_is_asked() -> None:
    """CL-5.4."""
    state = lay_out()
    state.statues[0] = 0
    pile(state, "VPFIT")
    give(state, 0, "2A S M L")
    play(state, "build mosaic", f"place {V_ROUND_CORNER}")
    assert asked(state)[0] == 1
    assert state.claims == ()


def test_a_top_piece_that_fits_nowhere_leaves_the_game() -> None:
    """CL-5.2: and the next ones too, but nobody looks below one that fits."""
    state = narrow("PXVIF")
    log = play(state, "build mosaic")
    assert [event.tile for event in of_type(log, "removed")] == ["X", "V"]
    assert of_type(log, "top")[0].tile == "I"
    view = GAME.view(state, 0)
    assert (view.stock["mosaic"], view.mosaics.left, view.mosaics.top) == (2, ("F", "I"), "I")


def narrow(tiles: str) -> State:
    """Gives a table whose garden is all covered but the row in front and a corner for a P."""
    state = lay_out()
    pile(state, tiles)
    front = tuple([(8, col) for col in range(9)])
    corner = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    state.covered = FREE & ~mask_of(front) & ~mask_of(corner)
    survey(state)
    give(state, 0, "2A S M L")
    return state


def test_when_the_pile_is_empty_cleopatra_moves() -> None:
    """CL-5.2, CL-7.1: also if the last pieces were removed."""
    state = narrow("PXV")
    log = play(state, "build mosaic")
    assert [event.tile for event in of_type(log, "removed")] == ["X", "V"]
    assert [event.k for event in of_type(log, "advanced")] == ["mosaic"]
    assert state.cleopatra == 1


def test_a_scribe_picks_any_other_piece_that_fits() -> None:
    """CL-6.3: the order of the pile does not change."""
    state = lay_out()
    pile(state, "XFWI")
    give(state, 0, "2A S M L SCR")
    assert begin(state)[-4:] == [
        "build mosaic",
        "build mosaic F scribe",
        "build mosaic I scribe",
        "build mosaic W scribe",
    ]
    log = play(state, "build mosaic W scribe")
    assert (state.amulets[0], hand(state, 0)) == (2, "")
    assert of_type(log, "played")[0].tile == "W"
    assert {text[:7] for text in menu(state)} == {"place W"}
    log = play(state, menu(state)[0])
    assert [TILES[tile] for tile in reversed(state.tiles)] == ["X", "F", "I"]
    assert "top" not in tags(log)


def test_a_scribe_is_not_offered_what_fits_nowhere() -> None:
    """CL-6.3."""
    state = narrow("PXVI")
    give(state, 0, "2A S M L SCR")
    assert [text for text in begin(state) if "mosaic" in text] == ["build mosaic", "build mosaic I scribe"]


def test_a_mosaic_may_only_be_turned_over_if_the_option_says_so() -> None:
    """CL-1.4."""
    for flip, count in (("true", 310), ("false", 155)):
        state = lay_out(allow_flip=flip)
        pile(state, "PXV")
        give(state, 0, "2A S M L")
        play(state, "build mosaic")
        assert len(menu(state)) == count
