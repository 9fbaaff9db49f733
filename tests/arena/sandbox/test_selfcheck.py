"""The self-check finds every hole by trying it, and a machine without a sandbox refuses with reasons."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import SandboxUnavailable
from arena.sandbox import choose, selfcheck
from arena.sandbox.__main__ import as_text
from arena.sandbox.base import Limits, Sandbox
from arena.sandbox.plain import Trusted
from arena.sandbox.runtime import Runtime
from arena.sandbox.selfcheck import Finding, Report, check, find, judge
from tests.arena.sandbox.conftest import ISOLATING, Place
from tests.tiers import require_tier

pytestmark = pytest.mark.sandbox

GOOD: dict[str, object] = {
    "make a process": "EPERM",
    "limits": {"AS": 512 << 20, "CPU": 60, "FSIZE": 256 << 10, "NOFILE": 64, "CORE": 0},
    "descriptors": [],
}


def test_a_sandbox_that_isolates_passes(isolating: Sandbox, place: Place) -> None:
    finding = find(isolating.name, place.runtime, uid=place.uid)
    assert (finding.works, finding.reason) == (True, "")


def test_the_check_has_teeth(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without walls most of its attempts succeed, so passing it means something."""
    monkeypatch.setitem(selfcheck.ISOLATING, "trusted", Trusted)
    finding = find("trusted", place.runtime, uid=place.uid)
    assert not finding.works
    for attempt in (
        "read a file of the host",
        "list processes",
        "write to /tmp",
        "open a network socket",
        "open a local socket",
        "make a pair of datagram sockets",
        "make a process",
        "make a file in memory",
        "set a timer that kills",
        "let its death signal go",
    ):
        assert attempt in finding.reason


def test_one_hole_is_too_many() -> None:
    assert judge(GOOD, Limits()) == ""
    assert judge({**GOOD, "make a process": "ALLOWED"}, Limits()) == "a bot in it could make a process."
    assert "inherits the descriptors [5]" in judge({**GOOD, "descriptors": [5]}, Limits())
    assert "its limits are" in judge(GOOD, Limits(files=65))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("bwrap: No permissions to create new namespace, likely because the kernel does not allow", "user namespaces"),
        ("bwrap: Failed to make / slave: Permission denied", "AppArmor or the container forbids mounts"),
        ("bwrap: setting up uid map: Permission denied", "restricts user namespaces"),
        ("bwrap: Can't find source path /x: Permission denied", "cannot reach the runtime"),
        ("OSError: [Errno 95] Landlock: Operation not supported", "lsm="),
        ("OSError: [Errno 22] seccomp filter: Invalid argument", "takes no system call filter"),
        ("something new", "something new"),
    ],
)
def test_known_troubles_are_said_in_plain_words(line: str, meaning: str) -> None:
    words = selfcheck._in_plain_words("the sandbox did not start", f"more\n{line}\n".encode())
    assert meaning in words
    assert line in words
    assert words.endswith(").")


def test_a_trouble_without_a_word_is_said_as_it_is() -> None:
    assert selfcheck._in_plain_words("the sandbox did not start", b"") == "the sandbox did not start."


def test_auto_takes_the_best_that_works(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    works = dict.fromkeys(ISOLATING, True)

    def tried(name: str, runtime: Runtime, *, uid: int | None) -> tuple[Finding, Sandbox | None]:
        return Finding(name, works[name], "" if works[name] else "no", 1), Named(name) if works[name] else None

    monkeypatch.setattr(selfcheck, "try_out", tried)
    for name in ISOLATING:
        assert choose("auto", place.runtime, uid=None).name == name
        works[name] = False
    for setting, reasons in (
        ("auto", ("namespaces: no", "bwrap: no", "landlock: no")),
        ("landlock", ("landlock: no",)),
    ):
        with pytest.raises(SandboxUnavailable) as refused:
            choose(setting, place.runtime, uid=None)
        assert refused.value.reasons == reasons


class Named(Trusted):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def test_without_walls_only_by_its_name(place: Place) -> None:
    assert choose("trusted", place.runtime, uid=place.uid).name == "trusted"
    with pytest.raises(SandboxUnavailable, match="'none' is no sandbox"):
        choose("none", place.runtime, uid=place.uid)


def test_a_machine_without_bubblewrap_says_what_to_install(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *words, **more: None)
    with pytest.raises(SandboxUnavailable, match="Install the package `bubblewrap`"):
        choose("bwrap", place.runtime, uid=place.uid)


def test_the_machine_reports_whether_it_is_fit(place: Place, findings: dict[str, Finding]) -> None:
    is_fit = any(finding.works for finding in findings.values())
    result = subprocess.run(
        [sys.executable, "-m", "arena.sandbox", "--data", str(place.folder)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == (0 if is_fit else 1)
    assert ("Fit for uploaded bots." in result.stdout) is is_fit
    assert result.stderr == ""


def test_the_check_cleans_up(place: Place, findings: dict[str, Finding]) -> None:
    require_tier("landlock", available=findings["landlock"].works, reason=findings["landlock"].reason)
    check(place.folder)
    assert not list(place.runtime.path.parent.glob("check-*"))


def test_an_unfit_machine_is_told_why_and_where_to_read(place: Place) -> None:
    report = Report((Finding("bwrap", False, "forbidden (here).", 3),), place.runtime, None)
    assert not report.is_fit
    assert report.reasons == ("bwrap: forbidden (here).",)
    assert "bwrap      does not work: forbidden (here)." in as_text(report)
    assert "docs/security.md" in as_text(report)
