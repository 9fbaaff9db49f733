"""Thinks while the others are asked, and looks afterwards how far it got."""

import json
import sys
import threading
import time

from main import answer


def _think():
    while True:
        pass


def attack(question):
    threading.Thread(target=_think, daemon=True).start()
    before = time.process_time()
    answer(question)
    question = json.loads(sys.stdin.readline())
    thought = time.process_time() - before
    print(f"{'ESCAPED' if thought > 0.3 else 'refused'}: thought for {thought:.3f} s", file=sys.stderr)
    answer(question)
    return "answered"
