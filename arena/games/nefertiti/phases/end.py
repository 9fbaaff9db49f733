"""The end of a turn and of the game (NE-3.1, NE-7)."""

from __future__ import annotations

from arena.flow import OVER
from arena.game import Log
from arena.games.nefertiti.board import DROUGHT_TURNS, ENDED_BY_DROUGHT, ENDED_BY_STOP, LAST_TURN, REASONS_TO_END
from arena.games.nefertiti.events import Final
from arena.games.nefertiti.scoring import gift_points, result, seal_points
from arena.games.nefertiti.state import HIRE, PLACE, State


def step(state: State, log: Log) -> None:
    """Goes on with the turn while servants are to be placed, else to the seat on the left (NE-3.1, NE-7.2)."""
    if state.placings:
        state.phase = PLACE
        return
    state.turn += 1
    if state.turn >= LAST_TURN:
        return end(state, ENDED_BY_STOP, log)
    if not state.end_phase and state.turn - state.last_draw > DROUGHT_TURNS:
        return end(state, ENDED_BY_DROUGHT, log)
    state.active = (state.active + 1) % state.seats
    state.placings = 1
    state.phase = HIRE


def end(state: State, reason: int, log: Log) -> None:
    """Ends the game at once (NE-7.1, NE-7.2)."""
    state.ended = reason
    state.phase = OVER
    if log is not None:
        final = result(state)
        assert final is not None
        points = tuple(gift_points(state)), tuple(seal_points(state))
        log.append(Final(REASONS_TO_END[reason], *points, final.scores, final.ranks))
