"""The text of a replay: its lines, and how they are packed.

    nile 1 nefertiti 1 7 closing=sum_only halls=random      format, game, rules version, seed, every option
    ["Scarab v1","Ibis v2","Heron v1"]                      names by seat, as JSON
    0a3!0… Xy7                                              one line per 16 plies: the choices, then a check
    98 akhenaton 101,88,93 1,3,2 1:timeout <sum>            plies, reason, scores, final ranks, faults, sum

A choice is the index of the action in its seat's menu, in base 62, with one `+` before it for each whole 62; `!` says
that the referee chose for a seat whose bot had failed. A sealed ply holds one choice per asked seat, ascending. A check
is the first 16 bits of the SHA-256 of the state in base 62; the sum is a SHA-256 in unpadded URL-safe base 64.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from arena.errors import ReplayFormatError

FORMAT = 1
CHECK_EVERY = 16
"""A check of the state is stored after every so many plies."""

MAX_TEXT = 256 * 1024
"""A replay's text is never longer than this many bytes; reading stops there."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUE = {digit: value for value, digit in enumerate(_DIGITS)}
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"


class Header(msgspec.Struct, frozen=True):
    """Says which game was played: slug, rules version, the deal's seed in digits, every option, names by seat."""

    game: str
    rules: int
    seed: str
    options: dict[str, str]
    seats: tuple[str, ...]

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        names = msgspec.json.encode(self.seats).decode()
        return f"nile {FORMAT} {self.game} {self.rules} {self.seed}{options}\n{names}\n"


class Outcome(msgspec.Struct, frozen=True):
    """Closes a replay: plies, the game's reason, scores and final ranks by seat, faulted seats' verdicts, the sum."""

    plies: int
    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: dict[str, str]
    sha256: str

    def __str__(self) -> str:
        faults = "".join(f" {seat}:{verdict}" for seat, verdict in self.faults.items())
        scores, ranks = ",".join(map(str, self.scores)), ",".join(map(str, self.ranks))
        return f"{self.plies} {self.reason} {scores} {ranks}{faults} {self.sha256}\n"


class Choice(msgspec.Struct, frozen=True):
    """Is one stored choice: the index in the seat's menu, and whether the referee made it."""

    index: int
    by_referee: bool

    def __str__(self) -> str:
        more, digit = divmod(self.index, 62)
        return f"{'!' * self.by_referee}{'+' * more}{_DIGITS[digit]}"


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


def check_text(state_bytes: bytes) -> str:
    """Gives the 16-bit check of a state as three base-62 digits."""
    digest = sha256(state_bytes).digest()
    value = digest[0] << 8 | digest[1]
    return _DIGITS[value // 3844] + _DIGITS[value // 62 % 62] + _DIGITS[value % 62]


def sum_text(digest: bytes) -> str:
    """Gives a SHA-256 in 43 characters."""
    return urlsafe_b64encode(digest).decode().rstrip("=")


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
    if len(lines) < 4 or lines[-1]:
        raise ReplayFormatError("the file does not look like a replay: too few lines, or no last newline")
    choices: list[Choice] = []
    checks: list[str] = []
    for number, line in enumerate(lines[2:-2], start=3):
        body, _, stored = line.partition(" ")
        choices.extend(_choices(body, number))
        if stored:
            checks.append(stored)
    return Replay(_header(lines[0], lines[1]), tuple(choices), tuple(checks), _outcome(lines[-2]), text)


def _header(first: str, second: str) -> Header:
    mark, version, *rest = first.split(" ", 2) + [""] * 2
    if mark != "nile":
        raise ReplayFormatError("the file does not begin as a replay does")
    if version != str(FORMAT):
        raise ReplayFormatError(f"this is replay format {version}; this release reads format {FORMAT}")
    try:
        game, rules, seed, *options = rest[0].split(" ")
        names = msgspec.json.decode(second, type=tuple[str, ...])
        pairs = [option.split("=") for option in options]
        return Header(game, _number(rules), seed, dict(_pair(pair) for pair in pairs), names)
    except (ValueError, RecursionError) as error:
        raise ReplayFormatError(f"the header is malformed: {error}") from error


def _outcome(line: str) -> Outcome:
    try:
        plies, reason, scores, ranks, *faults, total = line.split(" ")
        named = dict(_pair(fault.split(":")) for fault in faults)
        return Outcome(_number(plies), reason, _numbers(scores), _numbers(ranks), named, total)
    except ValueError as error:
        raise ReplayFormatError(f"the outcome is malformed: {error}") from error


def _pair(parts: list[str]) -> tuple[str, str]:
    seat, verdict = parts
    return seat, verdict


def _number(text: str) -> int:
    if len(text) > 18 or not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise ValueError(f"{text[:30]!r} is not a number")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_number(each) for each in text.split(","))


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


def ply_text(choices: Iterable[Choice]) -> str:
    """Gives the choices of one ply as they stand in a replay."""
    return "".join(map(str, choices))
