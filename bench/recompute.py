"""Computes a season's ledger from what was played, with nothing but arena.ratings: run it with any Python.

Reads a JSON object from its standard input: stands {entry: [rating, error]}, anchor, blocks [[number, entries,
versions, ranks of each match]]. Writes a line for each change, those of a block in the order of their entries.
"""

from __future__ import annotations

import json
import sys

from arena.ratings.elo import Standing, rate_block


def main() -> None:
    """Rates every block in its order."""
    given = json.load(sys.stdin)
    stands = {int(entry): tuple(stand) for entry, stand in given["stands"].items()}
    rated: dict[int, int] = {}
    for number, entries, versions, ranks in given["blocks"]:
        seated = list(zip(entries, versions, strict=True))
        before = [
            Standing(*stands[entry], rated.get(entry, version) != version, entry == given["anchor"])
            for entry, version in seated
        ]
        moved = dict(zip(seated, rate_block(before, ranks), strict=True))
        for (entry, version), change in sorted(moved.items()):
            stands[entry], rated[entry] = (change.after_mpt, change.error_after_mpt), version
            print(number, entry, version, *(getattr(change, name) for name in change.__struct_fields__))


if __name__ == "__main__":
    main()
