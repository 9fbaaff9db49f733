"""Menus of actions by what they depend on: sets of free spaces, gifts and cards, as bit masks.

A menu is a tuple in the canonical order: markets G K S L, spaces and slots ascending, kinds and card types as in
board.py, seats ascending. Small tables are made at import, large ones grow as they are asked.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from arena.games.nefertiti.actions import (
    BUY,
    COINS,
    DECLINE,
    DISCARD,
    EXTRA,
    HIRE_MERCHANT,
    HIRE_PRIEST,
    HIRE_SCRIBE,
    HIRE_THIEF,
    PASS,
    PLACE,
    TAKE_ONE,
    TAKE_TWO,
    Menu,
)
from arena.games.nefertiti.board import GIFTS, SLOTS
from arena.games.nefertiti.halls import SPACES


def _by_set(actions: Menu) -> tuple[Menu, ...]:
    """Gives for each set of places in `actions` the actions at these places."""
    return tuple(
        tuple([action for i, action in enumerate(actions) if members >> i & 1]) for members in range(1 << len(actions))
    )


BUYS = _by_set(BUY)
DISCARDS = _by_set(DISCARD)
SCRIBES = _by_set(HIRE_SCRIBE)
PRIESTS = _by_set(HIRE_PRIEST)
THIEVES = tuple(_by_set(row) for row in HIRE_THIEF)
EXTRAS = tuple((*menu, DECLINE) for menu in _by_set(EXTRA))
"""For each set of unsealed gifts the choice of an extra one (NE-5.4)."""
OTHERS = tuple(tuple((*menu, last) for menu in BUYS) for last in (PASS, COINS))
"""By whether the reserve has money, and the set of gifts that can be paid, what another bidder may do (NE-5.6)."""


def _takes(filled: int, sealed: bool, single: bool) -> Menu:
    if single:
        return tuple([TAKE_ONE[slot] for slot in range(SLOTS) if filled >> slot & 1])
    unsealed = [slot for slot in range(sealed, SLOTS) if filled >> slot & 1]
    first: Menu = (TAKE_ONE[0],) if sealed else ()
    if len(unsealed) == 1:
        return (*first, TAKE_ONE[unsealed[0]])
    return (*first, *(TAKE_TWO[pair] for pair in combinations(unsealed, 2)))


TAKES = tuple(
    tuple(tuple(_takes(filled, sealed, single) for filled in range(1 << SLOTS)) for sealed in (False, True))
    for single in (False, True)
)
"""What the highest bidder may take (NE-5.2, NE-5.3): by single, by whether there is a seal, by the filled slots."""


@cache
def places(hall: int, occupied: int) -> Menu:
    """Lists the free spaces of a hall (NE-4.1)."""
    pairs = zip(SPACES[hall], PLACE[hall], strict=True)
    return tuple([action for space, action in pairs if not occupied >> space.price & 1])


@cache
def merchants(target: int, give: int, theirs: int) -> Menu:
    """Lists the swaps of one card type for those that the target holds (NE-3.6)."""
    return tuple([HIRE_MERCHANT[target][give][get] for get in range(len(GIFTS)) if theirs >> get & 1 and get != give])
