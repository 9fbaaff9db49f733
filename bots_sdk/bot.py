"""The class that an author extends, and the question that it answers.

What is imported here is imported at every start of every bot, on the bot's own clock: keep it little.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from arena import games
from arena.game import Action, AnyGame, Event, Seat
from arena.protocol import NOTE_LENGTH, Clock, Hello, Over
from arena.rng import Stream

if TYPE_CHECKING:
    from random import Random

V = TypeVar("V")

_SHOWN = 8


class Turn(Generic[V]):
    """Is one question to a bot.

    number: counts the questions to this bot, from 1.  kind: the game's word for what is asked, such as "place".
    view: what the seat sees now.  events: what it was told since its last question, oldest first.
    legal: the actions to choose from, in the game's canonical order, at least two.
    clock: bank_ms (CPU time left), wall_ms (what this decision may take by the wall), used_ms (CPU time that the
    last decision cost).
    """

    __slots__ = ("_note", "clock", "events", "kind", "legal", "number", "view")

    def __init__(
        self, number: int, kind: str, view: V, events: list[Event], legal: tuple[Action, ...], clock: Clock
    ) -> None:
        self.number = number
        self.kind = kind
        self.view = view
        self.events = events
        self.legal = legal
        self.clock = clock
        self._note = ""

    def note(self, text: object) -> None:
        """Says something about this decision, for the match's page; the last note counts.

        Control characters become spaces, and what is longer than a note may be is cut off.
        """
        plain = str(text).encode("utf-8", "replace").decode()
        self._note = "".join(char if char.isprintable() else " " for char in plain[:NOTE_LENGTH])


AnyTurn: TypeAlias = Turn[Any]
"""A question of any game."""


class Bot(ABC):
    """Is one bot on one seat for one match; a new one is made for every match.

    All attributes below stand before `__init__` runs, which needs no arguments and no call of this class's own.
    """

    game: AnyGame
    """The rules: `self.game.imagine(turn.view, self.stream)` gives a state to search in."""
    seat: Seat
    """The seat of this bot, from 0."""
    seats: int
    """How many seats play."""
    options: dict[str, str]
    """Every option of the game with its value."""
    limits: dict[str, int]
    """What the bot may use, each limit with its unit in its name."""
    seed: int
    """A number of this bot's own for its chance, 0..2**32-1; it tells nothing of the deal."""

    @cached_property
    def random(self) -> Random:
        """Is a generator started from the bot's seed: who draws only from it plays the same match again."""
        from random import Random  # only who uses it pays for it

        return Random(self.seed)

    @cached_property
    def stream(self) -> Stream:
        """Is the same as a stream of the rules core, which `game.imagine` and `game.reshuffle_hidden` draw from."""
        return Stream(self.seed, "bot")

    def start(self) -> None:  # noqa: B027  # a hook
        """Runs once before the first question, on the clock of the start-up; does nothing unless overridden."""

    @abstractmethod
    def decide(self, turn: AnyTurn) -> Action | int:
        """Answers a question with one of `turn.legal`, or with its index."""

    def over(self, over: Over) -> None:  # noqa: B027  # a hook
        """Runs once when the match has ended (ranks, scores, verdict); does nothing unless overridden."""


class IllegalChoice(ValueError):
    """Says what `decide` gave back that is no choice."""

    def __init__(self, bot: Bot, turn: AnyTurn, given: object) -> None:
        shown = ", ".join(str(action) for action in turn.legal[:_SHOWN])
        more = f", … ({len(turn.legal)} in all)" if len(turn.legal) > _SHOWN else ""
        what = f"{given}" if isinstance(given, Action) else f"{given!r}"
        super().__init__(
            f"{type(bot).__name__}.decide returned {what} at question {turn.number}, which is none of the legal "
            f"actions of this {turn.kind} decision: {shown}{more}. Return one of turn.legal, or its index."
        )


def make(kind: type[Bot], hello: Hello) -> Bot:
    """Seats a bot: fills its attributes, runs `__init__` and `start`. Raises what the author's code raises."""
    bot = kind.__new__(kind)
    bot.game = games.get(hello.game)
    bot.seat = hello.seat
    bot.seats = hello.seats
    bot.options = hello.options
    bot.limits = hello.limits
    bot.seed = hello.bot_seed
    kind.__init__(bot)
    bot.start()
    return bot


def choose(bot: Bot, turn: AnyTurn) -> int:
    """Asks a bot and gives the index of its choice. Raises IllegalChoice, and what the author's code raises."""
    given = bot.decide(turn)
    legal = turn.legal
    if isinstance(given, int) and not isinstance(given, bool):
        if 0 <= given < len(legal):
            return int(given)
    elif isinstance(given, Action):
        try:
            return legal.index(given)
        except ValueError:
            pass
    raise IllegalChoice(bot, turn, given)


def note_of(turn: AnyTurn) -> str:
    """Gives what the bot noted about a question, "" for nothing."""
    return turn._note
