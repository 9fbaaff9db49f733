"""Takes memory until it cannot, and does not mind the error."""


def attack(question):
    kept = []
    while True:
        kept.append(bytearray(b"x") * (16 << 20))
