"""Answers the question before this one."""

from main import answer


def attack(question):
    answer({**question, "number": question["number"] - 1})
    return "answered"
