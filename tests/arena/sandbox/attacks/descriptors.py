"""Looks for descriptors that somebody forgot, and opens as many as it can."""

import os
import sys

from main import attempt


def attack(question):
    for number in range(3, 256):
        try:
            os.fstat(number)
        except OSError:
            continue
        attempt(f"descriptor {number}", lambda number=number: os.write(number, b"x"))
    kept = []
    try:
        while len(kept) < 900:
            kept.append(os.open(__file__, os.O_RDONLY))
    except OSError:
        pass
    for number in kept:
        os.close(number)
    print(f"{'ESCAPED' if len(kept) >= 900 else 'refused'}: {len(kept)} files", file=sys.stderr)
