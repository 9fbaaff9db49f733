"""Who plays the next block: whoever needs it most, whoever waited too long, and others near in rating or not met yet.

Pure: plain data goes in, chance too. `python -m bench matchmaking` measures what comes out over thousands of blocks.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from random import Random

from msgspec import Struct

HOUSE = None
"""The owner of house bots in a Candidate: any number of them may meet."""

MOST_OPEN = 3
"""An entry with so many open blocks waits until one of them has closed."""

MOST_OPEN_OF_OWNER = 6
"""So do all bots of an owner who has so many open blocks on the ladder, however many bots that are."""

NEWCOMER_BLOCKS = 10
"""An entry with fewer blocks is a newcomer and goes before all others."""

_PATIENCE = 2
"""Whoever was left out for so many times its share of blocks has a seat in the next one."""

_NEAR_MPT = 90_000
"""At this distance in rating an opponent is half as likely as one of the same rating."""

SMALL_LADDER = 100
"""Up to so many entries all pairs should meet that may; on larger ladders those within REACH_MPT."""

REACH_MPT = 150_000

_ROUNDS = 16
"""An entry should have met them all when it has played so many blocks for each seat of the table."""

_MARGIN = 1.5
"""It is late once this many times the opponents it has not met would fill the places left until then."""

_LOOKED_AT = 10
"""Of so many who waited longest, one that is late in meeting others goes first."""

_TABLES = 12
"""So many tables are drawn for an entry that is late; that with the most pairs who have not met plays."""


class Candidate(Struct, frozen=True):
    """Is an entry that could play. owner: a number, HOUSE for the house's bots.

    open_blocks: drawn and not closed yet.  last_block: number of the last one that it was drawn for, 0 if none.
    blocks: how many it was drawn for.
    """

    entry: int
    owner: int | None
    rating_mpt: int
    error_mpt: int
    open_blocks: int = 0
    last_block: int = 0
    blocks: int = 0


class Share(Struct, frozen=True):
    """Is what a ladder has had of late. used_ms: CPU time of its closed blocks."""

    ladder: int
    used_ms: int
    closed_blocks: int
    open_blocks: int


Met = Callable[[int], Collection[int]]
"""Gives the entries that an entry has met in blocks of the season."""


def is_settled(candidate: Candidate, settled_mpt: int) -> bool:
    """Is the error small enough to let others go first? A newcomer's never is."""
    return candidate.error_mpt <= settled_mpt and candidate.blocks >= NEWCOMER_BLOCKS


