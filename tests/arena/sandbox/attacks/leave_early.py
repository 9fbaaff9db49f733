"""Leaves with its last answer: there is nothing left to ask, so that is no fault."""

import json
import os
import sys

from main import answer


def attack(question):
    while True:
        answer(question)
        if len(question["view"]["hand"]) == 1 and question["kind"] == "card":
            os._exit(0)
        question = json.loads(sys.stdin.readline())
