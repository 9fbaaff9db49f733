"""One game under inspection, how its choices are made, and how a broken promise is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from arena.errors import IllegalAction
from arena.game import Action, AnyGame, Decision, Log, Options, Seat
from arena.rng import Stream

Conserved = Callable[[Any], None]
"""A game's own laws: raises AssertionError if a state breaks one (pieces lost, money made, ...)."""

Policy = Callable[[Decision, Stream], dict[Seat, Action]]
"""Chooses for all asked seats."""


@dataclass(slots=True)
class Seen:
    """Is what a check came across, so that a caller can ask whether it was enough.

    menus: by kind of decision, its longest menu. hidden: states in which something was hidden from somebody, found by
    reshuffling. inspected: kinds at which copies, views, leaks and illegal actions were checked. reasons: of
    results, with how often.
    """

    games: int = 0
    plies: int = 0
    longest: int = 0
    menus: dict[str, int] = field(default_factory=dict)
    hidden: int = 0
    inspected: set[str] = field(default_factory=set)
    reasons: Counter[str] = field(default_factory=Counter)
    largest_view_bytes: int = 0

    def note_menu(self, kind: str, length: int) -> None:
        """Keeps the length of a menu if no other of its kind was longer."""
        self.menus[kind] = max(length, self.menus.get(kind, 0))


@dataclass(slots=True)
class Walk:
    """Is one game under inspection: the state, and where it came from."""

    game: AnyGame
    seats: int
    options: Options | None
    seed: int
    policy: str
    seen: Seen
    state: Any = None
    ply: int = 0
    strangers: list[Action] = field(default_factory=list)
    """Actions seen so far, to be tried where they are illegal."""

    def fail(self, what: str) -> NoReturn:
        """Raises AssertionError with everything that is needed to see it again."""
        options = dict(self.options or {})
        raise AssertionError(
            f"{self.game.slug}, {self.seats} seats, options {options}, seed {self.seed}, {self.policy} choices, "
            f"ply {self.ply}: {what}"
        )

    def play(self, state: Any, choices: dict[Seat, Action], log: Log) -> None:
        """Plays legal choices; a game that refuses them fails."""
        try:
            self.game.advance(state, choices, log)
        except IllegalAction as refused:
            self.fail(f"what a menu lists is refused: {refused}")

    def stream(self, label: str) -> Stream:
        """Gives chance for one check at this ply."""
        return Stream(self.seed, f"contract:{label}:{self.policy}:{self.ply}")

    def watchers(self) -> Iterable[Seat | None]:
        """Lists everybody who watches: all seats and a spectator."""
        return (*range(self.seats), None)


def choose_randomly(decision: Decision, stream: Stream) -> dict[Seat, Action]:
    """Picks any legal action for each seat."""
    return {seat: actions[stream.below(len(actions))] for seat, actions in decision.legal.items()}


def choose_default(decision: Decision, stream: Stream) -> dict[Seat, Action]:
    """Plays what the referee plays for seats that fail."""
    return dict(decision.default)


def choose_last(decision: Decision, stream: Stream) -> dict[Seat, Action]:
    """Picks the last action of every menu."""
    return {seat: actions[-1] for seat, actions in decision.legal.items()}


POLICIES: dict[str, Policy] = {"random": choose_randomly, "default": choose_default, "last": choose_last}
