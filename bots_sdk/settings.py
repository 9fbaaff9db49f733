"""Numbers of a bot that live in a file beside it, so that one program serves for several variants."""

from __future__ import annotations

import os.path
from typing import TypeVar

import msgspec

_NAME = "settings.json"

S = TypeVar("S", bound=msgspec.Struct)


def read_settings(kind: type[S], beside: str) -> S:
    """Reads `settings.json` in the folder of the file `beside` (give `__file__`) into a struct with defaults.

    Without the file it gives the defaults. A struct with `forbid_unknown_fields=True` catches misspelt names. Raises
    ValueError that names file and field.
    """
    path = os.path.join(os.path.dirname(beside), _NAME)
    try:
        with open(path, "rb") as file:
            text = file.read()
    except FileNotFoundError:
        return kind()
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise ValueError(f"{_NAME}: {error}") from error
