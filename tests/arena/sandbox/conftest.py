"""Ground for bots: one runtime and one folder per test process, and which sandboxes work on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.sandbox.base import Sandbox
from arena.sandbox.runtime import Runtime, ensure
from arena.sandbox.selfcheck import Finding, find
from arena.sandbox.users import slot_uid
from tests.arena.sandbox.battle import Ground, open_folder, sandbox_for
from tests.tiers import require_tier

ISOLATING = ("namespaces", "bwrap", "landlock")

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""Number of this test process; each has a bots' user of its own, since tests look at all processes of that user."""


class Place(NamedTuple):
    """folder: reachable by everybody. uid: whom bots run as, None for this user."""

    folder: Path
    runtime: Runtime
    uid: int | None


@pytest.fixture(scope="session")
def place() -> Iterator[Place]:
    uid = slot_uid(200 + WORKER) if os.geteuid() == 0 else None
    with open_folder() as folder:
        yield Place(folder, ensure(folder, reachable_by=uid), uid)


@pytest.fixture(scope="session")
def findings(place: Place) -> dict[str, Finding]:
    return {name: find(name, place.runtime, uid=place.uid) for name in ISOLATING}


@pytest.fixture(scope="session")
def ground(place: Place) -> Iterator[Ground]:
    folder = place.folder / "ground"
    folder.mkdir()
    with Ground(folder, place.uid) as made:
        yield made


@pytest.fixture(params=ISOLATING)
def isolating(request: pytest.FixtureRequest, place: Place, findings: dict[str, Finding]) -> Sandbox:
    """Each sandbox that isolates; the test is skipped where it does not work."""
    name: str = request.param
    require_tier(name, available=findings[name].works, reason=findings[name].reason)
    return sandbox_for(name, place.runtime)


@pytest.fixture(params=[*ISOLATING, "trusted"])
def sandbox(request: pytest.FixtureRequest, place: Place, findings: dict[str, Finding]) -> Sandbox:
    """Every sandbox, the one without walls among them."""
    name: str = request.param
    if name in ISOLATING:
        require_tier(name, available=findings[name].works, reason=findings[name].reason)
    return sandbox_for(name, place.runtime)
