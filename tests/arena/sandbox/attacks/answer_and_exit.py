"""Leaves right after an answer, with success, while the others are asked."""

import os

from main import answer


def attack(question):
    answer(question)
    os._exit(0)
