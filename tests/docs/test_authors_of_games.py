"""The pages for authors of one game do what they say: their Python runs, their bots play, their tables are whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from arena import games
from arena.games.amun_re import flow as amun_re
from arena.games.cleopatra import flow as cleopatra

ROOT = Path(__file__).parents[2]
PHASES = {"cleopatra": cleopatra.PHASES, "amun-re": amun_re.PHASES}
PAGES = {game: (ROOT / "docs" / f"authors-{game}.md").read_text() for game in PHASES}
PYTHON = [
    (game, code)
    for game, page in PAGES.items()
    for code in re.findall(r"^```python\n(.*?)^```$", page, flags=re.S | re.M)
]
EXAMPLES = [code for _, code in PYTHON if "__main__" not in code]
BOTS = [(game, code) for game, code in PYTHON if "__main__" in code]


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(code: str, tmp_path: Path) -> None:
    program = tmp_path / "example.py"
    program.write_text(code)
    subprocess.run([sys.executable, program], check=True, timeout=120)


@pytest.mark.parametrize(("game", "code"), BOTS, ids=[game for game, _ in BOTS])
def test_the_bot_on_the_page_beats_chance(game: str, code: str, tmp_path: Path) -> None:
    nile = [sys.executable, "-m", "bots_sdk.cli"]
    subprocess.run([*nile, "new", "my_bot", "--game", game], cwd=tmp_path, check=True, timeout=120)
    (tmp_path / "my_bot" / "main.py").write_text(code)
    command = [*nile, "play", game, "my_bot", "random", "random", "--seed", "4", "--matches", "6"]
    play = subprocess.run(
        [*command, "--sandbox", "trusted"], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
    )
    (row,) = [line.split() for line in play.stdout.splitlines() if line.startswith("my_bot")]
    _, rank, _, _, faults, _ = row
    assert float(rank) < 2
    assert faults == "0"


@pytest.mark.parametrize("game", PHASES)
def test_every_kind_of_decision_and_every_action_is_explained(game: str) -> None:
    page = PAGES[game]
    for phase in PHASES[game]:
        if phase.apply is not None:
            assert f"| `{phase.name}` |" in page
    for action in get_args(games.get(game).codec.action_type):
        assert re.search(rf"\b{action.__name__}\(", page), action


def test_every_event_of_cleopatra_is_listed() -> None:
    for event in get_args(games.get("cleopatra").codec.event_type):
        assert f"`{event.__name__}`" in PAGES["cleopatra"], event


@pytest.mark.parametrize("game", PHASES)
def test_links_lead_somewhere(game: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", PAGES[game]):
        assert (ROOT / "docs" / link).exists()
