"""Whatever a bot writes, its author reads it and nothing else happens."""

from __future__ import annotations

import pytest

from arena.text import readable


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"plain\n\ttext", "plain\n\ttext"),
        ("Grüße 🐊".encode(), "Grüße 🐊"),
        (b"\xff\xfe", "\\xff\\xfe"),
        (b"a\x00b\x1b[31mred\r\n", "a\\x00b\\x1b[31mred\\r\n"),
        ("left\u202eright\u2028".encode(), "left\\u202eright\\u2028"),
        (b"\xed\xa0\x80", "\\xed\\xa0\\x80"),
        (b"<b>&", "<b>&"),
    ],
)
def test_bytes_are_text_with_escapes(data: bytes, shown: str) -> None:
    assert readable(data) == shown
