"""The only loop in the project that plays a match: it asks every seat, plays the choices, and keeps the record.

Server, SDK, benchmarks and tests call `play` with different kinds of Player.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from arena import replay
from arena.errors import MatchVoid
from arena.game import Action, AnyGame, Event, Seat, is_told
from arena.protocol import PROTOCOL, Hello, Over
from arena.referee.cores import on_one_core
from arena.referee.verdicts import Fault, Verdict

TAIL = 16 * 1024
"""At most this many bytes of a request and of an answer are kept from each end; requests are seldom as long."""


class Choice(msgspec.Struct, frozen=True):
    """Is a bot's answer: the index of its action in the menu, and its note ("" for none)."""

    index: int
    note: str = ""


class Usage(msgspec.Struct, frozen=True):
    """Is what one bot used. Times in microseconds of the process's CPU unless the name says wall."""

    startup_us: int = 0
    cpu_us: tuple[int, ...] = ()
    """One entry per decision that was asked of the bot."""
    wall_ms: int = 0
    memory_kib: int = 0
    """Highest resident memory that was seen."""
    stderr: bytes = b""


class Player(Protocol):
    """Is one seat's bot as the referee sees it.

    Called in this order: start, ready, ask …, close, finish, and rest before another seat is asked. ready and ask raise
    Fault, after which only rest, close and finish are called; every method may raise MatchVoid.
    """

    def start(self, hello: Hello) -> None:
        """Starts the bot, sends hello and returns at once, so that the bots of a match start side by side."""
        ...

    def ready(self) -> None:
        """Waits until the bot has answered hello."""
        ...

    def pid(self) -> int | None:
        """Gives the process that plays, once it is ready; None if there is none but the referee's own."""
        ...

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        """Asks the seat's question of that number, from 1; the index of the answer lies within `legal`."""
        ...

    def rest(self) -> None:
        """Stops the bot until its next question."""
        ...

    def last_request(self) -> bytes:
        """Gives the last line that was sent to the bot, for its author to see."""
        ...

    def close(self, over: Over) -> None:
        """Tells the bot how the match ended and returns at once."""
        ...

    def finish(self) -> Usage:
        """Ends the bot, after a moment of grace if it was told that the match is over; may be called again."""
        ...


class SeatRecord(msgspec.Struct, frozen=True):
    """Is what a match says about one seat. The fault's fields are empty for a seat without one."""

    verdict: Verdict
    detail: str = ""
    fault_ply: int | None = None
    """The ply that was asked for when the fault came; 0 is the start-up."""
    request: bytes = b""
    answer: bytes = b""
    notes: tuple[tuple[int, str], ...] = ()
    """(ply, note) for each decision that the bot said something about."""
    usage: Usage = Usage()


class MatchRecord(msgspec.Struct, frozen=True):
    """Is all that is known about a finished match. replay: its text (see arena.replay)."""

    replay: bytes
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    plies: int
    seats: tuple[SeatRecord, ...]
    wall_ms: int
    playing_us: int
    """Wall time from the first question to the last answer: the match without starting and ending its bots."""
    referee_us: int
    """CPU time of the referee's own process."""


class _Seat:
    """Is what the loop remembers about one seat while it plays."""

    __slots__ = ("asked", "fault", "fault_ply", "notes", "player", "request", "told")

    def __init__(self, player: Player) -> None:
        self.player = player
        self.told = 0
        self.asked = 0
        self.fault: Fault | None = None
        self.fault_ply: int | None = None
        self.request = b""
        self.notes: list[tuple[int, str]] = []

    def fail(self, fault: Fault, ply: int) -> None:
        self.fault = fault
        self.fault_ply = ply
        self.request = clip(self.player.last_request())
        self.player.rest()


def bot_seed(seed: int, seat: Seat) -> int:
    """Gives the number, 0..2**32-1, from which the bot on a seat draws its own chance; it tells nothing of the deal."""
    return int.from_bytes(sha256(f"nile:bot:{seed}:{seat}".encode()).digest()[:4])


def clip(data: bytes) -> bytes:
    """Gives the data, or where it is long its first and last TAIL bytes with a note of how many are left out."""
    if len(data) <= 2 * TAIL:
        return data
    return data[:TAIL] + b" ... %d bytes left out ... " % (len(data) - 2 * TAIL) + data[-TAIL:]


