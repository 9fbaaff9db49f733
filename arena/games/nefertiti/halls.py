"""What follows from the halls' layouts: names, prices, icons and when a hall closes.

Inside a hall a price names a space, so a set of spaces is a bit mask over prices 0..12 and the highest bid is its
highest bit. The questions about such sets are answered once and remembered.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from arena.games.nefertiti.board import (
    COLORS,
    CONNECTED,
    COUNT,
    HALLS,
    LAYOUTS,
    LINE,
    PRICES,
    SUM,
)


class Space(NamedTuple):
    """Is one bid space; `row` and `column` count from the top left."""

    name: str
    market: int
    hall: int
    price: int
    icon: str
    row: int
    column: int


def _read(hall: int) -> tuple[Space, ...]:
    spaces: list[Space] = []
    for row, text in enumerate(LAYOUTS[hall].rows.split(" / ")):
        for column, printed in enumerate(text.split()):
            price = printed.rstrip("csx")
            name = f"{HALLS[hall]}{len(spaces)}"
            spaces.append(Space(name, hall >> 1, hall, int(price), printed[len(price) :], row, column))
    return tuple(spaces)


SPACES = tuple(_read(hall) for hall in range(len(HALLS)))
"""The spaces of each hall, row by row."""
SPACE = {space.name: space for spaces in SPACES for space in spaces}
SPACE_AT = tuple(
    tuple(next((space.name for space in spaces if space.price == price), "") for price in range(PRICES))
    for spaces in SPACES
)
"""Names of spaces by hall and price."""


def _with_icon(icon: str) -> tuple[int, ...]:
    return tuple(sum(1 << space.price for space in spaces if space.icon == icon) for spaces in SPACES)


COIN = _with_icon("c")
"""For each hall the set of spaces with a coin (NE-4.3)."""
SINGLE = _with_icon("s")
"""For each hall the set of spaces whose highest bid takes a single gift (NE-5.3)."""
EXTRA = _with_icon("x")
"""For each hall the set of spaces whose highest bid may take an extra gift (NE-5.4)."""


def _neighbours(hall: int) -> dict[int, int]:
    """Gives for each price of the hall the set of spaces that share an edge with it."""
    spaces = SPACES[hall]
    return {
        a.price: sum(1 << b.price for b in spaces if abs(a.row - b.row) + abs(a.column - b.column) == 1) for a in spaces
    }


NEIGHBOURS = tuple(_neighbours(hall) for hall in range(len(HALLS)))


def _lines(hall: int, length: int) -> tuple[int, ...]:
    """Gives every straight row, column or diagonal of `length` spaces as a set of spaces."""
    at = {(space.row, space.column): space.price for space in SPACES[hall]}
    found = []
    for row, column in at:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + down * i, column + right * i) for i in range(length)]
            if all(cell in at for cell in cells):
                found.append(sum(1 << at[cell] for cell in cells))
    return tuple(found)


def _largest_group(hall: int, occupied: int) -> int:
    """Counts the spaces of the largest group of occupied spaces that hang together edge to edge."""
    neighbours = NEIGHBOURS[hall]
    largest = 0
    while occupied:
        group = 0
        edge = occupied & -occupied
        while edge:
            group |= edge
            reached = 0
            for price in prices_in(edge):
                reached |= neighbours[price]
            edge = reached & occupied & ~group
        largest = max(largest, group.bit_count())
        occupied &= ~group
    return largest


def prices_in(spaces: int) -> list[int]:
    """Lists the prices of a set of spaces, ascending."""
    return [price for price in range(PRICES) if spaces >> price & 1]


@cache
def reason_to_close(hall: int, occupied: int, full: bool, colors: int) -> int:
    """Says why a hall closes with these spaces occupied by servants of `colors` colours; 0: it stays open.

    `full` tells the option: closing=full or sum_only (NE-4.4, NE-4.5). colors may be 0 where the hall does not ask.
    """
    layout = LAYOUTS[hall]
    total = sum(prices_in(occupied))
    if total >= (layout.full_total if full else layout.total):
        return SUM
    if not full:
        return 0
    if layout.colors and colors >= layout.colors:
        return COLORS
    if layout.servants and occupied.bit_count() >= layout.servants:
        return COUNT
    if layout.connected and _largest_group(hall, occupied) >= layout.connected:
        return CONNECTED
    if layout.line and any(line & occupied == line for line in _lines(hall, layout.line)):
        return LINE
    return 0
