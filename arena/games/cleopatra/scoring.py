"""The end of a game: what is left of everyone's amulets, who is sacrificed, and who wins (CL-9)."""

from __future__ import annotations

from typing import NamedTuple

from arena.flow import OVER
from arena.game import Log, Result
from arena.games.cleopatra.board import MERCHANT_SCORE, REASONS, STANDARD
from arena.games.cleopatra.cards import standard
from arena.games.cleopatra.events import Final
from arena.games.cleopatra.state import State


class Closing(NamedTuple):
    """Is the final account, every field by seat.

    tainted: tainted cards in hand; sanctuaries: squares of own sanctuaries; amulets: those left after both.
    """

    tainted: tuple[int, ...]
    sanctuaries: tuple[int, ...]
    amulets: tuple[int, ...]
    eaten: tuple[bool, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


def account(state: State) -> Closing:
    """Closes the books as if the game ended now (CL-9.2 to CL-9.5)."""
    seats = range(state.seats)
    tainted = [sum(hand[STANDARD:]) for hand in state.hands]
    squares = [sum([part.bit_count() for owner, part in state.claims if owner == seat]) for seat in seats]
    amulets = [max(0, state.amulets[seat] + tainted[seat] - squares[seat]) for seat in seats]
    eaten = [sum([other > mine for other in amulets]) < state.sacrifice for mine in amulets]
    scores = [0 if eaten[s] else state.talents[s] + MERCHANT_SCORE * state.merchants[s] for s in seats]
    keys = [(not eaten[s], scores[s], -amulets[s], standard(state, s)) if not eaten[s] else (False,) for s in seats]
    ranks = [1 + sum([other > mine for other in keys]) for mine in keys]
    return Closing(tuple(tainted), tuple(squares), tuple(amulets), tuple(eaten), tuple(scores), tuple(ranks))


def end(state: State, reason: int, log: Log) -> None:
    """Ends the game (CL-9.1)."""
    state.ended = reason
    state.phase = OVER
    if log is not None:
        closing = account(state)
        log.append(Final(REASONS[reason], tuple(state.talents), tuple(state.merchants), *closing))


def result(state: State) -> Result | None:
    """Gives scores and ranks once the game is over; who is sacrificed scores 0 (CL-9.5)."""
    if state.phase != OVER:
        return None
    closing = account(state)
    return Result(closing.scores, closing.ranks, REASONS[state.ended])
