"""The truth of a match as a small text: written while it is played, read back, and played again to verify it.

    {"nile":1,"game":"nefertiti","rules":1,"options":{…},"seed":"7","seats":["a","b","c"]}
    0a3!0…  Xy7                                         one line per 16 plies: the choices, then a check
    {"scores":[…],"ranks":[…],"reason":"…","faults":{"1":"timeout"},"plies":98,"sha256":"…"}

A choice is the index of the action in its seat's menu, in base 62, with one `+` before it for each whole 62; `!` says
that the referee chose for a seat whose bot had failed. A sealed ply holds one choice per asked seat, ascending. The
check is the first 16 bits of the SHA-256 of the state; the closing sum runs over the states after the deal and after
every ply. A replay's identity is the SHA-256 of this text; on disk it is gzip with a fixed header. Measurements and
notes lie beside a replay, never in it.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from arena import games
from arena.errors import GameError, ReplayFormatError, ReplayMismatch
from arena.game import Action, AnyGame, Decision, Event, Log, State
from arena.referee.verdicts import Verdict, final_ranks

FORMAT = 1
CHECK_EVERY = 16
"""A check of the state is stored after every so many plies."""

MAX_TEXT = 256 * 1024
"""A replay's text is never longer than this many bytes; reading stops there."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUE = {digit: value for value, digit in enumerate(_DIGITS)}
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says which game was played: format, slug, rules version, every option, the deal's seed, names by seat."""

    nile: int
    game: str
    rules: int
    options: dict[str, str]
    seed: str
    seats: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Closes a replay: scores and final ranks by seat, reason, faulted seats with their verdicts, plies, sum."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    plies: int
    sha256: str
    faults: dict[str, str] = {}


class Choice(msgspec.Struct, frozen=True):
    """Is one stored choice: the index in the seat's menu, and whether the referee made it."""

    index: int
    by_referee: bool


class Replay(msgspec.Struct, frozen=True):
    """Is a whole replay. choices: in the order in which they were asked, seats ascending within a ply."""

    header: Header
    choices: tuple[Choice, ...]
    checks: tuple[str, ...]
    outcome: Outcome
    text: bytes

    @property
    def identity(self) -> str:
        """Is the SHA-256 of the text, in hexadecimal."""
        return sha256(self.text).hexdigest()


