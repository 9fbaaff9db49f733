"""Runs one long proof: `./run soak NAME [options of its own]`. The last line that it prints holds its figures."""

from __future__ import annotations

import argparse
from importlib import import_module

NAMES = {
    "games": "plays thousands of random games of a game and checks the contract and its conservation laws",
    "kills": "kills workers, runners and Valkey while matches are played, and counts what was recorded",
}


def main() -> None:
    """Parses the command line and runs the proof; its exit status says whether it held."""
    parser = argparse.ArgumentParser(prog="./run soak", description=__doc__)
    commands = parser.add_subparsers(dest="name", required=True)
    modules = {name: f"bench.soak_{name}" for name in NAMES}
    for name, help_text in NAMES.items():
        import_module(modules[name]).add_arguments(commands.add_parser(name, help=help_text))
    args = parser.parse_args()
    raise SystemExit(import_module(modules[args.name]).soak(args))


if __name__ == "__main__":
    main()
