"""Tests a sandbox by trying to break out of it: what counts is what happens on this machine, not what it claims.

A bot that tries every plain way out is run once in each sandbox; one success, one missing limit or one descriptor too
many, and the sandbox is not used.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from arena.errors import BotIOError, SandboxError
from arena.sandbox import syscalls
from arena.sandbox.base import Launch, Limits, Sandbox
from arena.sandbox.bubblewrap import Bubblewrap
from arena.sandbox.landlock import Landlock
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.runtime import Runtime, ensure
from arena.sandbox.users import slot_uid

ISOLATING: dict[str, Callable[[Runtime], Sandbox]] = {
    "namespaces": Namespaces,
    "bwrap": Bubblewrap,
    "landlock": Landlock,
}
"""The sandboxes that isolate, best first."""

_PATIENCE_S = 20.0

_REACHED = ("ALLOWED", "EFAULT", "EINVAL")
"""Outcomes that show that the kernel looked at the request: nothing was in the way."""

_KNOWN = (
    ("No permissions to create new namespace", "the system or the container forbids user namespaces"),
    ("No permissions to creating new namespace", "the system or the container forbids user namespaces"),
    ("Creating new namespace failed", "the system or the container forbids user namespaces"),
    ("user namespace: ", "the system or the container forbids user namespaces"),
    ("No process for a bot", "the system or the container forbids user namespaces"),
    ("user map: ", "the system restricts user namespaces (an AppArmor profile allows them)"),
    ("read-only mounts: ", "the kernel is older than Linux 5.12, or the container forbids mounts"),
    ("mount on ", "AppArmor or the container forbids mounts"),
    ("Failed to make / slave", "AppArmor or the container forbids mounts"),
    ("setting up uid map: Permission denied", "the system restricts user namespaces (an AppArmor profile allows them)"),
    ("Can't bind mount", "the container forbids mounts, or the bots' user cannot reach the runtime"),
    ("Can't find source path", "the bots' user cannot reach the runtime"),
    ("pivot_root", "the container forbids pivot_root"),
    ("Landlock", "the kernel has no Landlock or has it switched off (the lsm= boot option)"),
    ("seccomp", "the kernel takes no system call filter from this process"),
)


class Finding(Struct, frozen=True):
    """Says whether one sandbox works here; `reason` is a sentence if it does not, `took_ms` how long the check was."""

    name: str
    works: bool
    reason: str
    took_ms: int


class Report(Struct, frozen=True):
    """Says whether this machine is fit for uploaded bots, and which runtime and user they would have."""

    findings: tuple[Finding, ...]
    runtime: Runtime
    uid: int | None

    @property
    def is_fit(self) -> bool:
        """Tells whether at least one sandbox works."""
        return any(finding.works for finding in self.findings)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Gives why each sandbox that does not work does not."""
        return tuple(f"{finding.name}: {finding.reason}" for finding in self.findings if not finding.works)


def check(data: Path) -> Report:
    """Builds the runtime if need be and tests every sandbox that isolates.

    data: the data folder. Raises SandboxError where there can be no runtime or no user for bots at all.
    """
    uid = slot_uid(0) if os.geteuid() == 0 else None
    runtime = ensure(data, reachable_by=uid)
    return Report(tuple(find(name, runtime, uid=uid) for name in ISOLATING), runtime, uid)


def find(name: str, runtime: Runtime, *, uid: int | None) -> Finding:
    """Tests one sandbox by its name, on behalf of bots that run as `uid`."""
    return try_out(name, runtime, uid=uid)[0]


def try_out(name: str, runtime: Runtime, *, uid: int | None) -> tuple[Finding, Sandbox | None]:
    """Tests one sandbox and gives it, if it works, as it stands: one that forks is warm by now."""
    started = time.monotonic()
    sandbox = None
    try:
        sandbox = ISOLATING[name](runtime)
        reason = _fault_of(sandbox, runtime.path.parent, uid)
    except SandboxError as error:
        reason = _in_plain_words(str(error), b"")
    finding = Finding(name, not reason, reason, round((time.monotonic() - started) * 1000))
    return finding, None if reason else sandbox


def _fault_of(sandbox: Sandbox, room: Path, uid: int | None) -> str:
    """Runs the intruder once and says what is wrong, or nothing."""
    limits = Limits()
    folder = Path(tempfile.mkdtemp(prefix="check-", dir=room))
    target = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        folder.chmod(0o755)  # bots of another user read it
        bot = folder / "bot"
        bot.mkdir()
        for path, text in ((bot / "main.py", _intruder()), (folder / "canary", b"must not be read")):
            path.write_bytes(text)
            path.chmod(0o644)
        question = {
            "canary": str(folder / "canary"),
            "process": target.pid,
            "numbers": syscalls.numbers(syscalls.REFUSED, syscalls.machine()),
        }
        with sandbox.start(Launch(folder=str(bot), limits=limits, uid=uid)) as process:
            deadline = time.monotonic() + _PATIENCE_S
            try:
                process.send(json.dumps(question).encode(), deadline)
                answer = json.loads(process.read_line(deadline))
            except (BotIOError, ValueError) as error:
                return _in_plain_words(str(error), process.stderr())
        return judge(answer, limits)
    finally:
        target.kill()
        target.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def judge(answer: dict[str, object], limits: Limits) -> str:
    """Says what in an intruder's report is wrong, or nothing if all is well."""
    calls = [name[5:] for name, outcome in answer.items() if name.startswith("call ") and outcome != "EPERM"]
    escapes = [name for name, outcome in answer.items() if outcome in _REACHED and not name.startswith("call ")]
    if calls:
        escapes.append(f"make system calls such as {', '.join(calls[:5])}")
    if escapes:
        return f"a bot in it could {', could '.join(escapes)}."
    wanted = {
        "AS": limits.memory_mib << 20,
        "CPU": limits.cpu_s,
        "FSIZE": limits.stderr_kib << 10,
        "NOFILE": limits.files,
        "CORE": 0,
    }
    if answer["limits"] != wanted:
        return f"its limits are {answer['limits']}, not {wanted}."
    if answer["descriptors"]:
        return f"a bot in it inherits the descriptors {answer['descriptors']}."
    return ""


def _intruder() -> bytes:
    return Path(__file__).with_name("intruder.py").read_bytes()


def _in_plain_words(what: str, log: bytes) -> str:
    """Gives the known meaning of a failure together with the line that says so."""
    lines = log.decode("utf-8", "replace").strip().splitlines()
    line = lines[-1] if lines else what
    meaning = next((words for sign, words in _KNOWN if any(sign in text for text in (*lines, what))), what)
    return f"{meaning} ({line})." if line != meaning else f"{line}."
