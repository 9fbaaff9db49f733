"""Closes its input, answers, and stays."""

import os
import time

from main import answer


def attack(question):
    os.close(0)
    answer(question)
    time.sleep(10**6)
