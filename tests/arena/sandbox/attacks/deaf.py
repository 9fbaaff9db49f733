"""Answers and then never reads again, while its questions grow too long for a pipe."""

import time

from main import answer


def attack(question):
    answer(question)
    time.sleep(10**6)
