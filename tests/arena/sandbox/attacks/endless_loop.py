"""Computes for ever, deaf to every signal it may be deaf to."""

import signal


def attack(question):
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass
