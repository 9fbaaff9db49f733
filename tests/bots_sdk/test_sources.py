"""Finding a bot by what an author names."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena import games
from arena.errors import UploadRefused
from bots_sdk import house
from bots_sdk.sources import BotNotFound, find_bot, gather

PROGRAM = "print('never run')\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "crane"
    (place / "__pycache__").mkdir(parents=True)
    (place / "book").mkdir()
    (place / ".git").mkdir()
    (place / "main.py").write_text(PROGRAM)
    (place / "book" / "openings.json").write_text("{}")
    for left_out in ("__pycache__/main.cpython-311.pyc", ".git/config", ".env", "old.replay", "crane.zip"):
        (place / left_out).write_text("x")
    (place / "link.py").symlink_to(place / "main.py")
    return place


def test_a_folder_gives_its_files_without_caches_hidden_files_links_and_packages(folder: Path) -> None:
    found = find_bot(str(folder), "nefertiti")
    assert found.name == "crane"
    assert list(found.bundle.files) == ["book/openings.json", "main.py"]


def test_the_manifest_names_the_bot(folder: Path) -> None:
    (folder / "nile.toml").write_text('name = "Grey crane"\ngames = ["nefertiti"]\n')
    assert find_bot(str(folder), "nefertiti").name == "Grey crane"


def test_a_bot_for_another_game_is_refused(folder: Path) -> None:
    (folder / "nile.toml").write_text('games = ["senet"]\n')
    with pytest.raises(BotNotFound, match="plays senet, not nefertiti"):
        find_bot(str(folder), "nefertiti")


def test_a_file_is_a_bot(folder: Path) -> None:
    found = find_bot(str(folder / "main.py"), "nefertiti")
    assert (found.name, list(found.bundle.files)) == ("main", ["main.py"])


@pytest.mark.parametrize("name", ["random", "heuristic", "searcher"])
def test_house_bots_are_found_by_name(name: str) -> None:
    assert name in house.names("nefertiti")
    assert find_bot(name, "nefertiti").name == name


def test_the_random_bot_plays_every_game() -> None:
    found = {house.find("random", game) for game in games.SLUGS}
    assert len(found) == 1
    assert None not in found


@pytest.mark.parametrize("name", ["nobody", "../random", "random_bot", "", "settings.json"])
def test_an_unknown_name_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises((BotNotFound, UploadRefused)) as found:
        find_bot(name, "nefertiti")
    if isinstance(found.value, BotNotFound):
        assert "heuristic, random, searcher" in str(found.value)


def test_a_folder_without_a_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UploadRefused, match=r"holds neither main\.py nor nile\.toml"):
        find_bot(str(tmp_path), "nefertiti")


def test_a_folder_of_very_many_files_is_refused(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(UploadRefused, match="more than"):
        gather(tmp_path)
