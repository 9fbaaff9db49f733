"""What a worker knows, its runner and its bots do not: secrets are planted, and looked for where bots could be."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.referee.runner import Runner
from arena.sandbox.base import Sandbox
from tests.arena.referee.stage import SOON_S, spec
from tests.arena.sandbox.conftest import WORKER, Place

pytestmark = pytest.mark.sandbox

SPY = """
import json, os, sys
def look(path):
    try:
        with open(path, "rb") as file:
            return file.read(65536)
    except OSError as error:
        return str(error).encode()
with open(os.path.join(os.path.dirname(__file__), "aims.json")) as file:
    aims = json.load(file)
paths = [aims["file"]]
for process in (aims["worker"], aims["runner"], os.getppid(), "self"):
    paths += [f"/proc/{process}/{name}" for name in ("environ", "cmdline", "maps")]
    paths += [f"/proc/{process}/fd/{number}" for number in range(3, 40)]
seen = [repr(dict(os.environ)).encode(), repr(sys.argv).encode(), *map(look, paths)]
for number in range(3, 64):
    try:
        seen.append(os.pread(number, 65536, 0))
    except OSError:
        pass
for line in sys.stdin:
    seen.append(line.encode())
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "action", "number": message["number"], "index": 0}), flush=True)
    else:
        break
everything = b" ".join(seen)
for name, reversed_mark in aims["marks"].items():
    if reversed_mark[::-1].encode() in everything:
        print("FOUND", name, file=sys.stderr)
print(len(everything), "bytes seen", file=sys.stderr)
"""


class Planted(NamedTuple):
    """Marks by where they were planted, and the file that holds one."""

    marks: dict[str, str]
    file: Path


@pytest.fixture
def planted(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planted]:
    """Plants marks in this process, which is the worker: environment, memory, and a file that stands open for heirs."""
    marks = {name: secrets.token_hex(24) for name in ("environment", "memory", "file")}
    monkeypatch.setenv("DATABASE_URL", f"postgres://arena:{marks['environment']}@db/arena")
    file = place.folder / f"settings-{secrets.token_hex(4)}"
    file.write_text(marks["file"])
    file.chmod(0o600 if place.uid is not None else 0o644)
    descriptor = os.open(file, os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    yield Planted(marks, file)
    os.close(descriptor)


def play(runner: Runner, place: Place, planted: Planted) -> str:
    """Plays a match of spies and gives what they say they found."""
    match = spec(place.folder, SPY)
    # Backwards, so that what a spy is told to look for is not what it finds.
    backwards = {name: mark[::-1] for name, mark in planted.marks.items()}
    aims = {"file": str(planted.file), "worker": os.getpid(), "runner": runner.pid, "marks": backwards}
    Path(match.seats[0].folder, "aims.json").write_text(json.dumps(aims))
    record = runner.play(match, SOON_S)
    assert {str(seat.verdict) for seat in record.seats} == {"ok"}
    logs = b"".join(seat.usage.stderr for seat in record.seats).decode()
    assert logs.count("bytes seen") == 3, logs
    return logs


def memory_of(pid: int) -> Iterator[bytes]:
    """Yields all that a process holds in memory, area by area."""
    with open(f"/proc/{pid}/maps") as areas, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for area in areas:
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) r", area)
            if found and "[v" not in area:  # vvar and vsyscall are the kernel's
                begin, end = (int(word, 16) for word in found.groups())
                memory.seek(begin)
                yield memory.read(end - begin) or b""


def found_in_memory(pid: int, marks: dict[str, str]) -> set[str]:
    """Names the marks that a process holds."""
    return {name for area in memory_of(pid) for name, mark in marks.items() if mark.encode() in area}


def test_a_runner_holds_nothing_of_its_worker(isolating: Sandbox, place: Place, planted: Planted) -> None:
    runner = Runner(sandbox=isolating.name, data=place.folder, slot=200 + WORKER)
    try:
        assert "FOUND" not in play(runner, place, planted)
        assert Path(f"/proc/{runner.pid}/environ").read_bytes() == b""
        opened = {os.readlink(entry) for entry in Path(f"/proc/{runner.pid}/fd").iterdir()}
        assert str(planted.file) not in opened
        assert found_in_memory(runner.pid, planted.marks) == set()
    finally:
        runner.close()


def test_the_search_finds_what_is_there(place: Place, planted: Planted) -> None:
    """The control: this process does hold the marks, and a bot without walls finds what its user may read."""
    planted.file.chmod(0o644)
    assert found_in_memory(os.getpid(), planted.marks) == set(planted.marks)
    runner = Runner(sandbox="trusted", data=place.folder, slot=200 + WORKER)
    try:
        assert "FOUND file" in play(runner, place, planted)
    finally:
        runner.close()
