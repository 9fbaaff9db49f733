"""What the tests of the servers and of `up` share: whose processes are left, and a patient wait."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 240  # only a broken program needs it all; nothing depends on how fast the machine is


def wait_until(is_so: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    """Poll until it is so; fail with a sentence after that time."""
    deadline = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < deadline, f"waited {patience_s:.0f} s for {what}"
        time.sleep(0.05)


def mentioning(path: Path) -> dict[int, str]:
    """Every living process that has the path in its command line or its environment, this one excepted."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            line = (folder / "cmdline").read_bytes()
            text = line + (folder / "environ").read_bytes()
        except OSError:  # gone, or another user's
            continue
        if os.fsencode(path) in text:
            found[int(folder.name)] = line.replace(b"\0", b" ").decode(errors="replace")
    return found


def alone(**more: str) -> dict[str, str]:
    """An environment as a person has it: without the servers and settings of this test run."""
    ours = ("NILE_", "DATABASE_URL", "REDIS_URL", "CELERY_", "DJANGO_", "PYTEST_")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(ours)}, **more}
