"""The truth of a match: written when it is over, read back, and played again to verify it.

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
from arena.game import Action, AnyGame, Decision, Event, Log
from arena.referee.verdicts import Verdict, final_ranks
from arena.replay_text import (
    CHECK_EVERY,
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
    "Choice",
    "Header",
    "Outcome",
    "Replay",
    "Step",
    "deal",
    "game_of",
    "pack",
    "read",
    "steps",
    "unpack",
    "verify",
    "write",
]


def write(
    game: AnyGame,
    *,
    seed: int,
    seats: Sequence[str],
    options: Mapping[str, str],
    plies: Sequence[Sequence[Choice]],
    faults: Mapping[int, str],
) -> Replay:
    """Plays the choices again from the deal and writes the replay of it.

    seats: names by seat. options: resolved. plies: for each ply the choice of each asked seat, ascending. faults: the
    verdict of each seat that made one. Done at the end and in one go: no state is hashed while bots wait, and every
    match has been played twice before anybody sees it. Raises IndexError or ValueError for choices that the game does
    not offer.
    """
    header = Header(game.slug, game.rules_version, str(seed), dict(options), tuple(seats))
    state = game.new_game(seed=seed, seats=len(seats), options=options)
    parts = [str(header)]
    checks = []
    total = sha256(state.to_bytes())
    for number, made in enumerate(plies, start=1):
        decision = game.decision(state)
        if decision is None:
            raise IndexError(f"the game is over after {number - 1} plies")
        menus = decision.legal.items()
        game.advance(state, {seat: menu[choice.index] for (seat, menu), choice in zip(menus, made, strict=True)})
        data = state.to_bytes()
        total.update(data)
        parts.append(ply_text(made))
        if not number % CHECK_EVERY:
            checks.append(check_text(data))
            parts.append(f" {checks[-1]}\n")
    if len(plies) % CHECK_EVERY:
        parts.append("\n")
    result = game.result(state)
    if result is None:
        raise IndexError(f"the game goes on after {len(plies)} plies")
    ranks = final_ranks(result.ranks, [seat in faults for seat in range(len(seats))])
    named = {str(seat): str(verdict) for seat, verdict in sorted(faults.items())}
    outcome = Outcome(len(plies), result.reason, result.scores, ranks, named, sum_text(total.digest()))
    parts.append(str(outcome))
    flat = tuple(choice for made in plies for choice in made)
    return Replay(header, flat, tuple(checks), outcome, "".join(parts).encode())


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
    header = replay.header
    plies = []
    for step in steps(replay, deal(replay)):
        menus = step.decision.legal
        plies.append(
            [Choice(menus[seat].index(action), seat in step.by_referee) for seat, action in step.choices.items()]
        )
    again = write(
        game_of(replay),
        seed=int(header.seed),
        seats=header.seats,
        options=header.options,
        plies=plies,
        faults=_faults(replay),
    )
    if again.text != replay.text:
        raise ReplayFormatError("the game is right, but the text is not as this release would write it")
    return replay
