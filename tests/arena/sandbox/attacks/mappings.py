"""Cuts its memory into as many pieces as the kernel keeps count of."""

import mmap
import sys


def attack(question):
    kept = []
    kinds = (mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE)
    try:
        while len(kept) < 62_000:
            kept.append(mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=kinds[len(kept) % 2]))
    except (OSError, MemoryError):
        pass
    count = len(kept)
    kept.clear()
    print(f"{'ESCAPED' if count >= 62_000 else 'refused'}: {count} mappings", file=sys.stderr)
