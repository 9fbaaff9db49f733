"""A bot that is a Python function in the referee's own process: for tests, benchmarks and trusted experiments.

It sees exactly what a bot in a sandbox sees, but no clock and no limit holds it, so never give it foreign code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from arena.game import Action, Event
from arena.protocol import Hello, Over
from arena.referee.match import Choice, Usage
from arena.referee.verdicts import Fault, Verdict

Chooser: TypeAlias = Callable[[str, Any, list[Event], tuple[Action, ...]], Action]
"""Takes kind, view, events since the last question and legal actions; gives one of those actions."""


class InlinePlayer:
    """Plays a seat with what `make(hello)` gives. An exception in it is a crash of that bot alone."""

    def __init__(self, make: Callable[[Hello], Chooser]) -> None:
        self._make = make
        self._hello: Hello | None = None
        self._choose: Chooser | None = None

    def start(self, hello: Hello) -> None:
        """Keeps hello for ready: what fails there is the bot's fault."""
        self._hello = hello

    def ready(self) -> None:
        """Makes the chooser for this match."""
        assert self._hello is not None
        try:
            self._choose = self._make(self._hello)
        except Exception as error:
            raise Fault(Verdict.CRASHED, f"{type(error).__name__}: {error}") from error

    def pid(self) -> None:
        """Is none of its own."""

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        """Calls the chooser."""
        assert self._choose is not None
        try:
            action = self._choose(kind, view, events, legal)
        except Exception as error:
            raise Fault(Verdict.CRASHED, f"{type(error).__name__}: {error}") from error
        try:
            return Choice(legal.index(action))
        except ValueError as error:
            raise Fault(Verdict.ILLEGAL, f"{action} is not among the legal actions") from error

    def rest(self) -> None:
        """Stops nothing: the bot runs only while it is asked."""

    def last_request(self) -> bytes:
        """Is empty: nothing was sent anywhere."""
        return b""

    def close(self, over: Over) -> None:
        """Tells nobody."""

    def finish(self) -> Usage:
        """Ends nothing and has used nothing that is measured."""
        return Usage()
