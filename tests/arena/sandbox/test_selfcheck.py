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
        "make system calls such as",
    ):
        assert attempt in finding.reason


def test_one_hole_is_too_many() -> None:
    assert judge(GOOD, Limits()) == ""
    assert judge({**GOOD, "make a process": "ALLOWED"}, Limits()) == "a bot in it could make a process."
    assert judge({**GOOD, "call bpf": "EPERM"}, Limits()) == ""
    assert judge({**GOOD, "call bpf": "EBADF"}, Limits()) == "a bot in it could make system calls such as bpf."
    assert "inherits the descriptors [5]" in judge({**GOOD, "descriptors": [5]}, Limits())
    assert "its limits are" in judge(GOOD, Limits(files=65))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("bwrap: No permissions to create new namespace, likely because the kernel does not allow", "user namespaces"),
        ("bwrap: Failed to make / slave: Permission denied", "AppArmor or the container forbids mounts"),
        ("bwrap: setting up uid map: Permission denied", "restricts user namespaces"),
        ("OSError: [Errno 28] user namespace: No space left on device", "forbids user namespaces"),
        ("PermissionError: [Errno 1] user map: Operation not permitted", "restricts user namespaces"),
        ("OSError: [Errno 13] mount on /x: Permission denied", "AppArmor or the container forbids mounts"),
        ("OSError: [Errno 38] read-only mounts: Function not implemented", "older than Linux 5.12"),
        ("OSError: [Errno 1] pivot_root: Operation not permitted", "forbids pivot_root"),
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


def test_every_known_trouble_has_a_remedy_in_the_guide() -> None:
    guide = (Path(__file__).parents[3] / "docs/security.md").read_text()
    rows = [line.split("|")[1].strip() for line in guide.splitlines() if line.startswith("| ") and line.count("|") == 3]
    for _, meaning in selfcheck._KNOWN:
        assert any(row in meaning for row in rows if row), meaning


CONTAINER = """
import ctypes, errno, os, struct, sys
from arena.sandbox import seccomp
from arena.sandbox.syscalls import CONDITIONAL, REFUSED, machine, numbers
forbidden, known = numbers(REFUSED, machine()), numbers(CONDITIONAL, machine())
refuse = seccomp._ERRNO | errno.EPERM
steps = [(0x20, 0, 0, 0)]
for name in ("unshare", "setns", "mount", "pivot_root", "mount_setattr"):
    steps += [(0x15, 0, 1, forbidden[name]), (0x06, 0, 0, refuse)]
steps += [(0x15, 0, 1, known["clone3"]), (0x06, 0, 0, seccomp._ERRNO | errno.ENOSYS)]
steps += [(0x15, 0, 3, known["clone"]), (0x20, 0, 0, 16), (0x45, 0, 1, 0x7E020000), (0x06, 0, 0, refuse)]
program = b"".join(struct.pack("=HBBI", *step) for step in [*steps, (0x06, 0, 0, seccomp.ALLOW)])
class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.byref(Program(len(program) // 8, program)), 0, 0) == 0
os.execv(sys.executable, [sys.executable, "-m", "arena.sandbox", "--data", sys.argv[1]])
"""
"""Becomes the check of the machine, behind the filter that containers have as they come."""


def test_in_a_container_as_it_comes_every_sandbox_works_or_says_in_words_why_not(
    place: Place, findings: dict[str, Finding]
) -> None:
    result = subprocess.run(
        [sys.executable, "-c", CONTAINER, str(place.folder)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    said = {line.split()[0]: line for line in result.stdout.splitlines() if line.startswith("  ")}
    for name in ("namespaces", "bwrap"):
        if findings[name].works:
            assert "does not work: the system or the container forbids user namespaces (" in said[name]
    assert ("works (" in said["landlock"]) is findings["landlock"].works


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
