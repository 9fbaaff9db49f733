"""What must hold whatever bytes a stranger sends: on the wire as an answer, and as an upload.

Each target takes any bytes, and fails by any exception. They import nothing but the core, so that every fuzzer can use
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import PurePosixPath

import msgspec

from arena import games
from arena.errors import ProtocolError, UploadRefused
from arena.protocol import NOTE_LENGTH, encode, read_answer, read_ready
from arena.sandbox.archive import ENTRIES
from arena.sandbox.bundle import PACKED_BYTES, UNPACKED_BYTES, pack, read_upload, unpack

_CODECS = [games.get(slug).codec for slug in games.SLUGS]


def wire(line: bytes) -> None:
    """A line is an answer within its bounds, or refused in words; its action is one of the game's, or a ValueError."""
    try:
        read_ready(line)
    except ProtocolError as refused:
        _check_words(str(refused), 200)
    try:
        answer = read_answer(line)
    except ProtocolError as refused:
        _check_words(str(refused), 200)
        return
    assert (answer.index is None) is not (answer.action is msgspec.UNSET)
    assert 0 <= answer.number <= 1_000_000
    assert answer.index is None or 0 <= answer.index <= 1_000_000
    assert len(answer.note) <= NOTE_LENGTH
    assert all(ord(sign) > 31 and not 127 <= ord(sign) < 160 for sign in answer.note)
    answer.note.encode()  # a database takes no half of a pair
    assert read_answer(encode(answer)) == answer
    if answer.action is not msgspec.UNSET:
        for codec in _CODECS:
            try:
                action = codec.action(bytes(answer.action))  # type: ignore[arg-type]
            except (ValueError, RecursionError):
                continue
            assert json.loads(encode(action)), str(action)


def archive(data: bytes) -> None:
    """An upload is a bot with plain paths within its limits, or refused in a printable sentence."""
    try:
        bundle = read_upload(data, "bot.zip")
    except UploadRefused as refused:
        _check_sentence(str(refused))
        return
    assert len(data) <= PACKED_BYTES
    assert bundle.manifest.entry in bundle.files
    assert len(bundle.files) <= ENTRIES
    assert sum(map(len, bundle.files.values())) <= UNPACKED_BYTES
    for path in bundle.files:
        assert path == str(PurePosixPath(path))
        assert not path.startswith("/")
        assert ".." not in path.split("/")
        assert path.isprintable()
        assert "\\" not in path
    packed = pack(bundle.files)
    if len(packed) <= PACKED_BYTES:
        assert unpack(packed).files == bundle.files


def _check_words(text: str, longest: int) -> None:
    assert 0 < len(text) <= longest
    assert text.isprintable()
    text.encode()


def _check_sentence(text: str) -> None:
    _check_words(text, 600)
    assert text.isascii()
    assert text.endswith(".")


TARGETS: dict[str, Callable[[bytes], None]] = {"wire": wire, "archive": archive}
