"""Tiers: tests that need something a machine may lack say so, and no skip of theirs goes unseen.

A test calls `require_tier("bwrap", available=..., reason=...)`. Where the tier is missing the test is skipped, unless
NILE_REQUIRE, a list with commas, names the tier: then it fails. The summary of a run names the tiers that ran.
"""

import os
from collections.abc import Generator
from typing import Any

import pytest

TIERS = {
    "namespaces": "bots in namespaces made by forks of a warm process",
    "bwrap": "bots in a bubblewrap sandbox",
    "landlock": "bots in a Landlock sandbox",
    "browser": "pages in a real Chromium",
    "root": "started by root, bots under a user of their own",
    "user": "started by an ordinary user",
}

_ran: set[str] = set()
_skipped: dict[str, str] = {}


def require_tier(name: str, *, available: bool, reason: str = "") -> None:
    """Go on if the tier is available; else skip the running test, or fail it where NILE_REQUIRE names the tier."""
    if name not in TIERS:
        raise ValueError(f"{name!r} is no tier; there are {', '.join(TIERS)}")
    if available:
        _ran.add(name)
        return
    _skipped[name] = reason
    if name in required_tiers():
        pytest.fail(f"tier {name} is required here (NILE_REQUIRE), yet missing: {reason}", pytrace=False)
    pytest.skip(f"tier {name} is missing: {reason}")


def required_tiers() -> set[str]:
    """Return the tiers that this machine must run. Raises UsageError for a name that is none."""
    names = {name.strip() for name in os.environ.get("NILE_REQUIRE", "").split(",") if name.strip()}
    if unknown := names - set(TIERS):
        raise pytest.UsageError(f"NILE_REQUIRE names no tier: {', '.join(sorted(unknown))}")
    return names


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-tier", action="store_true", help="fail when a tier in NILE_REQUIRE was asked for by no test"
    )


def pytest_configure(config: pytest.Config) -> None:
    required_tiers()
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_FromWorkers(), "tiers-from-workers")


class _FromWorkers:
    """Collects what xdist's workers saw."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        seen = getattr(node, "workeroutput", {}).get("tiers")
        if seen:
            _ran.update(seen["ran"])
            _skipped.update(seen["skipped"])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:  # before xdist's own wrapper sends it
        output["tiers"] = {"ran": sorted(_ran), "skipped": dict(_skipped)}
    yield
    if output is None and missing(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def missing(config: pytest.Config) -> list[str]:
    """Return the required tiers that no test of this run tried, where all of them had to."""
    return sorted(required_tiers() - _ran) if config.getoption("every_tier") else []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    skipped = [f"{name} ({reason})" for name, reason in sorted(_skipped.items())]
    if _ran or skipped:
        terminalreporter.write_line(f"tiers that ran: {', '.join(sorted(_ran)) or 'none'}")
    if skipped:
        terminalreporter.write_line(f"tiers skipped: {', '.join(skipped)}")
    for name in missing(config):
        terminalreporter.write_line(f"tier {name} is required (NILE_REQUIRE), yet no test tried it", red=True)
