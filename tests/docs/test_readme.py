"""The README does what it says: its Python runs, its commands work, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, flags=re.S | re.M)
PYTHON = [code for language, code in BLOCKS if language == "python"]
COMMANDS = [line.split("#")[0].strip() for language, code in BLOCKS if not language for line in code.splitlines()]


def test_the_library_example_runs() -> None:
    example = next(code for code in PYTHON if "new_game" in code)
    subprocess.run([sys.executable, "-c", example], cwd=ROOT, check=True)


def test_the_bot_and_the_commands_work_as_written(tmp_path: Path) -> None:
    bot = next(code for code in PYTHON if "class MyBot" in code)
    nile = [command for command in COMMANDS if command.startswith(".venv/bin/nile")]
    offline = [command for command in nile if "login" not in command and "upload" not in command]
    assert len(offline) == 3
    environment = {**os.environ, "HOME": str(tmp_path)}
    for number, command in enumerate(offline):
        words = shlex.split(command)
        done = subprocess.run(
            [sys.executable, "-m", "bots_sdk.cli", *words[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        if number == 0:
            (tmp_path / "my_bot" / "main.py").write_text(bot)
    assert "identical" in done.stdout


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