class Writer:
    """Writes the replay of one match while it is played."""

    def __init__(
        self, game: AnyGame, *, seed: int, seats: Sequence[str], options: Mapping[str, str], state: State
    ) -> None:
        """Starts after the deal. `options` are resolved, `seats` are the names by seat."""
        header = Header(FORMAT, game.slug, game.rules_version, dict(options), str(seed), tuple(seats))
        self._parts: list[str] = [_encode(header).decode(), "\n"]
        self._sum = sha256(state.to_bytes())
        self.plies = 0

    def ply(self, chosen: Sequence[tuple[int, bool]], state: State) -> None:
        """Adds a ply: (index, by_referee) of each asked seat, ascending, and the state that they led to."""
        parts = self._parts
        for index, by_referee in chosen:
            if by_referee:
                parts.append("!")
            if index > 61:
                parts.append("+" * (index // 62))
            parts.append(_DIGITS[index % 62])
        data = state.to_bytes()
        self._sum.update(data)
        self.plies += 1
        if not self.plies % CHECK_EVERY:
            parts.append(f" {check(data)}\n")

    def close(self, *, scores: Sequence[int], ranks: Sequence[int], reason: str, faults: Mapping[int, str]) -> bytes:
        """Ends the replay and gives its text."""
        if self.plies % CHECK_EVERY:
            self._parts.append("\n")
        total = _sum_text(self._sum.digest())
        named = {str(seat): str(verdict) for seat, verdict in sorted(faults.items())}
        outcome = Outcome(tuple(scores), tuple(ranks), reason, self.plies, total, named)
        self._parts.append(_encode(outcome).decode() + "\n")
        return "".join(self._parts).encode()


class Step(msgspec.Struct, frozen=True):
    """Is one ply played again: the decision, what each seat chose, who chose, and the events it caused."""

    ply: int
    decision: Decision
    choices: dict[int, Action]
    by_referee: frozenset[int]
    events: list[Event]


def check(state_bytes: bytes) -> str:
    """Gives the 16-bit check of a state as three base-62 digits."""
    digest = sha256(state_bytes).digest()
    value = digest[0] << 8 | digest[1]
    return _DIGITS[value // 3844] + _DIGITS[value // 62 % 62] + _DIGITS[value % 62]


def pack(text: bytes) -> bytes:
    """Compresses a replay's text as gzip with a fixed header, so that equal games give equal files."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = deflate.compress(text) + deflate.flush()
    return _GZIP_HEAD + body + zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")


def unpack(data: bytes) -> bytes:
    """Gives the text of a packed (or already plain) replay. Raises ReplayFormatError."""
    if not data.startswith(b"\x1f\x8b"):
        return data[: MAX_TEXT + 1]
    inflate = zlib.decompressobj(31)
    try:
        text = inflate.decompress(data, MAX_TEXT + 1)
    except zlib.error as error:
        raise ReplayFormatError(f"the file is damaged: {error}") from error
    if not inflate.eof and len(text) <= MAX_TEXT:
        raise ReplayFormatError("the file is cut off")
    return text


def read(data: bytes) -> Replay:
    """Reads a replay, packed or plain. Raises ReplayFormatError."""
    text = unpack(data)
    if len(text) > MAX_TEXT:
        raise ReplayFormatError(f"a replay's text has at most {MAX_TEXT} bytes")
    try:
        lines = text.decode().split("\n")
    except UnicodeDecodeError as error:
        raise ReplayFormatError("the file is not UTF-8 text") from error
    if len(lines) < 3 or lines[-1]:
        raise ReplayFormatError("the file does not look like a replay: too few lines, or no last newline")
    try:
        version = msgspec.json.decode(lines[0], type=dict[str, Any]).get("nile")
        if version != FORMAT:
            raise ReplayFormatError(f"this is replay format {version!r}; this release reads format {FORMAT}")
        header = msgspec.json.decode(lines[0], type=Header)
        outcome = msgspec.json.decode(lines[-2], type=Outcome)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReplayFormatError(f"header or outcome is malformed: {error}") from error
    choices: list[Choice] = []
    checks: list[str] = []
    for number, line in enumerate(lines[1:-2], start=2):
        body, _, stored = line.partition(" ")
        choices.extend(_choices(body, number))
        if stored:
            checks.append(stored)
    return Replay(header, tuple(choices), tuple(checks), outcome, text)


def _choices(body: str, line: int) -> Iterator[Choice]:
    index, by_referee = 0, False
    for char in body:
        if char == "+":
            index += 62
        elif char == "!" and not index and not by_referee:
            by_referee = True
        elif char in _VALUE:
            yield Choice(index + _VALUE[char], by_referee)
            index, by_referee = 0, False
        else:
            raise ReplayFormatError(f"line {line} holds {char!r}, which is no choice")
    if index or by_referee:
        raise ReplayFormatError(f"line {line} ends inside a choice")


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
            if number >= len(replay.checks) or replay.checks[number] != check(data):
                raise ReplayMismatch(sure + 1, ply, "the state differs from the stored check")
            sure = ply
        yield Step(ply, decision, choices, frozenset(by_referee), events)
    if next(stored, None) is not None or len(replay.checks) != ply // CHECK_EVERY:
        raise ReplayMismatch(ply, ply, "the game is over, but the replay goes on")
    result = game.result(state)
    assert result is not None
    outcome = replay.outcome
    faults = _faults(replay)
    if outcome.sha256 != _sum_text(total.digest()):
        raise ReplayMismatch(sure + 1, max(ply, sure + 1), "the sum over all states differs")
    ranks = final_ranks(result.ranks, [seat in faults for seat in range(len(replay.header.seats))])
    if (outcome.plies, outcome.scores, outcome.ranks, outcome.reason) != (ply, result.scores, ranks, result.reason):
        raise ReplayMismatch(ply, ply, "the stored outcome is not that of this game")


def _sum_text(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")


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
