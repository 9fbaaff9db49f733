"""What is worth points, and how the seats rank (AR-7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.flow import OVER
from arena.game import Result
from arena.games.amun_re.board import (
    BANK,
    BANKS,
    BONUS_CARDS,
    CARD_LIMIT,
    DESERT,
    GOLD_POINTS,
    MAJORITY_POINTS,
    NILE,
    PEASANTS,
    PEASANTS_FARMERS,
    REGION,
    SCRIBES,
    SCRIBES_LIMITS,
    SET_POINTS,
    TABLE,
    TEMPLES,
)
from arena.games.amun_re.hands import ANY
from arena.games.amun_re.state import State

REASON = "complete"
"""The one way in which a game ends: both kingdoms have been scored."""


@cache
def _met_by(own: tuple[int, ...]) -> int:
    """Gives the set of bonus cards whose condition these three provinces meet by themselves (AR-7.2)."""
    cards = [TABLE[province] for province in own]
    met = {
        BANK: len({card.bank for card in cards}) == 1,
        REGION: len({card.half for card in cards}) == 1,
        NILE: all(card.nile for card in cards),
        DESERT: not any(card.nile for card in cards),
        SCRIBES: sum([CARD_LIMIT[province] for province in own]) >= SCRIBES_LIMITS,
    }
    return sum([1 << card for card, holds in met.items() if holds])


def farmers(state: State, seat: int) -> int:
    """Counts a seat's farmers, those beside the fields too."""
    return sum([state.farmers[province] + state.extra[province] for province in state.own[seat]])


def met(state: State, seat: int) -> int:
    """Gives the set of bonus cards whose condition a seat meets, whether it holds them or not (AR-7.2)."""
    return _met_by(state.own[seat]) | (farmers(state, seat) >= PEASANTS_FARMERS) << PEASANTS


def playable(state: State, seat: int) -> int:
    """Gives the set of bonus cards that a seat may play now: each kind once a scoring (AR-7.2)."""
    hand = state.hands[seat]
    held = sum([1 << card for card in BONUS_CARDS if hand & ANY[card]])
    return held & met(state, seat) & ~state.used[seat]


def built(state: State, seat: int) -> tuple[int, int, int, int]:
    """Gives a seat's points for pyramids, sets, majorities and temples (AR-7.3)."""
    own = state.own[seat]
    heights = [state.pyramids[province] for province in own]
    temples = sum([TEMPLES[province] for province in own])
    majorities = MAJORITY_POINTS * sum([seat in leaders(state, bank) for bank in BANKS])
    return sum(heights), SET_POINTS * min(heights), majorities, temples * state.level


def leaders(state: State, bank: str) -> set[int]:
    """Gives the owners of the best provinces of a bank: most pyramids, at least one, then most stones (AR-7.3)."""
    best, found = (1, 0), set()
    for seat, own in enumerate(state.own):
        for province in own:
            if TABLE[province].bank == bank:
                here = state.pyramids[province], state.stones[province]
                if here > best:
                    best, found = here, {seat}
                elif here == best:
                    found.add(seat)
    return found


def gold_points(gold: Sequence[int]) -> tuple[int, ...]:
    """Gives by seat the points for gold; equal seats get the same, and the places after them are skipped (AR-7.4)."""
    table = (*GOLD_POINTS, *[0] * len(gold))
    return tuple([table[sum([other > own for other in gold])] for own in gold])


def result(state: State) -> Result | None:
    """Ranks the seats by points, then pyramids, then stones in their provinces (AR-7.7)."""
    if state.phase != OVER:
        return None
    order = [
        (
            state.points[seat],
            sum([state.pyramids[province] for province in own]),
            sum([state.stones[province] for province in own]),
        )
        for seat, own in enumerate(state.own)
    ]
    ranks = tuple([1 + sum([other > mine for other in order]) for mine in order])
    return Result(scores=tuple(state.points), ranks=ranks, reason=REASON)
