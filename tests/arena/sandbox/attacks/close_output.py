"""Closes its output and stays."""

import os
import time


def attack(question):
    os.close(1)
    time.sleep(10**6)
