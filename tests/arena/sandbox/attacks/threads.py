"""Starts threads with small stacks until it cannot."""

import sys
import threading
import time


def attack(question):
    threading.stack_size(32768)
    started = 0
    try:
        while started < 600:
            threading.Thread(target=time.sleep, args=(1.5,), daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    print(f"{'ESCAPED' if started >= 600 else 'refused'}: {started} threads", file=sys.stderr)
