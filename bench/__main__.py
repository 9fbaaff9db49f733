"""Runs one benchmark: `python -m bench NAME [--json] [options of its own]`.

Each benchmark is a module with `add_arguments(parser)` and `measure(args) -> dict`: plain figures, with what compares
two things of the same run under `ratios`.
"""

from __future__ import annotations

import argparse
import json
import sys

from bench.choice import chosen

NAMES = {
    "rules": "random playouts of each game, against a peer's rules core",
    "match": "what a decision in a sandboxed match costs, and how small its replay is",
    "sandbox": "what starting and stopping bots costs, and what the walls add to a decision",
    "calibration": "how often a rating's band holds the truth, on simulated ladders",
    "matchmaking": "waits, newcomers and who has met whom, on simulated ladders",
    "comparison": "how often the test of two versions errs, and how many blocks it takes",
    "strength": "whether each house bot beats the weaker one over mirrored blocks",
    "ladder": "a season recomputed, boards and claims with 100,000 bots, a million matches, and a full queue",
    "web": "lists of a million matches as pages and in the API",
    "queue": "matches a second through claim, play, record and rating, against the same matches played bare",
}


def main() -> None:
    """Measures what the command line names, and prints the figures as lines or as one JSON object."""
    name, module = chosen("python -m bench", __doc__, NAMES, "bench.{}")
    parser = argparse.ArgumentParser(prog=f"python -m bench {name}", description=module.__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    module.add_arguments(parser)
    args = parser.parse_args(sys.argv[2:])
    figures = module.measure(args)
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
