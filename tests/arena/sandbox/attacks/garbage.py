"""Answers in bytes that are no text."""

import os


def attack(question):
    os.write(1, b"\xff\xfe\x00 no move\n")
    return "answered"
