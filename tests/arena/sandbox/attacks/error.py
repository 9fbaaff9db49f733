"""Has a plain bug."""


def attack(question):
    raise KeyError("Memphis")
