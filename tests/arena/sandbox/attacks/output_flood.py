"""Writes for ever without a newline."""

import os


def attack(question):
    while True:
        os.write(1, b"x" * 65536)
