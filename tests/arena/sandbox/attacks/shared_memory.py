"""Takes memory that belongs to no heap."""

import mmap
import sys


def attack(question):
    kept = []
    try:
        for _ in range(24):
            area = mmap.mmap(-1, 16 << 20)
            for place in range(0, len(area), 4096):
                area[place] = 1
            kept.append(area)
    except (OSError, MemoryError, ValueError):
        pass
    taken = len(kept) * 16
    kept.clear()
    print(f"{'ESCAPED' if taken >= 256 else 'refused'}: {taken} MiB", file=sys.stderr)
