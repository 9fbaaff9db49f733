"""Runs one benchmark: `python -m bench NAME [--json] [options of its own]`.

Each benchmark is a module with `add_arguments(parser)` and `measure(args) -> dict`: plain figures, with what compares
two things of the same run under `ratios`.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module

NAMES = {
    "rules": "random playouts of each game, against a peer's rules core",
    "match": "what a decision in a sandboxed match costs, and how small its replay is",
    "strength": "whether each house bot beats the weaker one over mirrored blocks",
}


def main() -> None:
    """Parses the command line, measures, and prints the figures as lines or as one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    commands = parser.add_subparsers(dest="name", required=True)
    for name, help_text in NAMES.items():
        command = commands.add_parser(name, help=help_text)
        command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
        import_module(f"bench.{name}").add_arguments(command)
    args = parser.parse_args()
    figures = import_module(f"bench.{args.name}").measure(args)
    if args.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        if isinstance(value, dict):
            print(f"{name}:")
            for inner, figure in value.items():
                print(f"  {inner:48} {figure}")
        else:
            print(f"{name:50} {value}")


if __name__ == "__main__":
    main()
