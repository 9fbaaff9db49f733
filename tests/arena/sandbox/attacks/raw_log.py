"""Floods its log past everything that counts."""

import os


def attack(question):
    try:
        written = sum(os.write(2, b"z" * 65536) for _ in range(16))
        outcome = f"ESCAPED: {written} bytes\n"
    except OSError as error:
        outcome = f"refused: {error}\n"
    os.pwrite(2, outcome.encode(), 0)
