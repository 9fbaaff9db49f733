"""The truth of a match: written while it is played, read back, and played again to verify it.

A replay holds the game, its rules version, the options, the deal's seed, the seats and every choice; everything else
follows from these. Its identity is the SHA-256 of its text, which arena.replay_text describes. Measurements and notes
lie beside a replay, never in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from arena import games
from arena.errors import GameError, ReplayFormatError, ReplayMismatch
from arena.game import Action, AnyGame, Decision, Event, Log, State
from arena.referee.verdicts import Verdict, final_ranks
from arena.replay_text import (
    CHECK_EVERY,
    FORMAT,
    MAX_TEXT,
    Choice,
    Header,
    Outcome,
    Replay,
    check_text,
    pack,
    ply_text,
    read,
    sum_text,
    unpack,
)

__all__ = [
    "CHECK_EVERY",
    "FORMAT",
    "MAX_TEXT",
    "Choice",
    "Header",
    "Outcome",
    "Replay",
    "Step",
    "Writer",
    "deal",
    "game_of",
    "pack",
    "read",
    "steps",
    "unpack",
    "verify",
]


class Writer:
    """Writes the replay of one match while it is played."""

    def __init__(
        self, game: AnyGame, *, seed: int, seats: Sequence[str], options: Mapping[str, str], state: State
    ) -> None:
        """Starts after the deal. `options` are resolved, `seats` are the names by seat."""
        header = Header(game.slug, game.rules_version, str(seed), dict(options), tuple(seats))
        self._parts = [str(header)]
        self._sum = sha256(state.to_bytes())
        self.plies = 0

    def ply(self, chosen: Sequence[tuple[int, bool]], state: State) -> None:
        """Adds a ply: (index, by_referee) of each asked seat, ascending, and the state that they led to."""
        self._parts.append(ply_text([Choice(index, by_referee) for index, by_referee in chosen]))
        data = state.to_bytes()
        self._sum.update(data)
        self.plies += 1
        if not self.plies % CHECK_EVERY:
            self._parts.append(f" {check_text(data)}\n")

    def close(self, *, scores: Sequence[int], ranks: Sequence[int], reason: str, faults: Mapping[int, str]) -> bytes:
        """Ends the replay and gives its text."""
        if self.plies % CHECK_EVERY:
            self._parts.append("\n")
        total = sum_text(self._sum.digest())
        named = {str(seat): str(verdict) for seat, verdict in sorted(faults.items())}
        self._parts.append(str(Outcome(self.plies, reason, tuple(scores), tuple(ranks), named, total)))
        return "".join(self._parts).encode()


class Step(msgspec.Struct, frozen=True):
    """Is one ply played again: the decision, what each seat chose, who chose, and the events it caused."""

    ply: int
    decision: Decision
    choices: dict[int, Action]
    by_referee: frozenset[int]
    events: list[Event]


def game_of(replay: Replay) -> AnyGame:
    """Gives the game that a replay is of. Raises ReplayFormatError if this release cannot play it again."""
    header = replay.header
    try:
        game = games.get(header.game)
    except GameError as error:
        raise ReplayFormatError(str(error)) from error
    if game.rules_version != header.rules:
        raise ReplayFormatError(
            f"this replay follows rules version {header.rules} of {game.title}; this release plays version "
            f"{game.rules_version}: verify it with the release that the changelog names for version {header.rules}"
        )
    return game


def deal(replay: Replay, log: Log = None) -> Any:
    """Deals the replay's game anew and gives its first state. Raises ReplayFormatError."""
    header = replay.header
    if not header.seed.isascii() or not header.seed.isdigit() or len(header.seed) > 20:
        raise ReplayFormatError("the seed is not a whole number")
    try:
        return game_of(replay).new_game(seed=int(header.seed), seats=len(header.seats), options=header.options, log=log)
    except (GameError, ValueError) as error:
        raise ReplayFormatError(f"the game cannot be dealt: {error}") from error


def steps(replay: Replay, state: Any, *, with_events: bool = False) -> Iterator[Step]:
    """Plays the choices on `state` (see deal), in place, and yields each ply after it was played.

    Raises ReplayMismatch at the first choice that is not in its menu, at the first check that fails, and at the end
    for choices too few or too many, a different outcome or a different sum.
    """
    game = game_of(replay)
    stored = iter(replay.choices)
    data = state.to_bytes()
    total = sha256(data)
    ply = sure = 0
    while (decision := game.decision(state)) is not None:
        choices: dict[int, Action] = {}
        by_referee: list[int] = []
        for seat, legal in decision.legal.items():
            choice = next(stored, None)
            if choice is None:
                raise ReplayMismatch(sure + 1, ply + 1, "the choices end before the game does")
            if choice.index >= len(legal):
                raise ReplayMismatch(
                    sure + 1, ply + 1, f"seat {seat} has {len(legal)} actions to choose from, not {choice.index + 1}"
                )
            choices[seat] = legal[choice.index]
            if choice.by_referee:
                by_referee.append(seat)
                if choices[seat] != decision.default[seat]:
                    raise ReplayMismatch(sure + 1, ply + 1, "the referee chose something else than the default")
        events: list[Event] = []
        game.advance(state, choices, events if with_events else None)
        ply += 1
        data = state.to_bytes()
        total.update(data)
        if not ply % CHECK_EVERY:
            number = ply // CHECK_EVERY - 1
            if number >= len(replay.checks) or replay.checks[number] != check_text(data):
                raise ReplayMismatch(sure + 1, ply, "the state differs from the stored check")
            sure = ply
        yield Step(ply, decision, choices, frozenset(by_referee), events)
    if next(stored, None) is not None or len(replay.checks) != ply // CHECK_EVERY:
        raise ReplayMismatch(ply, ply, "the game is over, but the replay goes on")
    result = game.result(state)
    assert result is not None
    outcome = replay.outcome
    faults = _faults(replay)
    if outcome.sha256 != sum_text(total.digest()):
        raise ReplayMismatch(sure + 1, max(ply, sure + 1), "the sum over all states differs")
    ranks = final_ranks(result.ranks, [seat in faults for seat in range(len(replay.header.seats))])
    if (outcome.plies, outcome.scores, outcome.ranks, outcome.reason) != (ply, result.scores, ranks, result.reason):
        raise ReplayMismatch(ply, ply, "the stored outcome is not that of this game")


def _faults(replay: Replay) -> dict[int, str]:
    seats = len(replay.header.seats)
    try:
        faults = {int(seat): str(Verdict(verdict)) for seat, verdict in replay.outcome.faults.items()}
    except ValueError as error:
        raise ReplayFormatError(f"the faults are malformed: {error}") from error
    if any(not 0 <= seat < seats for seat in faults):
        raise ReplayFormatError("a fault names a seat that is not there")
    return faults


def verify(data: bytes) -> Replay:
    """Plays a replay again, bit by bit, and gives it back if it is identical.

    Raises ReplayMismatch with the plies between which it differs, or ReplayFormatError.
    """
    replay = read(data)
    state = deal(replay)
    header, outcome = replay.header, replay.outcome
    writer = Writer(game_of(replay), seed=int(header.seed), seats=header.seats, options=header.options, state=state)
    for step in steps(replay, state):
        menus = step.decision.legal
        chosen = [(menus[s].index(action), s in step.by_referee) for s, action in step.choices.items()]
        writer.ply(chosen, state)
    again = writer.close(scores=outcome.scores, ranks=outcome.ranks, reason=outcome.reason, faults=_faults(replay))
    if again != replay.text:
        raise ReplayFormatError("the game is right, but the text is not as this release would write it")
    return replay
