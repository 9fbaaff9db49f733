"""Answers with a number of 60,000 digits."""

import os


def attack(question):
    os.write(1, b'{"type":"action","number":1,"index":' + b"9" * 60000 + b"}\n")
    return "answered"
