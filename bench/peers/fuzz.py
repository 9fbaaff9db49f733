"""Fuzzing by coverage with atheris 3.0.0: `python -m bench.peers.fuzz TARGET SECONDS CORPUS CRASHES`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["arena.sandbox", "arena.protocol", "arena.codec", "zipfile"]):
    import zipfile  # noqa: F401  # instrumented before anybody else imports it

    from tests.arena.fuzz.targets import TARGETS


def main() -> None:
    """Feeds the target until the time is over; ends the process."""
    name, seconds, corpus, crashes = sys.argv[1:]
    options = [f"-max_total_time={seconds}", f"-artifact_prefix={crashes}/", "-print_final_stats=1", "-max_len=65536"]
    atheris.Setup([sys.argv[0], *options, corpus], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
