"""Settings in a file beside a bot."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bots_sdk import read_settings


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    playouts: int = 8
    noise: float = 0.5


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert read_settings(Numbers, str(tmp_path / "main.py")) == Numbers()


def test_a_file_beside_the_program_changes_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"playouts": 3}')
    assert read_settings(Numbers, str(tmp_path / "main.py")) == Numbers(playouts=3)


@pytest.mark.parametrize("text", ['{"playout": 3}', '{"playouts": "3"}', "{", ""])
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(ValueError, match=r"^settings\.json: "):
        read_settings(Numbers, str(tmp_path / "main.py"))
