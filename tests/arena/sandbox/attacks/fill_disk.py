"""Fills whatever disk it can write to: with a hole, with bytes, with very many files."""

import os

from main import HERE, attempt, targets


def _hole(path):
    with open(path, "wb") as file:
        file.truncate(50 << 30)
    return os.path.getsize(path)


def _bytes(path):
    with open(path, "wb") as file:
        return sum(file.write(bytes(1 << 20)) for _ in range(4))


def _files(path):
    os.mkdir(path)
    for number in range(100):
        open(f"{path}/{number}", "wb").close()
    return "100 files"


def attack(question):
    name = targets()["trace"]
    for folder in ("/tmp", "/var/tmp", "/dev/shm", HERE, os.path.expanduser("~"), "/", "/dev"):
        place = os.path.join(folder, name)
        attempt(f"hole in {folder}", lambda place=place: _hole(place + "-hole"))
        attempt(f"bytes in {folder}", lambda place=place: _bytes(place + "-bytes"))
        attempt(f"files in {folder}", lambda place=place: _files(place + "-files"))
