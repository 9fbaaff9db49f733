"""The loop that walks a game's phase table, the same for every game.

A game's flow.py lists its phases as the rulebook's contents page does. Each phase has a step, which does what happens
by itself and either moves on (sets `state.phase`, returns None) or returns the decision that it needs, and, if it
ever asks, an apply, which carries the choices out and sets `state.phase`. A phase that is entered from several
places keeps its return address in the state, never on Python's call stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from arena.errors import IllegalAction
from arena.game import Choices, Decision, Log, State

OVER = -1
"""The phase of a game that has ended."""

S = TypeVar("S", bound=State)


class Phase(NamedTuple, Generic[S]):
    """Is one row of a phase table."""

    name: str
    step: Callable[[S, Log], Decision | None]
    apply: Callable[[S, Any, Log], None] | None = None


def walk(table: tuple[Phase[S], ...], state: S, log: Log) -> None:
    """Runs phases until a seat has a real choice (then `state.pending` holds the decision) or the game is over.

    A decision in which nobody has a choice is carried out at once, and logged like any other.
    """
    while (index := state.phase) != OVER:
        phase = table[index]
        decision = phase.step(state, log)
        if decision is None:
            continue
        for actions in decision.legal.values():
            if len(actions) > 1:
                state.pending = decision
                return
        assert phase.apply is not None
        phase.apply(state, decision.default, log)
    state.pending = None


def advance(table: tuple[Phase[S], ...], state: S, choices: Choices, log: Log) -> None:
    """Checks the choices against the pending decision, carries them out and walks on.

    Raises IllegalAction, with the state unchanged.
    """
    decision = state.pending
    if decision is None:
        raise IllegalAction(None, None, "finished game's")
    legal = decision.legal
    if len(choices) != len(legal):
        raise IllegalAction(None, None, decision.kind)
    for seat, action in choices.items():
        actions = legal.get(seat)
        if actions is None:
            raise IllegalAction(None, None, decision.kind)
        if action not in actions:
            raise IllegalAction(seat, action, decision.kind)
    apply = table[state.phase].apply
    assert apply is not None
    apply(state, choices, log)
    walk(table, state, log)
