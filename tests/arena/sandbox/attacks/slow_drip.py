"""Answers one byte after the other, so that something is always just coming."""

import os
import time


def attack(question):
    while True:
        os.write(1, b"x")
        time.sleep(0.005)
