"""Never gets as far as its first line."""

while True:
    pass
