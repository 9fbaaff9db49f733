"""Sleeps for ever and costs nothing."""

import time


def attack(question):
    time.sleep(10**6)
