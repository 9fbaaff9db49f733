"""What the tests of the command share: a place of their own and a way to run it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots_sdk.cli import main

Nile = Callable[..., Result]


@pytest.fixture
def nile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nile:
    """Runs `nile` with these words in an empty folder, without a login."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("NILE_TOKEN", raising=False)

    def run(*words: str, text: str | None = None) -> Result:
        return CliRunner().invoke(main, words, input=text, catch_exceptions=False)

    return run
