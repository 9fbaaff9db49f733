"""Computes for ever in one call of a library, where no signal handler of its language gets a turn."""

import re


def attack(question):
    re.match(r"(a+)+$", "a" * 60 + "b")
