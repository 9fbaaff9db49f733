"""Trouble that the person at the terminal can mend: it ends a command with its sentence and no traceback."""

import importlib.util
from pathlib import Path


class Trouble(Exception):
    """Its text is shown as it is; it says what happened and what to do."""


def file_of_wheel(module: str, inside: str, instead: str) -> Path:
    """Return a file or folder inside an installed wheel; Trouble names the variable that does instead."""
    spec = importlib.util.find_spec(module)
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    found = [path for place in places for path in sorted(place.glob(inside))]
    if not found:
        raise Trouble(f"This machine has no {module} wheel. Set {instead}.")
    return found[0]
