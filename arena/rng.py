"""The one source of chance: a counter-based generator whose numbers are the same on every Python.

Block i of a stream is SHA-256("nile:1:" + seed + ":" + label + ":" + i), all in ASCII decimal; it is read as
eight big-endian 32-bit words. Uniform numbers come from rejection sampling, so no value is favoured. Streams of
different labels are independent: an option that uses up numbers of one purpose never shifts another's.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from struct import Struct
from typing import Any

SEED_LIMIT = 2**64
"""Seeds are whole numbers from 0 up to, not including, this limit."""

_WORDS = Struct(">8I")


class Stream:
    """Draws numbers for one purpose. Two streams with equal seed, label and position draw equal numbers."""

    __slots__ = ("_prefix", "_words", "position")

    def __init__(self, seed: int, label: str, position: int = 0) -> None:
        """Starts after `position` numbers have been drawn (32-bit words, rejected ones included)."""
        self._prefix = f"nile:1:{seed}:{label}:".encode("ascii")
        self.position = position
        self._words: tuple[int, ...] = self._block(position >> 3) if position & 7 else ()

    def _block(self, index: int) -> tuple[int, ...]:
        return _WORDS.unpack(sha256(self._prefix + b"%d" % index).digest())

    def word(self) -> int:
        """Draws a number in 0..2**32-1."""
        position = self.position
        offset = position & 7
        if not offset:
            self._words = self._block(position >> 3)
        self.position = position + 1
        return self._words[offset]

    def below(self, n: int) -> int:
        """Draws a uniform number in 0..n-1, for n in 1..2**32."""
        if not 1 <= n <= 2**32:
            raise ValueError(f"below({n}): n must be in 1..2**32")
        limit = 2**32 - 2**32 % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles in place (Fisher-Yates from the last place down), every order equally likely."""
        words, position = self._words, self.position
        for i in range(len(items) - 1, 0, -1):  # below(i + 1), written out because decks are shuffled often
            limit = 2**32 - 2**32 % (i + 1)
            word = limit
            while word >= limit:
                offset = position & 7
                if not offset:
                    words = self._block(position >> 3)
                position += 1
                word = words[offset]
            j = word % (i + 1)
            items[i], items[j] = items[j], items[i]
        self._words, self.position = words, position

    def copy(self) -> Stream:
        """Gives an independent stream that will draw the same numbers."""
        twin = Stream.__new__(Stream)
        twin._prefix = self._prefix
        twin.position = self.position
        twin._words = self._words
        return twin


def streams(seed: int, *labels: str) -> tuple[Stream, ...]:
    """Gives one fresh stream per label. Raises ValueError for a seed outside 0..SEED_LIMIT-1."""
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed {seed} is not in 0..{SEED_LIMIT - 1}")
    return tuple(Stream(seed, label) for label in labels)
