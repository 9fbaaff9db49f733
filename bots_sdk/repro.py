"""A match played again with one of its bots replaced by a local one, up to the question where something went wrong.

The referee plays it as it plays every match; the choices are those of the replay, on every seat. So the local bot gets
the questions of that match, in their order and with their events, whatever it answers.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from arena import replay
from arena.errors import ArenaError
from arena.game import Action, AnyGame, Event
from arena.protocol import Hello
from arena.referee.ask import ProcessPlayer
from arena.referee.inline import Chooser, InlinePlayer
from arena.referee.match import Choice, Player, Usage, play
from arena.referee.verdicts import Fault, Verdict
from arena.sandbox.base import Launch, Limits, Sandbox
from bots_sdk.local import Room


class NothingAsked(ArenaError, LookupError):
    """Says that a seat has no such question in the match."""


class Asked(msgspec.Struct, frozen=True):
    """Is one question of the match: its ply, the index that was chosen, and whether the referee chose it."""

    ply: int
    index: int
    by_referee: bool


class Part(msgspec.Struct, frozen=True):
    """Is what one seat was asked in a match, in order, and the verdict on it."""

    seat: int
    name: str
    verdict: Verdict
    asked: tuple[Asked, ...]

    @property
    def fault_ply(self) -> int | None:
        """Is the ply of the question that the bot did not survive; None without a fault, or if no question came after.

        A bot that failed at its start has the ply of its first question here: a replay does not tell the two apart.
        """
        return next((one.ply for one in self.asked if one.by_referee), None)

    @property
    def failed_at_once(self) -> bool:
        """Tells whether the bot never chose anything."""
        return bool(self.asked) and self.asked[0].by_referee


class Change(msgspec.Struct, frozen=True):
    """Is a question at which the local bot chose something else than the match has."""

    ply: int
    chosen: str
    recorded: str


class Found(msgspec.Struct, frozen=True):
    """Is what came of it.

    fault, fault_ply: of the local bot, if it made one; ply 0 is the start.  kind, menu, answer: what was asked at the
    ply in question, of how many actions, and what the local bot chose; empty if it came to no answer there.
    changes: where it chose differently before that.
    """

    ply: int
    fault: Fault | None
    fault_ply: int | None
    kind: str
    menu: int
    answer: str
    changes: tuple[Change, ...]
    usage: Usage


def parts(found: replay.Replay) -> list[Part]:
    """Gives what each seat of a replay was asked. Raises ReplayError if the replay is not true."""
    asked: list[list[Asked]] = [[] for _ in found.header.seats]
    for step in replay.steps(found, replay.deal(found)):
        for seat, action in step.choices.items():
            index = step.decision.legal[seat].index(action)
            asked[seat].append(Asked(step.ply, index, seat in step.by_referee))
    return [
        Part(seat, name, Verdict(found.outcome.faults.get(str(seat), Verdict.OK)), tuple(asked[seat]))
        for seat, name in enumerate(found.header.seats)
    ]


def question(part: Part, ply: int | None) -> int:
    """Gives the ply to look at: the named one, else that of the fault. Raises NothingAsked, which names another one."""
    fault = part.fault_ply
    if ply is None:
        if fault is None:
            raise NothingAsked(f"{part.name} made no fault there that a question followed. Name a ply with --ply.")
        return fault
    plies = [one.ply for one in part.asked if fault is None or one.ply <= fault]
    if ply not in plies:
        near = min(plies, key=lambda other: abs(other - ply), default=None)
        there = "it was asked nothing at all" if near is None else f"the nearest question was at ply {near}"
        raise NothingAsked(f"{part.name} was asked nothing at ply {ply}; {there}.")
    return ply


def repeat(found: replay.Replay, seats: Sequence[Part], seat: int, ply: int, *, room: Room, limits: Limits) -> Found:
    """Plays the replay's match with the first bot of the room on a seat, which is asked up to that ply.

    seats: of the replay (see parts). Raises MatchVoid and SandboxError.
    """
    game, seed = replay.game_of(found), int(found.header.seed)
    probe = Probe(game, room.sandbox, room.launch(0, limits=limits), seats[seat], ply)
    players: list[Player] = [probe if part.seat == seat else _recorded(part) for part in seats]
    play(
        game,
        seed=seed,
        players=players,
        names=found.header.seats,
        options=found.header.options,
        limits=msgspec.to_builtins(limits),
    )
    return probe.found()


class Probe(ProcessPlayer):
    """Plays a seat by the replay's choices, and asks a bot what it would choose until the ply in question."""

    def __init__(self, game: AnyGame, sandbox: Sandbox, launch: Launch, part: Part, ply: int) -> None:
        super().__init__(game, sandbox, launch, may_be_killed=True)
        self._asked = iter(part.asked)
        self._ply = ply
        self._fault: Fault | None = None
        self._fault_ply: int | None = None
        self._kind, self._menu, self._answer = "", 0, ""
        self._changes: list[Change] = []

    def ready(self) -> None:
        """Waits until the bot is ready; a fault is noted and stops nothing."""
        try:
            super().ready()
        except Fault as fault:
            self._fail(fault, 0)

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        """Asks the bot, while there is something to ask, and gives the recorded choice."""
        asked = next(self._asked)
        if self._fault is None and asked.ply <= self._ply:
            self._kind, self._menu = kind, len(legal)
            try:
                choice = super().ask(number, kind, view, events, legal)
            except Fault as fault:
                self._fail(fault, asked.ply)
            else:
                self._note(asked, legal, choice)
        return Choice(asked.index)

    def found(self) -> Found:
        """Gives what came of it."""
        return Found(
            ply=self._ply,
            fault=self._fault,
            fault_ply=self._fault_ply,
            kind=self._kind,
            menu=self._menu,
            answer=self._answer,
            changes=tuple(self._changes),
            usage=self.finish(),
        )

    def _note(self, asked: Asked, legal: Sequence[Action], choice: Choice) -> None:
        if asked.ply == self._ply:
            self._answer = str(legal[choice.index])
            self.finish()
        elif choice.index != asked.index:
            self._changes.append(Change(asked.ply, str(legal[choice.index]), str(legal[asked.index])))

    def _fail(self, fault: Fault, ply: int) -> None:
        self._fault, self._fault_ply = fault, ply
        self.finish()


def _recorded(part: Part) -> InlinePlayer:
    """Gives a player that chooses what the replay has."""
    indices = iter([one.index for one in part.asked])

    def seat(hello: Hello) -> Chooser:
        return lambda kind, view, events, legal: legal[next(indices)]

    return InlinePlayer(seat)
