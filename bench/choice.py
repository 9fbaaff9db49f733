"""Picks the module that a command line names, so that a benchmark loads nothing of the others."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType


def chosen(program: str, about: str | None, names: Mapping[str, str], module: str) -> tuple[str, ModuleType]:
    """Gives the first argument and the module it names; prints what there is, and ends, for anything else."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in names:
        return name, import_module(module.format(name))
    lines = [f"{about}\nusage: {program} NAME\n", *(f"  {each:12} {help_text}" for each, help_text in names.items())]
    print("\n".join(lines), file=sys.stdout if name in ("-h", "--help") else sys.stderr)
    sys.exit(0 if name in ("-h", "--help") else 2)
