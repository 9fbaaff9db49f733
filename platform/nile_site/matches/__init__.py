"""Blocks and matches: pairing, claiming, recording, rating. The life of a match is told in services/__init__.py."""
