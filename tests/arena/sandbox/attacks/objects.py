"""Takes memory in objects too small to count."""


def attack(question):
    kept = []
    while True:
        kept.append([len(kept)])
