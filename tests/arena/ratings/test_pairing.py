"""Who plays next: newcomers first, nobody starved, owners kept apart, near ones mostly, everybody in the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.pairing import (
    HOUSE,
    MOST_OPEN,
    MOST_OPEN_OF_OWNER,
    NEWCOMER_BLOCKS,
    REACH_MPT,
    SMALL_LADDER,
    Candidate,
    Share,
    choose,
    is_settled,
    reckoned,
)

OLD = 1000
"""Blocks of one who has met everybody."""

FEW = [Candidate(entry, HOUSE, 1_000_000, 60_000, last_block=99, blocks=OLD) for entry in range(1, 6)]


def everybody(entry: int) -> Collection[int]:
    """All have met."""
    return range(10_000)


def names(
    candidates: Sequence[Candidate], seats: int, seed: int, hungry: Sequence[Candidate] = (), number: int = 100
) -> list[int]:
    chosen = choose(candidates, seats, Random(seed), number=number, met=everybody, hungry=hungry)
    return [] if chosen is None else [candidate.entry for candidate in chosen]


def test_a_newcomer_plays_in_the_next_block() -> None:
    newcomer = Candidate(9, 1, 1_000_000, 350_000, last_block=99)
    for seed in range(50):
        found = names([*FEW, newcomer], 3, seed, [newcomer])
        assert 9 in found
        assert len(set(found)) == 3


def test_a_newcomer_goes_before_larger_errors_until_its_tenth_block() -> None:
    returned = Candidate(8, 2, 5_000_000, 350_000, last_block=99, blocks=OLD)
    for blocks in range(NEWCOMER_BLOCKS + 1):
        newcomer = Candidate(9, 1, 1_000_000, 90_000, last_block=99, blocks=blocks)
        met = Counter(
            entry for seed in range(40) for entry in names([*FEW, newcomer, returned], 2, seed, [newcomer, returned])
        )
        assert (met[9] == 40) is (blocks < NEWCOMER_BLOCKS)


def test_the_newcomer_with_the_fewest_blocks_goes_first() -> None:
    newcomers = [Candidate(10 + n, n, 9_000_000 * n, 350_000, last_block=99, blocks=5 - n) for n in range(1, 4)]
    assert all(13 in names([*FEW, *newcomers], 2, seed, newcomers) for seed in range(20))


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_two_bots_of_one_owner_never_meet_but_those_of_the_house_do(seed: int, seats: int) -> None:
    owned = [Candidate(10 + i, owner, 1_000_000, 350_000) for i, owner in enumerate([1, 1, 1, 2, 2])]
    chosen = choose([*FEW, *owned], seats, Random(seed), number=1, met=lambda entry: (), hungry=owned)
    assert chosen is not None
    owners = Counter(candidate.owner for candidate in chosen if candidate.owner is not HOUSE)
    assert max(owners.values()) == 1


def test_not_even_who_waited_too_long_meets_a_bot_of_its_owner() -> None:
    newcomer, left_out = Candidate(9, 1, 1_000_000, 350_000), Candidate(8, 1, 1_000_000, 40_000, 0, 1, OLD)
    assert 8 not in names([*FEW, newcomer, left_out], 3, 1, [newcomer])


def test_one_owner_alone_makes_no_block() -> None:
    owned = [Candidate(entry, 1, 1_000_000, 350_000) for entry in range(4)]
    assert names(owned, 3, 1, owned) == []


def test_too_few_make_no_block() -> None:
    assert names(FEW[:2], 3, 1) == []
    assert names([], 3, 1) == []


def test_who_was_left_out_too_long_has_a_seat_beside_the_newcomer() -> None:
    left_out = Candidate(9, 1, 3_000_000, 40_000, last_block=90, blocks=OLD)
    newcomer = Candidate(8, 2, 1_000_000, 350_000, last_block=99)
    assert {8, 9} < set(names([*FEW, newcomer, left_out], 3, 1, [newcomer]))


def test_among_the_settled_who_waited_longest_comes_first() -> None:
    idle = Candidate(9, 1, 3_000_000, 40_000, last_block=98, blocks=OLD)
    assert all(9 in names([*FEW, idle], 2, seed) for seed in range(20))


def test_near_ratings_meet_more_often_and_far_ones_still_do() -> None:
    first = Candidate(9, 1, 1_000_000, 350_000, last_block=99, blocks=OLD)
    near = Candidate(1, 2, 1_020_000, 60_000, last_block=99, blocks=OLD)
    far = Candidate(2, 3, 1_500_000, 60_000, last_block=99, blocks=OLD)
    met = Counter(entry for seed in range(600) for entry in names([first, near, far], 2, seed, [first]))
    assert met[1] > 8 * met[2] > 0


def test_an_entry_with_many_open_blocks_waits() -> None:
    busy = Candidate(9, 1, 1_000_000, 350_000, open_blocks=MOST_OPEN)
    for seed in range(20):
        assert 9 not in names([*FEW, busy], 3, seed, [busy])


def test_an_owner_with_many_open_blocks_waits_with_all_bots() -> None:
    each = MOST_OPEN_OF_OWNER // 3
    busy = [Candidate(10 + i, 1, 1_000_000, 350_000, open_blocks=each) for i in range(3)]
    free = Candidate(20, 1, 1_000_000, 350_000)
    for seed in range(20):
        assert 20 not in names([*FEW, *busy, free], 3, seed, [free])
        assert 20 in names([*FEW, *busy[1:], free], 3, seed, [free])


def test_settled_is_who_is_known_well_and_has_played() -> None:
    assert is_settled(Candidate(1, HOUSE, 0, 80_000, blocks=NEWCOMER_BLOCKS), 80_000)
    assert not is_settled(Candidate(1, HOUSE, 0, 80_001, blocks=NEWCOMER_BLOCKS), 80_000)
    assert not is_settled(Candidate(1, HOUSE, 0, 50_000, blocks=NEWCOMER_BLOCKS - 1), 80_000)


def test_ladders_get_the_same_time_not_the_same_number_of_blocks() -> None:
    slow, quick, fresh = Share(1, 9_000, 3, 1), Share(2, 9_000, 9, 0), Share(3, 0, 0, 2)
    assert reckoned([slow, quick, fresh]) == {1: (12_000, 3_000), 2: (9_000, 1_000), 3: (3_000, 1_500)}
    assert reckoned([fresh]) == {3: (2, 1)}


class Ladder:
    """Is a ladder that only draws blocks: everybody is settled and stays where it is."""

    def __init__(self, ratings: Sequence[int], owners: Sequence[int | None], seats: int) -> None:
        self.field = [
            Candidate(entry, owner, rating, 40_000)
            for entry, (rating, owner) in enumerate(zip(ratings, owners, strict=True))
        ]
        self.seats, self.chance, self.number, self.longest = seats, Random(1), 0, 0
        self.met: dict[int, set[int]] = defaultdict(set)

    def draw(self, hungry: Sequence[Candidate] = ()) -> list[int]:
        self.number += 1
        found = choose(self.field, self.seats, self.chance, number=self.number, met=self.met.__getitem__, hungry=hungry)
        assert found is not None
        who = [each.entry for each in found]
        for each in found:
            self.longest = max(self.longest, self.number - each.last_block)
            self.met[each.entry].update(who)
            self.field[each.entry] = Candidate(
                each.entry, each.owner, each.rating_mpt, 40_000, 0, self.number, each.blocks + 1
            )
        return who

    def missing(self, within_mpt: int = 10**9) -> int:
        """Count the pairs that may meet, lie so near and have not met."""
        return sum(
            one.owner != other.owner
            and abs(one.rating_mpt - other.rating_mpt) <= within_mpt
            and other.entry not in self.met[one.entry]
            for one, other in combinations(self.field, 2)
        )


@pytest.mark.parametrize(("entries", "seats"), [(10, 3), (10, 5), (40, 4), (100, 3)])
def test_all_who_may_meet_have_met_by_twenty_blocks_each_and_nobody_waits_long(entries: int, seats: int) -> None:
    chance = Random(entries + seats)
    ratings = [round(chance.gauss(1_700_000, 250_000)) for _ in range(entries)]
    ladder = Ladder(ratings, [entry // 2 for entry in range(entries)], seats)
    for _ in range(20 * entries):
        ladder.draw()
    assert ladder.missing() == 0
    assert ladder.longest <= 3 * entries / seats


def test_on_a_large_ladder_all_near_ones_meet() -> None:
    chance = Random(7)
    entries = SMALL_LADDER + 1
    ladder = Ladder([round(chance.gauss(1_700_000, 250_000)) for _ in range(entries)], range(entries), 4)
    for _ in range(20 * entries):
        ladder.draw()
    assert ladder.missing(REACH_MPT) == 0
    assert ladder.missing() > 0


def test_a_newcomer_on_a_small_ladder_plays_ten_blocks_on_end() -> None:
    ladder = Ladder([1_000_000 + 50_000 * entry for entry in range(10)], range(10), 3)
    for _ in range(100):
        ladder.draw()
    newcomer = Candidate(10, 99, 1_600_000, 350_000, last_block=100)
    ladder.field.append(newcomer)
    assert all(10 in ladder.draw([ladder.field[10]]) for _ in range(NEWCOMER_BLOCKS))
    assert ladder.longest <= 3 * 11 / 3
