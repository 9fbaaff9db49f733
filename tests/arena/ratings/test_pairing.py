"""Who plays next: the needy first, nobody starved, owners kept apart."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.pairing import HOUSE, MOST_OPEN, Candidate, choose, is_settled

FEW = [Candidate(entry, HOUSE, 1_000_000, 60_000) for entry in range(1, 6)]


def names(chosen: list[Candidate] | None) -> list[int]:
    assert chosen is not None
    return [candidate.entry for candidate in chosen]


def test_a_newcomer_plays_in_the_next_block() -> None:
    newcomer = Candidate(9, 1, 1_000_000, 350_000)
    for seed in range(50):
        chosen = choose([*FEW, newcomer], 3, Random(seed), first_among=[newcomer])
        assert 9 in names(chosen)
        assert len(set(names(chosen))) == 3


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_two_bots_of_one_owner_never_meet_but_those_of_the_house_do(seed: int, seats: int) -> None:
    owned = [Candidate(10 + i, owner, 1_000_000, 350_000) for i, owner in enumerate([1, 1, 1, 2, 2])]
    chosen = choose([*FEW, *owned], seats, Random(seed), first_among=owned)
    assert chosen is not None
    owners = Counter(candidate.owner for candidate in chosen if candidate.owner is not HOUSE)
    assert max(owners.values()) == 1


def test_one_owner_alone_makes_no_block() -> None:
    owned = [Candidate(entry, 1, 1_000_000, 350_000) for entry in range(4)]
    assert choose(owned, 3, Random(1), first_among=owned) is None


def test_too_few_make_no_block() -> None:
    assert choose(FEW[:2], 3, Random(1), first_among=FEW[:2]) is None
    assert choose([], 3, Random(1), first_among=[]) is None


def test_who_was_left_out_too_long_comes_first() -> None:
    left_out = Candidate(9, 1, 3_000_000, 40_000, waited=10)
    newcomer = Candidate(8, 2, 1_000_000, 350_000)
    assert 9 in names(choose([*FEW, newcomer, left_out], 3, Random(1), first_among=[newcomer]))


def test_near_ratings_meet_more_often() -> None:
    first = Candidate(9, 1, 1_000_000, 350_000)
    near, far = Candidate(1, 2, 1_020_000, 60_000), Candidate(2, 3, 1_800_000, 60_000)
    met = Counter(
        entry
        for seed in range(400)
        for entry in names(choose([first, near, far], 2, Random(seed), first_among=[first]))
    )
    assert met[1] > 8 * met[2] > 0


def test_an_entry_with_many_open_blocks_waits() -> None:
    busy = Candidate(9, 1, 1_000_000, 350_000, open_blocks=MOST_OPEN)
    assert choose([*FEW, busy], 3, Random(1), first_among=[busy]) is None
    assert 9 not in names(choose([*FEW, busy], 3, Random(1), first_among=FEW))


def test_nobody_is_starved_over_many_blocks() -> None:
    chance = Random(7)
    last = dict.fromkeys(range(12), 0)
    longest = 0
    for number in range(1, 400):
        field = [
            Candidate(
                entry, entry, 1_000_000 + 150_000 * entry, 40_000 + 5_000 * entry, waited=number - 1 - last[entry]
            )
            for entry in last
        ]
        for entry in names(choose(field, 3, chance, first_among=field)):
            longest = max(longest, number - last[entry])
            last[entry] = number
    assert longest <= 3 * 4 + 12  # patience times the share, and then one after the other


def test_settled_is_a_matter_of_the_error() -> None:
    assert is_settled(Candidate(1, HOUSE, 0, 80_000), 80_000)
    assert not is_settled(Candidate(1, HOUSE, 0, 80_001), 80_000)
