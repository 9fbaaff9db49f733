"""Runs one long proof: `./run soak NAME [options of its own]`. The last line that it prints holds its figures.

Each proof is a module bench.soak_NAME with `add_arguments(parser)` and `soak(args) -> exit status`.
"""

from __future__ import annotations

import argparse
import sys

from bench.choice import chosen

NAMES = {
    "games": "plays thousands of random games of a game and checks the contract and its conservation laws",
    "fairness": "plays thousands of games of equal bots and measures what each seat and each province is worth",
    "fuzz": "feeds nearly right bytes to what reads strangers' answers and uploads",
    "runner": "plays a thousand matches in one runner, then kills runners and workers, and looks what is left",
    "clock": "measures what a busy machine costs a bot, and whether one on the edge of its bank ever loses on time",
    "ladder": "kills and restarts everything under a ladder, delivers results a dozen times, and compares ledgers",
    "kills": "kills workers, runners and Valkey while matches are played, and counts what was recorded",
}


def main() -> None:
    """Runs the proof that the command line names; the exit status says whether it held."""
    name, module = chosen("./run soak", __doc__, NAMES, "bench.soak_{}")
    parser = argparse.ArgumentParser(prog=f"./run soak {name}", description=module.__doc__)
    module.add_arguments(parser)
    sys.exit(module.soak(parser.parse_args(sys.argv[2:])))


if __name__ == "__main__":
    main()
