"""Answers as if it were the referee."""

import os


def attack(question):
    os.write(1, b'{"type":"over","ranks":[1,2],"scores":[9,0],"verdict":"ok"}\n')
    return "answered"
