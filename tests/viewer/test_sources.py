"""The viewer's sources keep to what the security policy allows and to the words of the arena."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena import games
from arena.referee.verdicts import Verdict

VIEWER = Path(__file__).parents[2] / "arena" / "viewer"
SOURCES = sorted(VIEWER.rglob("*.js"))
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(VIEWER).as_posix())
def test_text_never_becomes_markup_or_code(source: Path) -> None:
    assert not FORBIDDEN.search(source.read_text())


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(VIEWER).as_posix())
def test_modules_are_named_as_static_files_can_be_hashed(source: Path) -> None:
    for name in re.findall(r"""(?:from|import\()\s*["']([^"']+)["']""", source.read_text()):
        assert name.startswith(("./", "../")), name
        assert (source.parent / name).is_file(), name


def test_every_verdict_on_a_bot_has_its_words() -> None:
    words = (VIEWER / "ending.js").read_text()
    for verdict in Verdict:
        if verdict is not Verdict.VOID:  # a void match has no replay
            assert re.search(rf"^  {verdict}: ", words, re.MULTILINE), verdict


def test_every_drawing_belongs_to_a_game() -> None:
    drawings = re.findall(r"^  \"?([\w-]+)\"?: \(\) => import", (VIEWER / "games.js").read_text(), re.MULTILINE)
    assert drawings
    assert set(drawings) <= set(games.SLUGS)
