"""The messages between referee and bot: one JSON object a line, one question, one answer.

    referee → bot                                                              bot → referee
    hello   protocol, game, rules, seat, seats, options, limits, bot_seed      ready
    decide  number, kind, view, events, legal, clock                              action  number, index or action, note
    over    ranks, scores, verdict                                             nothing: the bot may end now

A bot writes only when asked; bytes that come before a question, and a second line for one, are `garbled`. What a bot
writes to stderr is its log and never read as an answer.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from arena.errors import ProtocolError
from arena.text import readable

PROTOCOL = 1
"""Rises when a bot written for the old messages would not understand the new ones."""

NOTE_LENGTH = 200
"""A bot's note about a decision has at most this many characters, none of them a control character."""

V = TypeVar("V")
E = TypeVar("E")
A = TypeVar("A")


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """Opens a match. `limits` names each limit with its unit; `bot_seed` is for the bot's own chance."""

    protocol: int
    game: str
    rules: int
    seat: int
    seats: int
    options: dict[str, str]
    limits: dict[str, int]
    bot_seed: int


class Clock(Struct, frozen=True):
    """Tells a bot its time in ms: what its bank holds, what a decision may take by the wall, what the last one cost."""

    bank_ms: int
    wall_ms: int
    used_ms: int


class Decide(Struct, Generic[V, E, A], frozen=True, tag_field="type", tag="decide"):
    """Asks for an action.

    number: counts the questions to this seat, from 1; a count of all plies would tell how often others were asked in
    between. events: those the seat was told since its last question, oldest first.
    """

    number: int
    kind: str
    view: V
    events: list[E]
    legal: tuple[A, ...]
    clock: Clock


class Over(Struct, frozen=True, tag_field="type", tag="over"):
    """Closes a match: ranks and scores by seat, and the verdict on this bot."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    verdict: str


class Ready(Struct, frozen=True, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """Answers hello: the bot has started."""


class Answer(Struct, frozen=True, tag_field="type", tag="action", forbid_unknown_fields=True, omit_defaults=True):
    """Answers decide with an index into `legal`, or with the action itself; `number` repeats the question's."""

    number: Annotated[int, Meta(ge=0, le=1_000_000)]
    index: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    action: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    note: Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")] = ""


encode = msgspec.json.Encoder().encode
"""Gives a message as JSON without a newline."""

_ready = msgspec.json.Decoder(Ready)
_answer = msgspec.json.Decoder(Answer)


def read_ready(line: bytes) -> Ready:
    """Reads a bot's answer to hello. Raises ProtocolError."""
    ready: Ready = _read(_ready, line)
    return ready


def read_answer(line: bytes) -> Answer:
    """Reads a bot's answer to decide. Raises ProtocolError."""
    answer: Answer = _read(_answer, line)
    if (answer.index is None) is (answer.action is msgspec.UNSET):
        raise ProtocolError("an answer holds either an index or an action")
    return answer


def _read(decoder: msgspec.json.Decoder[Any], line: bytes) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # The text quotes the bot, and is shown on pages and in terminals.
        raise ProtocolError(" ".join(readable(str(error).encode()).split())[:200]) from error
