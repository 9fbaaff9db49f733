"""The garden as bit masks: where each mosaic may lie, what a placement earns, and where free squares hang together.

Square (row, column) is bit 9 * row + column of a mask. A placement is named by its tile, its orientation, and the row
(a..i) and column (0..8) of the upper left corner of its bounding box: P3c7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from arena.games.cleopatra.board import (
    COLUMN_REWARD,
    DOOR_REWARD,
    GARDEN,
    MOSAIC_REWARD,
    SHAPES,
    TILE_CELLS,
    TILES,
    WALLS,
    WIDTH,
)

HEIGHT = len(GARDEN)
ROWS = "abcdefghi"
Cells = tuple[tuple[int, int], ...]


def mask_of(cells: Cells) -> int:
    """Gives the squares (row, column) as a mask."""
    return sum([1 << row * WIDTH + col for row, col in cells])


def cells_of(mask: int) -> tuple[int, ...]:
    """Gives the numbers of the squares in a mask, ascending."""
    cells = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        cells.append(bit.bit_length() - 1)
    return tuple(cells)


def _squares(sign: str) -> int:
    return mask_of(tuple([(r, c) for r, row in enumerate(GARDEN) for c, here in enumerate(row) if here == sign]))


PALMS = _squares("P")
FREE = _squares(".") | PALMS
"""All that mosaics may cover: the garden without the foundation (CL-1.5)."""
WALL_SQUARES = tuple([mask_of(cells) for cells in WALLS])


def turned(cells: Cells) -> Cells:
    """Turns a shape by a quarter."""
    return _shifted([(col, -row) for row, col in cells])


def mirrored(cells: Cells) -> Cells:
    """Turns a shape over."""
    return _shifted([(row, -col) for row, col in cells])


def _shifted(cells: list[tuple[int, int]]) -> Cells:
    top, left = min([row for row, _ in cells]), min([col for _, col in cells])
    return tuple(sorted([(row - top, col - left) for row, col in cells]))


def rotations(cells: Cells) -> set[Cells]:
    """Gives a shape in its (at most four) rotations."""
    found = set()
    for _ in range(4):
        cells = turned(cells)
        found.add(cells)
    return found


ORIENTATIONS = tuple([tuple(sorted(rotations(shape) | rotations(mirrored(shape)))) for shape in SHAPES])
"""By tile, all its orientations, each a sorted tuple of offsets, in lexicographic order (CL-1.4)."""


class Placement(NamedTuple):
    """Is one way to lay one mosaic. number: its place in PLACEMENTS; flipped: not reached without turning it over."""

    number: int
    name: str
    tile: int
    orientation: int
    row: int
    col: int
    mask: int
    reward: int
    flipped: bool


def _placements() -> Iterator[Placement]:
    number = 0
    for tile, orientations in enumerate(ORIENTATIONS):
        unflipped = rotations(SHAPES[tile])
        for index, cells in enumerate(orientations):
            height, width = max([row for row, _ in cells]) + 1, max([col for _, col in cells]) + 1
            shape, flipped = mask_of(cells), cells not in unflipped
            for row in range(HEIGHT - height + 1):
                for col in range(WIDTH - width + 1):
                    mask = shape << row * WIDTH + col
                    if not mask & ~FREE:
                        name = f"{TILES[tile]}{index}{ROWS[row]}{col}"
                        reward = MOSAIC_REWARD + (mask & PALMS).bit_count()
                        yield Placement(number, name, tile, index, row, col, mask, reward, flipped)
                        number += 1


PLACEMENTS = tuple(_placements())
"""All placements in the empty garden, in the order in which menus list them."""
PLACEMENT = {placement.name: placement for placement in PLACEMENTS}


def _masks(tile: int, flips: bool) -> tuple[int, ...]:
    return tuple([p.mask for p in PLACEMENTS if p.tile == tile and (flips or not p.flipped)])


MASKS = tuple([tuple([_masks(tile, flips) for tile in range(len(TILES))]) for flips in (False, True)])
"""By whether tiles may be turned over, then by tile: the masks of all placements."""


def _by_lowest(masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    buckets: list[list[int]] = [[] for _ in range(WIDTH * HEIGHT)]
    for mask in masks:
        buckets[(mask & -mask).bit_length() - 1].append(mask)
    return tuple([tuple(bucket) for bucket in buckets])


LOWEST = tuple([tuple([_by_lowest(masks) for masks in by_tile]) for by_tile in MASKS])
"""The same masks, by their lowest square as well."""

_NOT_FIRST = mask_of(tuple([(row, col) for row in range(HEIGHT) for col in range(1, WIDTH)]))
_NOT_LAST = mask_of(tuple([(row, col) for row in range(HEIGHT) for col in range(WIDTH - 1)]))


def component(cell: int, free: int) -> int:
    """Gives the squares of `free` that hang together, edge to edge, with the square (a mask of one) `cell`."""
    found = 0
    while cell != found:
        found = cell
        cell |= (found << WIDTH | found >> WIDTH | (found & _NOT_LAST) << 1 | (found & _NOT_FIRST) >> 1) & free
    return found


def components(free: int) -> list[int]:
    """Splits squares into connected components, in the order of their lowest squares."""
    found = []
    while free:
        part = component(free & -free, free)
        found.append(part)
        free ^= part
    return found


def fits(tile: int, space: int, flips: bool) -> bool:
    """Says whether a tile has a placement that lies wholly inside the space."""
    if space.bit_count() < TILE_CELLS:
        return False
    lowest = LOWEST[flips][tile]
    walls, rest = ~space, space
    while rest:
        bit = rest & -rest
        rest ^= bit
        for mask in lowest[bit.bit_length() - 1]:
            if not mask & walls:
                return True
    return False


def column_reward(slot: int, covered: int) -> int:
    """Gives the talents for a column wall: more for each mosaic square at its edge (CL-1.3)."""
    return COLUMN_REWARD + (covered & WALL_SQUARES[slot]).bit_count()


def door_reward(side: int, walls: int) -> int:
    """Gives the talents for a door frame: more for each wall in the unbroken run from its corner (CL-1.6)."""
    slots = range(len(WALLS)) if side == 0 else range(len(WALLS) - 1, -1, -1)
    run = 0
    for slot in slots:
        if not walls >> slot & 1:
            break
        run += 1
    return DOOR_REWARD + run
