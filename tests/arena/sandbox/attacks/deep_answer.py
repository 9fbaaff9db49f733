"""Answers with brackets in brackets."""

import os


def attack(question):
    os.write(1, b'{"type":"action","number":1,"action":' + b"[" * 30000 + b"]" * 30000 + b"}\n")
    return "answered"
