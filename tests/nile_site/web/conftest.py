"""What the tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.nile_site import arena as arenas
from tests.nile_site.arena import Arena


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    yield from arenas.built_once(django_db_blocker, tmp_path_factory.mktemp("bots"))


@pytest.fixture
def arena(built: Arena, db: None) -> Arena:
    """An arena in which something of everything has happened; what a test changes is gone afterwards."""
    return built
