"""`nile new` and `nile bundle`: from a name to a package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.sandbox.bundle import read_upload
from tests.bots_sdk.cli.conftest import Nile


def test_a_new_folder_is_a_bot_that_the_site_would_take(nile: Nile, tmp_path: Path) -> None:
    result = nile("new", "crane")
    assert result.exit_code == 0
    assert "nile play nefertiti crane random random" in result.output
    assert nile("bundle", "crane").exit_code == 0
    found = read_upload((tmp_path / "crane.zip").read_bytes(), "crane.zip")
    assert list(found.files) == ["README.md", "main.py", "nile.toml"]
    assert (found.manifest.name, found.manifest.games) == ("crane", ("nefertiti",))
    compile(found.files["main.py"], "main.py", "exec")


def test_what_is_there_is_never_overwritten(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "crane").mkdir()
    result = nile("new", "crane")
    assert result.exit_code == 1
    assert "is there already" in result.output
    assert list((tmp_path / "crane").iterdir()) == []


@pytest.mark.parametrize("words", [("a b",), ("crane", "--game", "senet"), (".",), ("x" * 41,)])
def test_an_odd_name_or_game_is_refused(nile: Nile, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = nile("new", *words)
    assert result.exit_code in (1, 2)
    assert not (tmp_path / "crane").exists()


def test_equal_files_give_equal_packages(nile: Nile, tmp_path: Path) -> None:
    nile("new", "crane")
    nile("bundle", "crane", "-o", "one.zip")
    for path in (tmp_path / "crane").iterdir():
        os.utime(path, (1, 1))
        path.chmod(0o600)
    (tmp_path / "crane" / "__pycache__").mkdir()
    (tmp_path / "crane" / "__pycache__" / "main.pyc").write_bytes(b"x")
    nile("bundle", "crane", "-o", "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_a_single_file_is_packed_too(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "heron.py").write_text("pass\n")
    result = nile("bundle", "heron.py")
    assert result.output.startswith("heron.zip: 1 files")
    assert list(read_upload((tmp_path / "heron.zip").read_bytes(), "heron.zip").files) == ["main.py"]


def test_a_folder_that_is_no_bot_is_refused(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    result = nile("bundle", "letters")
    assert result.exit_code == 1
    assert "Is it the right folder?" in result.output
