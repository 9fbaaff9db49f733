"""Answers once, and then a thousand times more."""

import sys

from main import answer


def attack(question):
    answer(question)
    for _ in range(1000):
        sys.stdout.write('{"type":"action","number":0,"index":0}\n')
    sys.stdout.flush()
    return "answered"
