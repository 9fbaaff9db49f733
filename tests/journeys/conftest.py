"""The whole site, as `./run` starts it, for a browser to walk through: its own data, its own port, gone afterwards."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.nile_site.embedded.processes import alone, wait_until

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def site(browser_type_launch_args: dict[str, Any]) -> Iterator[str]:
    """The address of a running site; not started where there is no browser to look at it."""
    port = free_port()
    address = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory(prefix="nile-journeys-") as folder:
        log = Path(folder) / "up.log"
        command = [sys.executable, str(ROOT / "manage.py"), "up", "--port", str(port), "--data", f"{folder}/data"]
        with log.open("wb") as out:
            up = subprocess.Popen(command, cwd=ROOT, env=alone(NILE_SLOTS="1"), stdout=out, stderr=out)
        try:
            wait_until(lambda: up.poll() is not None or is_well(address), "the site to be well")
            assert up.poll() is None, log.read_text(errors="replace")[-4000:]
            yield address
        finally:
            up.send_signal(signal.SIGINT)
            up.wait(60)
            if keep := os.environ.get("NILE_JOURNEY_LOG"):
                Path(keep).write_bytes(log.read_bytes())


def is_well(address: str) -> bool:
    """Does the site say that everything is well, workers included?"""
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Page]:
    """A browser that has never been here; a script error or a refused resource fails the test."""
    context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert [
        each for each in wrong if "Failed to load resource: the server responded with a status of 4" not in each
    ] == []
