"""Checks of decisions, actions, events and results: each is well formed and survives being written and read."""

from __future__ import annotations

from arena.contract.walk import Walk
from arena.flow import OVER
from arena.game import MAX_LEGAL, Action, Decision, Event, Result


def check_decision(walk: Walk, decision: Decision) -> None:
    """Menus are there, short enough, without doubles, worth asking, and can be written and read."""
    legal, default = decision.legal, decision.default
    asked = list(legal)
    if not asked or asked != sorted(asked) or not set(asked) <= set(range(walk.seats)):
        walk.fail(f"a {decision.kind} decision asks the seats {asked}")
    if list(default) != asked:
        walk.fail(f"a {decision.kind} decision has defaults for the seats {list(default)}, not {asked}")
    if max(len(actions) for actions in legal.values()) < 2:
        walk.fail(f"a {decision.kind} decision without a choice was asked")
    for seat, actions in legal.items():
        if not isinstance(actions, tuple) or not 1 <= len(actions) <= MAX_LEGAL:
            walk.fail(f"the {decision.kind} menu of seat {seat} has {len(actions)} actions")
        if len({walk.game.codec.encode(action) for action in actions}) != len(actions):
            walk.fail(f"the {decision.kind} menu of seat {seat} lists an action twice")
        if len({str(action) for action in actions}) != len(actions):
            walk.fail(f"two actions in the {decision.kind} menu of seat {seat} have the same notation")
        if default[seat] not in actions:
            walk.fail(f"the default of seat {seat}, {default[seat]}, is not legal")
        for action in actions:
            check_action(walk, action)
        walk.seen.note_menu(decision.kind, len(actions))
        walk.strangers = [*walk.strangers[-40:], actions[0], actions[-1]]


def check_action(walk: Walk, action: Action) -> None:
    """An action survives its JSON form and its notation."""
    codec = walk.game.codec
    text = codec.encode(action)
    again = codec.action(text)
    if again != action or codec.encode(again) != text:
        walk.fail(f"the action {action} does not survive JSON: {text!r}")
    if walk.game.parse_action(str(action)) != action:
        walk.fail(f"the notation {str(action)!r} reads as another action")


def check_events(walk: Walk, events: list[Event]) -> None:
    """Every event survives its JSON form, names real seats and is told in one sentence."""
    names = [f"Seat{seat}" for seat in range(walk.seats)]
    codec = walk.game.codec
    for event in events:
        text = codec.encode(event)
        again = codec.event(text)
        if again != event or codec.encode(again) != text:
            walk.fail(f"the event {event} does not survive JSON: {text!r}")
        if event.to is not None and (
            list(event.to) != sorted(set(event.to)) or not set(event.to) <= set(range(walk.seats))
        ):
            walk.fail(f"the event {event} is told to the seats {event.to}")
        sentence = walk.game.describe(event, names)
        if not sentence or sentence != sentence.strip() or "\n" in sentence or sentence[-1] not in ".!":
            walk.fail(f"the event {event} is told as {sentence!r}, which is no sentence")


def check_end(walk: Walk) -> None:
    """A finished game has a well-formed result."""
    result = walk.game.result(walk.state)
    if walk.state.phase != OVER:
        walk.fail("a finished game is still in a phase")
    if result is None:
        walk.fail("a finished game has no result")
    check_result(walk, result)
    walk.seen.reasons[result.reason] += 1


def check_result(walk: Walk, result: Result) -> None:
    """Ranks count the better seats, and nobody ranks above somebody with more points."""
    scores, ranks = result.scores, result.ranks
    if not len(scores) == len(ranks) == walk.seats or not result.reason:
        walk.fail(f"the result is not complete: {result}")
    for rank, score in zip(ranks, scores, strict=True):
        if rank != 1 + sum(other < rank for other in ranks):
            walk.fail(f"the ranks {ranks} are not counted as a Result's are")
        if any(other < rank and points < score for other, points in zip(ranks, scores, strict=True)):
            walk.fail(f"the ranks {ranks} do not follow the scores {scores}")
