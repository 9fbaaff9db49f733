"""Thinks while the others are asked."""

import threading

from main import answer


def _think():
    while True:
        pass


def attack(question):
    threading.Thread(target=_think, daemon=True).start()
    answer(question)
    return "answered"
