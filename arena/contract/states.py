"""Checks of states: copies are independent, views leak nothing, refused choices leave no traces."""

from __future__ import annotations

from typing import Any

from arena.contract.walk import Conserved, Walk, choose_randomly
from arena.errors import IllegalAction
from arena.game import Action, AnyGame, Asked, Decision, Event, Log, Seat, is_told
from arena.rng import Stream

AHEAD = 3
"""Plies that copies and reshuffled states are played on."""


def check_conserved(walk: Walk, conserved: Conserved, state: Any) -> None:
    """The game's own laws hold."""
    try:
        conserved(state)
    except AssertionError as broken:
        walk.fail(f"a conservation law is broken: {broken}")


def check_twin(walk: Walk, twin: Any) -> None:
    """Equal histories give equal bytes and equal decisions, with and without a log."""
    if walk.state.to_bytes() != twin.to_bytes():
        walk.fail("the same seed and choices led to two different states")
    if walk.game.decision(walk.state) != walk.game.decision(twin):
        walk.fail("the same seed and choices led to two different decisions")


def check_copy(walk: Walk) -> None:
    """A copy is equal, and what is done to it does not touch the original; equal choices keep copies equal."""
    game, state = walk.game, walk.state
    before = state.to_bytes()
    first, second = state.copy(), state.copy()
    if first.to_bytes() != before or second.to_bytes() != before:
        walk.fail("a copy differs from its original")
    stream = walk.stream("copies")
    for _ in range(AHEAD):
        if (decision := game.decision(first)) is None:
            break
        if game.decision(second) != decision:
            walk.fail("two copies after the same choices wait for different decisions")
        choices = choose_randomly(decision, stream)
        told: list[Event] = []
        told_second: list[Event] = []
        walk.play(first, choices, told)
        walk.play(second, choices, told_second)
        if first.to_bytes() != second.to_bytes() or told != told_second:
            walk.fail("two copies differ after the same choices")
        if state.to_bytes() != before:
            walk.fail("playing a copy changed its original")


def check_views(walk: Walk) -> None:
    """Everybody's view survives its JSON form, looking changes nothing, and no view is left from an earlier look."""
    game, state = walk.game, walk.state
    before = state.to_bytes()
    fresh = state.copy()
    for seat in walk.watchers():
        view = game.view(state, seat)
        text = game.codec.encode(view)
        again = game.codec.view(text)
        if again != view or game.codec.encode(again) != text:
            walk.fail(f"the view of {_who(seat)} does not survive JSON")
        if view != game.view(fresh, seat):
            walk.fail(f"the view of {_who(seat)} is not what a copy of the state shows")
        walk.seen.largest_view_bytes = max(walk.seen.largest_view_bytes, len(text))
    if state.to_bytes() != before:
        walk.fail("looking at the state changed it")


def check_asked(walk: Walk) -> None:
    """Asked seats know what they are asked; what anybody else knows of the decision, or of the end, is true."""
    game = walk.game
    decision = game.decision(walk.state)
    for seat in walk.watchers():
        asked = game.asked(game.view(walk.state, seat))
        if asked is None or decision is None:
            if asked is not None or decision is not None:
                walk.fail(f"{_who(seat)} takes {decision} for {asked}")
        elif seat in decision.legal and (seat not in asked.seats or asked.kind != decision.kind):
            walk.fail(f"{_who(seat)} is asked {decision.kind}, but knows of {asked} only")
        elif asked.kind is not None and asked != Asked(decision.kind, tuple(decision.legal)):
            walk.fail(f"{_who(seat)} knows of {asked}, but {decision.kind} is asked of {list(decision.legal)}")
        elif not asked.seats or not set(asked.seats) <= set(range(walk.seats)):
            walk.fail(f"{_who(seat)} waits for the seats {asked.seats}")


