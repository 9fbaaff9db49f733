"""Bytes that are nearly right: answers and zips with one thing or another bent, for the targets beside this file."""

from __future__ import annotations

import io
import json
import random
import stat
import struct
import warnings
import zipfile
from typing import Any

from hypothesis import strategies as st

_WORDS = st.sampled_from(
    [
        "type",
        "action",
        "ready",
        "over",
        "number",
        "index",
        "note",
        "bid",
        "city",
        "card",
        "slot",
        "cards",
        "amount",
        "pass",
    ]
)
_NUMBERS = st.one_of(
    st.integers(-2, 30),
    st.integers(),
    st.sampled_from([10**6, 10**6 + 1, 2**31, 2**53, 2**64, 10**400]),
    st.floats(),
)
_TEXTS = st.one_of(_WORDS, st.text(max_size=12), st.text(min_size=195, max_size=205))
_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_TEXTS, inner, max_size=4)),
    max_leaves=8,
)
_ANSWERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["action", "action", "action", "ready", "over"])},
    optional={"number": _NUMBERS, "index": _NUMBERS, "action": _VALUES, "note": _TEXTS, "more": _VALUES},
)


def _damaged(data: bytes, seed: int, times: int) -> bytes:
    """Overwrites, takes out or doubles bytes at a few places."""
    chance = random.Random(seed)
    out = bytearray(data)
    for _ in range(times):
        place = chance.randrange(len(out) + 1)
        match chance.randrange(4):
            case 0:
                out[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del out[place : place + chance.randrange(8)]
            case 2:
                out[place:place] = out[place : place + chance.randrange(64)]
            case _:
                width = chance.choice([2, 4])
                value = chance.choice([0, 1, 10, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF]) % 256**width
                out[place : place + width] = value.to_bytes(width, "little")
    return bytes(out)


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """Draws a line that a bot might send."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=80))
    value: Any = draw(st.one_of(_ANSWERS, _VALUES))
    line = json.dumps(value, ensure_ascii=draw(st.booleans()), separators=(",", ":")).encode("utf-8", "surrogatepass")
    if draw(st.booleans()):
        line = _damaged(line, draw(st.integers(0, 2**32)), draw(st.integers(1, 4)))
    return line


_PARTS = st.one_of(
    st.sampled_from(
        ["main.py", "bot", "nile.toml", "..", ".", "", "__MACOSX", ".DS_Store", "._x", "a", "A", "é", "e\u0301"]
    ),
    st.text(max_size=5),
    st.just("x" * 120),
)
_NAMES = st.one_of(
    st.sampled_from(["main.py", "bot/main.py", "nile.toml", "lib/a.py", "/etc/passwd", "C:/x", "..\\x", "main.py "]),
    st.lists(_PARTS, max_size=4).map("/".join),
)
_CONTENTS = st.one_of(
    st.just(b"pass\n"),
    st.binary(max_size=40),
    st.sampled_from([bytes(1 << 20), b'name = "Ra"\nentry = "lib/a.py"\n', b'games = ["x"]', b"PK\x03\x04"]),
)
_MODES = st.sampled_from([0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFBLK])
_EXTRAS = st.one_of(
    st.just(b""),
    st.binary(max_size=12),
    st.binary(max_size=16).map(lambda data: struct.pack("<HH", 0x7075, len(data)) + data),
    st.binary(max_size=24).map(lambda data: struct.pack("<HH", 1, len(data)) + data),
)
_ENTRIES = st.tuples(_NAMES, _CONTENTS, _MODES, st.sampled_from([0, 8, 8, 12, 14]), _EXTRAS)


@st.composite
def zips(draw: st.DrawFn) -> bytes:
    """Draws an upload that might be a zip."""
    target = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(target, "w") as archive:
        warnings.simplefilter("ignore")  # of names that come twice
        entries = draw(st.lists(_ENTRIES, max_size=6))
        if draw(st.booleans()):
            entries.append(("main.py", b"pass\n", 0, 8, b""))
        for name, content, mode, method, extra in entries:
            entry = zipfile.ZipInfo(name[:300].encode("utf-8", "replace").decode())
            entry.external_attr = (mode | 0o644) << 16
            entry.compress_type = method
            entry.extra = extra
            archive.writestr(entry, content)
    data = target.getvalue()
    if draw(st.booleans()):
        data = _damaged(data, draw(st.integers(0, 2**32)), draw(st.integers(1, 6)))
    return data


INPUTS = {"wire": lines(), "archive": zips()}
