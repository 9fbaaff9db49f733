"""What the tests of matches share: a season with the house's bots, and a slot that plays inside the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from nile_site.ladders.models import Season
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage


@pytest.fixture
def season(db: None) -> Season:
    return stage.ladder()


@pytest.fixture
def slot(tmp_path: Path) -> Slot:
    return stage.slot(tmp_path)