def check_hidden(walk: Walk, conserved: Conserved | None) -> None:
    """A state with everything reshuffled that somebody cannot see looks the same to that somebody.

    View and menus must be equal. Played on by the same choices, as long as it goes on looking the same, it must also
    tell the same: an event that differs while no view does gives away what no view may show.
    """
    game, state = walk.game, walk.state
    before = state.to_bytes()
    stream = walk.stream("hidden")
    for seat in walk.watchers():
        other = game.reshuffle_hidden(state, seat, stream)
        if state.to_bytes() != before:
            walk.fail(f"reshuffling what {_who(seat)} cannot see changed the original")
        if conserved is not None:
            check_conserved(walk, conserved, other)
        check_alike(walk, seat, other)
        if other.to_bytes() != before:
            walk.seen.hidden += 1
            _tell_alike(walk, seat, state.copy(), other, stream)
        if state.to_bytes() != before:
            walk.fail("playing a reshuffled state changed the original")


def check_alike(walk: Walk, seat: Seat | None, other: Any) -> None:
    """To the seat another state looks as the walk's state does, and asks it the same."""
    game, state = walk.game, walk.state
    if _looks(game, state, seat) != _looks(game, other, seat):
        walk.fail(f"the view of {_who(seat)} depends on what it must not see")
    if _menu(game, state, seat) != _menu(game, other, seat):
        walk.fail(f"the menu of {_who(seat)} depends on what it must not see")


def check_imagined(walk: Walk, conserved: Conserved | None) -> None:
    """A state imagined from a view alone looks like the true one to whoever has that view."""
    game, state = walk.game, walk.state
    for seat in walk.watchers():
        imagined = game.imagine(game.view(state, seat), walk.stream("imagined"))
        if conserved is not None:
            check_conserved(walk, conserved, imagined)
        check_alike(walk, seat, imagined)


def _tell_alike(walk: Walk, seat: Seat | None, one: Any, other: Any, stream: Stream) -> None:
    game = walk.game
    for _ in range(AHEAD):
        decision, decision_other = game.decision(one), game.decision(other)
        if decision is None or decision_other is None:
            break
        choices = choose_randomly(decision, stream)
        if not is_legal(decision_other, choices):
            break
        told: list[Event] = []
        told_other: list[Event] = []
        walk.play(one, choices, told)
        walk.play(other, choices, told_other)
        if _looks(game, one, seat) != _looks(game, other, seat) or _asks(game, one) != _asks(game, other):
            break  # where they wait for different decisions, one may be yet to tell what the other has told
        if [event for event in told if is_told(event, seat)] != [event for event in told_other if is_told(event, seat)]:
            walk.fail(f"an event tells {_who(seat)} what it must not see")


def is_legal(decision: Decision, choices: dict[Seat, Action]) -> bool:
    """Says whether the choices answer the decision."""
    return choices.keys() == decision.legal.keys() and all(
        action in decision.legal[seat] for seat, action in choices.items()
    )


def _looks(game: AnyGame, state: Any, seat: Seat | None) -> bytes:
    return game.codec.encode(game.view(state, seat))


def _asks(game: AnyGame, state: Any) -> object:
    decision = game.decision(state)
    return decision and (decision.kind, list(decision.legal))


def _menu(game: AnyGame, state: Any, seat: Seat | None) -> object:
    decision = game.decision(state)
    if decision is None or seat not in decision.legal:
        return None  # whom a game asks in the meantime may be a secret itself; where it is none, the view shows it
    return decision.kind, list(decision.legal), decision.legal[seat]


def _who(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def check_illegal(walk: Walk) -> None:
    """Choices that are not legal are refused, and leave the state and the log as they were."""
    game, state = walk.game, walk.state
    decision = game.decision(state)
    tries: list[dict[Seat, Action]] = [{}]
    if decision is None:
        tries += [{0: action} for action in walk.strangers[-1:]]
    else:
        good = dict(decision.default)
        seat = next(iter(good))
        tries.append({**good, walk.seats: good[seat]})
        tries += [{**good, seat: action} for action in walk.strangers if action not in decision.legal[seat]][-2:]
    before = state.to_bytes()
    for choices in tries:
        log: Log = []
        try:
            game.advance(state, choices, log)
        except IllegalAction:
            if state.to_bytes() != before or game.decision(state) != decision or log:
                walk.fail(f"the refused choices {choices} left traces")
        else:
            walk.fail(f"the choices {choices} were taken, though they are not legal")
