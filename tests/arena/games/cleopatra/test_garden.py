"""The garden, its mosaics and what touches what (CL-1.4 to CL-1.6)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from arena.games.cleopatra.board import GARDEN, SHAPES, TILES, WALLS
from arena.games.cleopatra.garden import (
    FREE,
    MASKS,
    ORIENTATIONS,
    PALMS,
    PLACEMENT,
    PLACEMENTS,
    cells_of,
    component,
    components,
    fits,
    mask_of,
)

RULEBOOK = Path(__file__).resolve().parents[4] / "seeds" / "rules" / "cleopatra.md"
PLACES = dict(F=250, I=63, L=244, N=242, P=310, T=126, U=152, V=128, W=126, X=31, Y=242, Z=126)
TURNED_ONLY = dict(F=125, I=63, L=122, N=121, P=155, T=126, U=152, V=128, W=126, X=31, Y=121, Z=63)
TURNS = dict(F=8, I=2, L=8, N=8, P=8, T=4, U=4, V=4, W=4, X=1, Y=8, Z=4)


def test_there_are_2040_placements() -> None:
    assert len(PLACEMENTS) == len(PLACEMENT) == 2040
    assert Counter([TILES[placement.tile] for placement in PLACEMENTS]) == PLACES
    assert [placement.number for placement in PLACEMENTS] == list(range(2040))


def test_each_mosaic_has_its_orientations_and_places() -> None:
    assert {tile: len(ORIENTATIONS[number]) for number, tile in enumerate(TILES)} == TURNS
    assert {tile: len(MASKS[True][number]) for number, tile in enumerate(TILES)} == PLACES
    assert {tile: len(MASKS[False][number]) for number, tile in enumerate(TILES)} == TURNED_ONLY


def test_placements_are_listed_by_orientation_row_and_column() -> None:
    order = [(p.tile, p.orientation, p.row, p.col) for p in PLACEMENTS]
    assert order == sorted(order)
    for shapes in ORIENTATIONS:
        assert list(shapes) == sorted(shapes)


def test_no_two_placements_cover_the_same_squares() -> None:
    assert len({placement.mask for placement in PLACEMENTS}) == 2040


def test_a_placement_is_named_by_tile_orientation_and_corner() -> None:
    found = PLACEMENT["P3c7"]
    assert (TILES[found.tile], found.orientation, found.row, found.col) == ("P", 3, 2, 7)
    cells = ORIENTATIONS[found.tile][3]
    assert found.mask == mask_of(tuple([(row + 2, col + 7) for row, col in cells]))


def test_the_garden_has_16_palms_and_72_free_squares() -> None:
    assert (PALMS.bit_count(), FREE.bit_count()) == (16, 72)
    assert all(row == row[::-1] for row in GARDEN)


def test_no_mosaic_covers_more_than_three_palms() -> None:
    """And a placement covers about 1.1 on average."""
    most = {tile: max(p.reward - 4 for p in PLACEMENTS if TILES[p.tile] == tile) for tile in TILES}
    assert most == {tile: 2 if tile in "IVWXZ" else 3 for tile in TILES}
    assert 1.05 < sum(placement.reward - 4 for placement in PLACEMENTS) / 2040 < 1.15


def test_each_wall_touches_three_squares_in_one_chain() -> None:
    chain = [cell for squares in WALLS for cell in squares]
    assert [len(squares) for squares in WALLS] == [3] * 9
    for (row, col), (next_row, next_col) in pairwise(chain):
        assert abs(row - next_row) + abs(col - next_col) <= 1
    assert set(chain) == {(r, c) for r in range(9) for c in range(9) if c in (0, 8) or r == 0}


def test_the_rulebook_shows_this_garden_and_these_mosaics() -> None:
    text = RULEBOOK.read_text()
    picture = [line for line in text.splitlines() if "P" in line or "#" in line]
    for number, row in enumerate(GARDEN):
        spaced = "    ".join(" ".join(row[first : first + 3]) for first in (0, 3, 6))
        assert any(f"{number}  {spaced}   {number}" in line for line in picture)
    drawing = text.split("```")[1].strip("\n").splitlines()
    for number, tile in enumerate(TILES):
        left = drawing[0].index(tile)
        squares = enumerate(line[left : left + 3] for line in drawing[1:])
        assert {(row, col) for row, line in squares for col, sign in enumerate(line) if sign == "#"} == set(
            SHAPES[number]
        )


def test_squares_hang_together_by_edges_only() -> None:
    free = mask_of(((0, 0), (1, 1), (1, 2), (8, 8)))
    assert [part.bit_count() for part in components(free)] == [1, 2, 1]
    assert component(1, free) == 1


def test_the_last_column_does_not_touch_the_next_row() -> None:
    assert len(components(mask_of(((3, 8), (4, 0))))) == 2


def test_the_foundation_splits_nothing() -> None:
    assert components(FREE) == [FREE]


@pytest.mark.parametrize(("tile", "is_in"), [("I", True), ("L", False), ("X", False)])
def test_only_what_fits_fits(tile: str, is_in: bool) -> None:
    row = mask_of(tuple([(0, col) for col in range(9)]))
    assert fits(TILES.index(tile), row, True) == is_in


def test_a_mosaic_that_may_not_be_turned_over_fits_less_often() -> None:
    mirrored = mask_of(((0, 1), (1, 1), (1, 0), (2, 0), (3, 0)))
    n = TILES.index("N")
    assert fits(n, mirrored, True)
    assert fits(n, mirrored, False) != fits(n, mask_of(((0, 0), (1, 0), (1, 1), (2, 1), (3, 1))), False)


def test_squares_of_a_mask_ascend() -> None:
    assert cells_of(mask_of(((8, 8), (0, 3), (2, 2)))) == (3, 20, 80)