def play(
    game: AnyGame,
    *,
    seed: int,
    players: Sequence[Player],
    names: Sequence[str],
    options: Mapping[str, str] | None = None,
    limits: Mapping[str, int] | None = None,
) -> MatchRecord:
    """Plays one match to its end and gives its record.

    A faulty bot never stops it: from its fault on the seat plays the decision's default, and it ranks behind every
    seat without a fault. `limits` are only told to the bots; the players keep them. Raises MatchVoid where we, not a
    bot, spoiled the match. All bots have ended when it returns or raises.
    """
    begun, begun_cpu = time.monotonic(), time.process_time_ns()
    collects = gc.isenabled()
    gc.disable()  # a match leaves no cycles behind, and looking for them costs some 10 us a decision
    seats = [_Seat(player) for player in players]
    told = dict(limits or {})
    try:
        resolved = game.resolve_options(len(seats), options)
        for number, seat in enumerate(seats):
            own_seed = bot_seed(seed, number)
            hello = Hello(PROTOCOL, game.slug, game.rules_version, number, len(seats), resolved, told, own_seed)
            seat.player.start(hello)
        log: list[Event] = []
        state = game.new_game(seed=seed, seats=len(seats), options=resolved, log=log)
        plies: list[list[replay.Choice]] = []
        for seat in seats:
            try:
                seat.player.ready()
            except Fault as fault:
                seat.fail(fault, 0)
        awake = seats[0]
        playing = time.monotonic_ns()
        with on_one_core([pid for seat in seats if seat.fault is None and (pid := seat.player.pid())]):
            while (decision := game.decision(state)) is not None:
                ply = len(plies) + 1
                choices: dict[Seat, Action] = {}
                chosen: list[replay.Choice] = []
                for number, legal in decision.legal.items():
                    seat = seats[number]
                    if seat.fault is None:
                        if seat is not awake:  # stopping and waking a bot costs as much as building its question
                            awake.player.rest()
                            awake = seat
                        events = [event for event in log[seat.told :] if is_told(event, number)]
                        seat.told = len(log)
                        seat.asked += 1
                        try:
                            choice = seat.player.ask(seat.asked, decision.kind, game.view(state, number), events, legal)
                            if choice.note:
                                seat.notes.append((ply, choice.note))
                            choices[number] = legal[choice.index]
                            chosen.append(replay.Choice(choice.index, False))
                            continue
                        except Fault as fault:
                            seat.fail(fault, ply)
                    default = decision.default[number]
                    choices[number] = default
                    chosen.append(replay.Choice(legal.index(default), True))
                game.advance(state, choices, log)
                plies.append(chosen)
        playing_us = (time.monotonic_ns() - playing) // 1000
        result = game.result(state)
        assert result is not None
        faults = {number: seat.fault.verdict for number, seat in enumerate(seats) if seat.fault is not None}
        written = replay.write(game, seed=seed, seats=names, options=resolved, plies=plies, faults=faults)
        outcome = written.outcome
        if (outcome.scores, outcome.reason) != (result.scores, result.reason):
            raise MatchVoid(f"{game.title} went another way when it was played again")
        for seat, verdict in zip(seats, _verdicts(seats), strict=True):
            seat.player.close(Over(outcome.ranks, outcome.scores, verdict))
        records = tuple(_record(seat) for seat in seats)
    finally:
        for seat in seats:
            seat.player.finish()
        if collects:
            gc.enable()
    return MatchRecord(
        replay=written.text,
        ranks=outcome.ranks,
        scores=outcome.scores,
        reason=outcome.reason,
        plies=outcome.plies,
        seats=records,
        wall_ms=int((time.monotonic() - begun) * 1000),
        playing_us=playing_us,
        referee_us=(time.process_time_ns() - begun_cpu) // 1000,
    )


def _verdicts(seats: Sequence[_Seat]) -> list[Verdict]:
    return [Verdict.OK if seat.fault is None else seat.fault.verdict for seat in seats]


def _record(seat: _Seat) -> SeatRecord:
    usage = seat.player.finish()
    notes = tuple(seat.notes)
    fault = seat.fault
    if fault is None:
        return SeatRecord(Verdict.OK, notes=notes, usage=usage)
    return SeatRecord(
        fault.verdict, fault.detail, seat.fault_ply, seat.request, clip(fault.answer), notes=notes, usage=usage
    )
