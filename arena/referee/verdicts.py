"""What a match says about each bot: its verdict, the fault behind it, and what the ranks become."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from arena.errors import ArenaError


class Verdict(StrEnum):
    """Is the judgement on one seat. All but OK and VOID are faults of the bot; VOID is ours."""

    OK = "ok"
    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    GARBLED = "garbled"
    CRASHED = "crashed"
    MEMORY = "memory"
    OUTPUT = "output"
    VOID = "void"


MEANING = {
    Verdict.OK: "played without a fault",
    Verdict.TIMEOUT: "did not answer in time",
    Verdict.ILLEGAL: "chose an action that was not among the legal ones",
    Verdict.GARBLED: "wrote something that is no answer to the question",
    Verdict.CRASHED: "ended before the match was over",
    Verdict.MEMORY: "needed more memory than a bot may have",
    Verdict.OUTPUT: "wrote a line longer than a line may be",
    Verdict.VOID: "was hindered by the arena itself; the match does not count",
}
"""Each verdict in plain words, to be read after the bot's name."""


class Fault(ArenaError):
    """Says what a bot did wrong; the match goes on without it.

    answer: what it sent, as far as it was read.
    """

    def __init__(self, verdict: Verdict, detail: str, answer: bytes = b"") -> None:
        self.verdict = verdict
        self.detail = detail
        self.answer = answer
        super().__init__(f"{verdict}: {detail}")


def final_ranks(ranks: Sequence[int], is_faulted: Sequence[bool]) -> tuple[int, ...]:
    """Ranks the seats that made no fault among themselves, and ties all others behind them.

    ranks: by seat, 1 is best, ties allowed; returned in the same shape.
    """
    clean = [rank for rank, faulted in zip(ranks, is_faulted, strict=True) if not faulted]
    last = len(clean) + 1
    return tuple(
        last if faulted else 1 + sum(other < rank for other in clean)
        for rank, faulted in zip(ranks, is_faulted, strict=True)
    )
