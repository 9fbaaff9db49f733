"""What all tests share: the real browser, where there is one."""

import os
import shutil
from typing import Any

import pytest

from tests.tiers import require_tier

_QUIET = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the machine's own Chromium (CHROMIUM names another); its sandbox does not start under root."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    require_tier("browser", available=program is not None, reason="no Chromium found; install chromium")
    # Playwright's synchronous interface runs an event loop in the test's thread; the database does not mind.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": program, "args": [*_QUIET, *root]}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the files that drive a browser last: Playwright leaves an event loop behind, which Django's client minds."""
    last = {item.path for item in items if item.get_closest_marker("browser")}
    items.sort(key=lambda item: item.path in last)