def reckoned(shares: Sequence[Share]) -> dict[int, tuple[int, int]]:
    """Gives for each ladder the milliseconds that it has had, open blocks included, and what one more block will take.

    A block is reckoned at the mean of its ladder's closed ones, or of all ladders' where it has none. The next block
    belongs to the ladder that has had least: so all get the same time, however long their matches take.
    """
    closed = sum(each.closed_blocks for each in shares)
    usual = max(1, sum(each.used_ms for each in shares) // closed) if closed else 1
    found = {}
    for each in shares:
        cost = max(1, each.used_ms // each.closed_blocks) if each.closed_blocks else usual
        found[each.ladder] = each.used_ms + cost * each.open_blocks, cost
    return found


def choose(
    candidates: Sequence[Candidate],
    seats: int,
    chance: Random,
    *,
    number: int,
    met: Met,
    hungry: Sequence[Candidate],
) -> list[Candidate] | None:
    """Gives who plays block `number`, in a random order; None if there are not enough who may meet.

    First comes the newcomer of `hungry` with the fewest blocks, else its largest error, else whoever waited longest and
    is late in meeting others; next, whoever waited for twice its share; then others, likelier the nearer they are in
    rating and the longer they waited, but before all others those whom the first should meet, if it is late. No two
    bots of one owner meet, the house's excepted.
    """
    free = _free(candidates)
    if not free:
        return None
    share = len(candidates) / seats
    reach = REACH_MPT if len(candidates) > SMALL_LADDER else None
    idle = heapq.nsmallest(_LOOKED_AT, free, key=lambda each: (each.last_block, each.entry))
    starved = idle[0] if number - idle[0].last_block > _PATIENCE * share else None
    first = _neediest({each.entry for each in hungry}, free, number)
    if first is None or (starved and first.blocks >= NEWCOMER_BLOCKS):
        late = (each for each in idle if _to_meet(each, free, met, seats, reach))
        first = starved or next(late, idle[0])
    must = [first, starved] if starved and _may_meet(first, starved) else [first]
    fresh = _to_meet(first, free, met, seats, reach)
    weights = {each.entry: _weight(first, each, number, share) for each in free}
    tables = [_table(must, fresh, free, seats, weights, chance) for _ in range(_TABLES if fresh else 1)]
    chosen = max(tables, key=lambda table: _new_pairs(table, met)) if fresh else tables[0]
    if len(chosen) < seats:
        return None
    chance.shuffle(chosen)
    return chosen


def _table(
    must: Sequence[Candidate],
    best: Sequence[Candidate],
    free: Sequence[Candidate],
    seats: int,
    weights: Mapping[int, float],
    chance: Random,
) -> list[Candidate]:
    """Draws a table around those who must play, from the best while there are any; too short if too few may meet.

    Who has the earliest of random times sits down first; times with these rates make the weights those of a draw.
    """
    chosen = list(must)
    owners = {each.owner for each in must} - {HOUSE}
    for group in (best, free):
        if len(chosen) < seats:
            for each in sorted(group, key=lambda each: chance.expovariate(weights[each.entry])):
                if len(chosen) < seats and each.owner not in owners and each not in chosen:
                    chosen.append(each)
                    owners |= {each.owner} - {HOUSE}
    return chosen


def _new_pairs(table: Sequence[Candidate], met: Met) -> int:
    return sum(other.entry not in met(one.entry) for one, other in combinations(table, 2))


def _may_meet(one: Candidate, other: Candidate) -> bool:
    return one.entry != other.entry and (one.owner is HOUSE or one.owner != other.owner)


def _to_meet(first: Candidate, free: Sequence[Candidate], met: Met, seats: int, reach: int | None) -> list[Candidate]:
    """Gives those whom `first` should meet, if it is late in doing so; none while there is time."""
    seen = met(first.entry)
    fresh = [each for each in free if each.entry not in seen and _may_meet(first, each)]
    if reach is not None:
        fresh = [each for each in fresh if abs(each.rating_mpt - first.rating_mpt) <= reach]
    return fresh if _MARGIN * len(fresh) >= (seats - 1) * (_ROUNDS * seats - first.blocks) else []


def _free(candidates: Sequence[Candidate]) -> list[Candidate]:
    owned = Counter[int | None]()
    for each in candidates:
        owned[each.owner] += each.open_blocks
    busy = {owner for owner, count in owned.items() if owner is not HOUSE and count >= MOST_OPEN_OF_OWNER}
    return [each for each in candidates if each.open_blocks < MOST_OPEN and each.owner not in busy]


def _neediest(wanted: Collection[int], free: Sequence[Candidate], number: int) -> Candidate | None:
    def need(each: Candidate) -> tuple[int, ...]:
        missing = max(0, NEWCOMER_BLOCKS - each.blocks)
        return missing, -each.open_blocks, each.error_mpt, number - each.last_block, -each.entry

    return max((each for each in free if each.entry in wanted), key=need, default=None)


def _weight(first: Candidate, other: Candidate, number: int, share: float) -> float:
    distance = (first.rating_mpt - other.rating_mpt) / _NEAR_MPT
    waited = min((number - other.last_block) / share, 2 * _PATIENCE)
    return (0.5 + waited * waited) / ((1 + distance * distance) * (1 + other.open_blocks))
