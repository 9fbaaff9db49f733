"""The guide for authors does what it says: its Python runs, its bots play, its tables are those of the code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from arena.games.nefertiti.flow import PHASES
from arena.protocol import Answer, Clock, Hello, Over, Ready, read_answer, read_ready
from arena.referee.verdicts import Verdict
from arena.sandbox.base import Limits
from arena.sandbox.bundle import ENTRIES, PACKED_BYTES, UNPACKED_BYTES, Manifest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "authors.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, flags=re.S | re.M)
PYTHON = [code for language, code in BLOCKS if language == "python"]
BOTS = [code for code in PYTHON if "__main__" in code]
EXAMPLES = [code for code in PYTHON if "__main__" not in code]
NILE = [line.split("#")[0] for language, code in BLOCKS if not language for line in code.splitlines()]


def nile(place: Path, *words: str) -> str:
    command = [sys.executable, "-m", "bots_sdk.cli", *words]
    run = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("code", EXAMPLES, ids=[code.strip().splitlines()[0] for code in EXAMPLES])
def test_examples_run(code: str, tmp_path: Path) -> None:
    program = tmp_path / "example.py"
    program.write_text(code)
    subprocess.run([sys.executable, program], check=True, timeout=120)


def test_every_bot_in_it_plays_without_a_fault(tmp_path: Path) -> None:
    assert len(BOTS) == 2
    for number, code in enumerate(BOTS):
        (tmp_path / f"bot{number}.py").write_text(code)
    said = nile(tmp_path, "play", "nefertiti", "bot0.py", "bot1.py", "random", "--seed", "4", "--sandbox", "trusted")
    assert [line.split()[4] for line in said.splitlines()[1:4]] == ["ok"] * 3


def test_the_commands_work_in_the_order_in_which_they_stand(tmp_path: Path) -> None:
    offline = [
        line for line in NILE if line.startswith("nile ") and not re.match("nile (login|upload|repro|compare)", line)
    ]
    assert len(offline) == 6
    said = [nile(tmp_path, *shlex.split(line)[1:]) for line in offline]
    assert "match.replay is identical" in said[-2]


def test_the_wire_is_the_one_that_is_shown() -> None:
    shown = next(code for language, code in BLOCKS if not language and "▼" in code).replace("{…}", "{}")
    lines = [line.split(" ", 1) for line in shown.replace("[…]", "[]").replace(",…]", "]").splitlines()]
    said = [msgspec.json.decode(text) for _, text in lines]
    assert [message["type"] for message in said] == ["hello", "ready", "decide", "action", "over"]
    assert set(said[0]) == {"type", *Hello.__struct_fields__}
    assert set(said[2]) == {"type", "number", "kind", "view", "events", "legal", "clock"}
    assert set(said[2]["clock"]) == set(Clock.__struct_fields__)
    assert set(said[4]) == {"type", *Over.__struct_fields__}
    assert read_ready(lines[1][1].encode()) == Ready()
    assert isinstance(read_answer(lines[3][1].encode()), Answer)


def test_every_verdict_kind_and_manifest_key_is_explained() -> None:
    for verdict in Verdict:
        assert f"| `{verdict}` |" in GUIDE
    for phase in PHASES:
        if phase.apply is not None:
            assert f"| `{phase.name}` |" in GUIDE
    manifest = next(code for language, code in BLOCKS if language == "toml")
    assert set(tomllib.loads(manifest)) == set(Manifest.__struct_fields__)


def test_the_limits_are_the_published_ones() -> None:
    limits = Limits()
    for text in (
        f"{limits.memory_mib} MiB",
        f"{limits.startup_cpu_ms // 1000} s of CPU time, {limits.startup_wall_ms // 1000} s by the wall",
        f"{limits.bank_ms // 1000} s of CPU time, and {limits.increment_ms} ms more",
        f"{limits.decision_wall_ms // 1000} s and twice",
        f"by the wall | {limits.match_wall_ms // 1000} s |",
        f"{limits.line_kib} KiB |",
        f"{PACKED_BYTES >> 20} MiB packed, {UNPACKED_BYTES >> 20} MiB unpacked and {ENTRIES} files",
        f"the first {limits.stderr_kib} KiB",
        f"{limits.files}, {limits.threads} |",
    ):
        assert text in GUIDE


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", GUIDE))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
