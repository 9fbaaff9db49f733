"""The contract that every game keeps. Read this file first.

A game is a value without state of its own; everything about one sitting lies in a state that it changes in place:

    game = arena.games.get("nefertiti")
    state = game.new_game(seed=7, seats=3)
    while (decision := game.decision(state)) is not None:
        choices = {seat: actions[0] for seat, actions in decision.legal.items()}
        game.advance(state, choices)
    print(game.result(state).ranks)

Seats are numbered from 0. Actions, events and views are frozen msgspec structs: they compare by value, have one
JSON form (`game.codec`), and actions also have one short notation (`str(action)`, `game.parse_action`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from arena.codec import Codec
from arena.errors import InvalidOptions, UnknownGame
from arena.rng import Stream

Seat: TypeAlias = int
"""A place at the table, 0..seats-1, clockwise."""

MAX_LEGAL = 500
"""No seat ever has more legal actions than this; larger turns are cut into chains of decisions."""


class Action(msgspec.Struct, frozen=True, tag_field="type"):
    """Is the base of all actions of all games. `str(action)` is its notation, for example `place SR7`."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Is the base of all events: something that happened, and to whom it is told.

    `to` lists the seats that are told, ascending; None means everybody, spectators too. Where others may know that
    something happened but not what, the game logs two events, one of them with the secret left out.
    """

    to: tuple[Seat, ...] | None = None


Log: TypeAlias = list[Event] | None
"""Where events are written; None switches the log off, which search bots do for speed."""

Choices: TypeAlias = Mapping[Seat, Action]
"""One legal action for every seat that the decision asks."""

Options: TypeAlias = Mapping[str, str]
"""Names of options with their values; what is missing takes the game's default."""


class View(msgspec.Struct, frozen=True):
    """Is the base of all views: what one seat (or a spectator) may see. What has no field cannot leak."""


class Decision(msgspec.Struct, frozen=True):
    """Asks one or several seats for an action; several seats choose sealed, against the same state.

    legal: for each asked seat, ascending, its legal actions in the game's canonical order: at least one, at most
    MAX_LEGAL, no two equal. At least one seat has a real choice (two actions or more): what is forced everywhere
    is never asked. default: what the referee plays for a seat whose bot fails; a member of its legal actions.
    """

    kind: str
    legal: dict[Seat, tuple[Action, ...]]
    default: dict[Seat, Action]


class Asked(msgspec.Struct, frozen=True):
    """Is what somebody may know of the decision that the table waits for.

    kind: None where only the asked seats may know it. seats: those that are asked, ascending; without a kind, those
    whose turn it is.
    """

    kind: str | None
    seats: tuple[Seat, ...]


class Result(msgspec.Struct, frozen=True):
    """Says how a game ended.

    scores and ranks have one entry per seat. Rank 1 is best, equal ranks are ties, and the rank after a tie of k
    seats is k higher (1, 1, 3). reason is the game's word for what ended it, without
    spaces.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


class Option(msgspec.Struct, frozen=True):
    """Describes one option of a game: its name, its values (the first is the default) and what it changes.

    Names and values are words of letters, digits and underscores.
    """

    name: str
    values: tuple[str, ...]
    help: str


class State(Protocol):
    """Is what the contract asks of a game's state; everything else in it is the game's own business."""

    phase: int
    """Index of the current phase in the game's phase table, or arena.flow.OVER."""
    pending: Decision | None
    """The decision that is waiting for choices; None once the game is over."""

    def copy(self) -> Self:
        """Gives an independent state; cheap, written out by hand."""
        ...

    def to_bytes(self) -> bytes:
        """Gives canonical bytes of the whole state: equal states, and only those, give equal bytes."""
        ...


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """Is one game with its rules. Instances hold no state and may be shared freely."""

    slug: ClassVar[str]
    """Name in URLs, files and databases."""
    title: ClassVar[str]
    rules_version: ClassVar[int]
    """Rises with every change in behaviour; a replay is only valid under its own version."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of seats that the game can be played with, ascending."""
    options: ClassVar[tuple[Option, ...]]
    longest: ClassVar[int]
    """No game has more plies (resolved decisions) than this."""
    codec: ClassVar[Codec]

    @abstractmethod
    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> S:
        """Deals a game up to its first decision; equal arguments give equal states on every machine.

        Raises UnknownGame for a wrong number of seats, InvalidOptions, and ValueError for a seed that is out of range.
        """

    def decision(self, state: S) -> Decision | None:
        """Gives the decision that the state waits for; None when the game is over."""
        return state.pending

    @abstractmethod
    def advance(self, state: S, choices: Choices, log: Log = None) -> None:
        """Plays one ply: changes the state in place up to its next decision and writes events to the log.

        Raises IllegalAction, with the state unchanged, unless `choices` holds exactly one legal action for each
        asked seat.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """Shows what a seat may see; None is a spectator, who sees what everybody may see."""

    @abstractmethod
    def asked(self, view: Any) -> Asked | None:
        """Says what who sees this view may know of the decision that is waited for; None when the game is over.

        It comes from the view alone, so it leaks nothing. A seat that is asked always finds itself and the kind.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Gives the result; None while the game runs."""

    @abstractmethod
    def describe(self, event: Event, names: Sequence[str]) -> str:
        """Tells an event in one English sentence; `names` holds one name per seat."""

    @abstractmethod
    def reshuffle_hidden(self, state: S, seat: Seat | None, stream: Stream) -> S:
        """Deals what the seat cannot see anew: a fresh state that is equally possible as far as it knows.

        The seat's view, and every menu that it could be shown now, stay the same.
        """

    @abstractmethod
    def imagine(self, view: Any, stream: Stream) -> S:
        """Builds a state that is equally possible for who sees this view: bots see views only, and search in states.

        Its view for the view's seat is this view; what has no field in it is drawn from the stream.
        """

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """Reads the short notation of an action; raises NotationError."""

    def resolve_options(self, seats: int, options: Options | None) -> dict[str, str]:
        """Gives every option with its value, in the order of `self.options`.

        Raises UnknownGame if the game is not for that many seats, and InvalidOptions.
        """
        if seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise UnknownGame(f"{self.title} is played with {allowed} seats, not {seats}")
        given = dict(options or {})
        resolved = {}
        for option in self.options:
            value = given.pop(option.name, option.values[0])
            if value not in option.values:
                raise InvalidOptions(f"{option.name} takes {', '.join(option.values)}, not {value!r}")
            resolved[option.name] = value
        if given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise InvalidOptions(f"{self.title} has no option {sorted(given)[0]!r}; it knows: {known}")
        return resolved


def is_told(event: Event, seat: Seat | None) -> bool:
    """Says whether the seat (None: a spectator) is told of the event."""
    return event.to is None or (seat is not None and seat in event.to)


AnyGame: TypeAlias = Game[Any]
"""A game whose kind of state does not matter to the caller."""
