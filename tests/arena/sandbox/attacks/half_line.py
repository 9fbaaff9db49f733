"""Begins an answer, in pieces, and never ends it."""

import os
import time


def attack(question):
    for piece in (b'{"type":"action",', b'"number":'):
        os.write(1, piece)
        time.sleep(0.02)
    time.sleep(10**6)
