"""The loop in a bot's process: a line in, one decision, a line out.

Written for speed, because every bot of every match goes through it: one read, one typed decode, one write.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from arena.codec import Codec
from arena.game import Event
from arena.protocol import PROTOCOL, Answer, Clock, Hello, Over, encode
from bots_sdk.bot import AnyTurn, Bot, Turn, choose, make, note_of

A = TypeVar("A")

_CHUNK = 1 << 16
_READY = b'{"type":"ready"}\n'


class Question(msgspec.Struct, Generic[A], frozen=True, tag_field="type", tag="decide"):
    """Is arena.protocol.Decide with what a bot may never look at still unread."""

    number: int
    kind: str
    view: msgspec.Raw
    events: msgspec.Raw
    legal: tuple[A, ...]
    clock: Clock


class Asked(Turn[Any]):
    """Is a question from the wire: view and events are read when the bot first looks at them."""

    __slots__ = ("_codec", "_events", "_question", "_view")

    def __init__(self, question: Question[Any], codec: Codec) -> None:
        self._question = question
        self._codec = codec
        self._view: Any = None
        self._events: list[Event] | None = None
        self.number = question.number
        self.kind = question.kind
        self.legal = question.legal
        self.clock = question.clock
        self._note = ""

    @property
    def view(self) -> Any:
        """Is what the seat sees now."""
        if self._view is None:
            self._view = self._codec.view(self._question.view)
        return self._view

    @property
    def events(self) -> list[Event]:  # type: ignore[override]
        """Is what the seat was told since its last question, oldest first."""
        if self._events is None:
            self._events = self._codec.events(self._question.events)
        return self._events


def run(kind: type[Bot]) -> None:
    """Plays one match as `kind` over standard input and output, and returns when it is over.

    From the call on, whatever else writes to standard output goes to standard error, so a `print` never reaches the
    wire. Raises what the author's code raises; the process then ends with a traceback in its log.
    """
    _play(kind, lines(0), _take_stdout())


def _take_stdout() -> int:
    """Keeps standard output for the wire alone and gives its descriptor.

    Text that was printed before, while modules were imported, still waits in Python's buffer and goes to the log too.
    """
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return wire


def lines(source: int) -> Iterator[bytes]:
    """Reads lines from a descriptor until it ends."""
    read = os.read
    rest = b""
    while chunk := read(source, _CHUNK):
        if rest:
            chunk = rest + chunk
        while (end := chunk.find(b"\n") + 1) > 0:
            yield chunk[:end]
            chunk = chunk[end:]
        rest = chunk


def _play(kind: type[Bot], questions: Iterator[bytes], wire: int) -> None:
    first = next(questions, None)
    if first is None:
        return
    hello = msgspec.json.decode(first, type=Hello)
    if hello.protocol != PROTOCOL:
        raise SystemExit(f"the referee speaks protocol {hello.protocol}, this bots_sdk speaks {PROTOCOL}")
    bot = make(kind, hello)
    codec = bot.game.codec
    question = Question[codec.action_type]  # type: ignore[name-defined]
    decode = msgspec.json.Decoder(question | Over).decode
    gc.freeze()  # what has been imported stays: no collection need look at it again
    _send(wire, _READY)
    for line in questions:
        asked: Question[Any] | Over = decode(line)
        if isinstance(asked, Over):
            bot.over(asked)
            return
        turn: AnyTurn = Asked(asked, codec)
        index = choose(bot, turn)
        if note := note_of(turn):
            _send(wire, encode(Answer(turn.number, index, note=note)) + b"\n")
        else:
            _send(wire, b'{"type":"action","number":%d,"index":%d}\n' % (turn.number, index))


def _send(wire: int, line: bytes) -> None:
    sent = os.write(wire, line)
    while sent < len(line):
        sent += os.write(wire, line[sent:])
