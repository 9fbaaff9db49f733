"""Chance is the same everywhere, fair, and independent between labels."""

from __future__ import annotations

from hashlib import sha256

import pytest

from arena.rng import SEED_LIMIT, Stream, streams


def test_words_are_those_that_the_docstring_promises() -> None:
    stream = Stream(7, "gifts")
    first = sha256(b"nile:1:7:gifts:0").digest()
    second = sha256(b"nile:1:7:gifts:1").digest()
    expected = [int.from_bytes(block[i : i + 4]) for block in (first, second) for i in range(0, 32, 4)]
    assert [stream.word() for _ in range(16)] == expected


def test_numbers_never_change() -> None:
    stream = Stream(42, "dice")
    assert [1 + stream.below(6) for _ in range(12)] == [3, 1, 3, 1, 4, 1, 4, 4, 5, 3, 1, 5]


def test_a_copy_goes_on_alone() -> None:
    stream = Stream(1, "a")
    for _ in range(5):
        stream.word()
    twin = stream.copy()
    assert [twin.word() for _ in range(20)] == [stream.word() for _ in range(20)]
    twin.word()
    assert stream.position == 25


@pytest.mark.parametrize("position", [0, 3, 7, 8, 9, 16])
def test_a_stream_can_be_taken_up_at_any_position(position: int) -> None:
    whole = Stream(1, "a")
    for _ in range(position):
        whole.word()
    later = Stream(1, "a", position)
    assert [later.word() for _ in range(10)] == [whole.word() for _ in range(10)]


def test_labels_and_seeds_give_independent_streams() -> None:
    a, b = streams(5, "a", "b")
    assert [a.word() for _ in range(4)] != [b.word() for _ in range(4)]
    assert Stream(5, "a").word() != Stream(6, "a").word()


def test_below_is_uniform() -> None:
    stream = Stream(3, "uniform")
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5  # chi square, 5 degrees, p = 0.001


def test_a_shuffle_keeps_the_items_and_favours_no_order() -> None:
    stream = Stream(4, "shuffle")
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        items = [0, 1, 2]
        stream.shuffle(items)
        seen[tuple(items)] = seen.get(tuple(items), 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_it_cannot_draw(n: int) -> None:
    with pytest.raises(ValueError, match="must be in"):
        Stream(1, "a").below(n)


@pytest.mark.parametrize("seed", [-1, SEED_LIMIT])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="is not in"):
        streams(seed, "a")


@pytest.mark.parametrize("size", [0, 1, 2, 9, 109])
def test_a_shuffle_draws_as_below_does(size: int) -> None:
    stream, other = Stream(3, "x", 5), Stream(3, "x", 5)
    items, expected = list(range(size)), list(range(size))
    stream.shuffle(items)
    for i in range(size - 1, 0, -1):
        j = other.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items == expected
    assert stream.word() == other.word()
