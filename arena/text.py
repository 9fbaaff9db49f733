"""Bytes of strangers as text that can do no harm where it is shown."""

from __future__ import annotations


def readable(data: bytes) -> str:
    """Gives what a program wrote as text, with an escape for all that has no picture.

    Bytes that are not UTF-8 become \\xff, and so do control signs, marks of direction and the like; line ends and tabs
    stay. It is text, not markup: who puts it into a page escapes it as such.
    """
    text = data.decode("utf-8", "backslashreplace")
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in "\n\t" else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode()
