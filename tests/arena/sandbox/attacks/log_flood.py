"""Writes 64 MiB to its log and then plays on."""

import sys


def attack(question):
    line = "y" * 1023 + "\n"
    for _ in range(64):
        sys.stderr.write(line * 1024)
