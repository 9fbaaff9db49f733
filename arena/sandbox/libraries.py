"""Which shared libraries a set of binaries needs, as this machine's own loader sees it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from arena.errors import SandboxError

_RESOLVED = re.compile(r"^\s+(?:(?P<name>\S+) => )?(?P<path>/\S+) \(0x[0-9a-f]+\)$")


def needed_by(binaries: Iterable[Path]) -> dict[str, Path]:
    """Maps the name of every library that the binaries load, themselves or through others, to its file.

    The loader itself is among them, under its whole path. Raises SandboxError if the machine cannot say.
    """
    found: dict[str, Path] = {}
    for line in _ask_loader(binaries):
        if match := _RESOLVED.match(line):
            path = match["path"]
            found[match["name"] or path] = Path(path)
    if not any(name.startswith("libc.") for name in found):
        raise SandboxError("`ldd` does not name the C library: no runtime can be made for this kind of system.")
    # Threads that end early load this one by name, so nothing lists it.
    unwinder = "libgcc_s.so.1"
    if unwinder not in found:
        for folder in {path.parent for path in found.values()}:
            if (folder / unwinder).exists():
                found[unwinder] = folder / unwinder
                break
    return found


def _ask_loader(binaries: Iterable[Path]) -> list[str]:
    try:
        result = subprocess.run(
            ["ldd", *map(str, binaries)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SandboxError(f"`ldd`, which finds the interpreter's libraries, does not run: {error}") from error
    return result.stdout.splitlines()
