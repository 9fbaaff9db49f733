"""Hostile bots meet one table of verdicts, the same in every sandbox, and achieve nothing.

The control runs them without walls, where that is safe, and shows that they would have achieved something.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import NamedTuple

import msgspec
import pytest

from arena.sandbox.base import Sandbox
from arena.sandbox.plain import Trusted
from arena.sandbox.selfcheck import Finding
from tests.arena.sandbox import battle
from tests.arena.sandbox.battle import LIMITS, WIDE, Ground, Outcome, attacks, processes
from tests.arena.sandbox.conftest import ISOLATING, WORKER, Place
from tests.tiers import require_tier

pytestmark = pytest.mark.sandbox

ORDINARY_UID = 64400 + WORKER


class Expected(NamedTuple):
    """verdict: of the hostile bot. says: what must be in its log.  bites: how the control shows that it is real."""

    verdict: str
    says: str = ""
    bites: str = ""


TABLE = {
    "answer_and_exit": Expected("crashed"),
    "close_input": Expected("timeout"),
    "close_output": Expected("timeout"),
    "crash": Expected("crashed"),
    "deaf": Expected("timeout"),
    "deaf_talker": Expected("garbled"),
    "deep_answer": Expected("garbled"),
    "descriptors": Expected("ok", "refused: 6", bites="escaped"),
    "devices": Expected("ok", "refused: typing", bites="escaped"),
    "dozer": Expected("timeout"),
    "endless_loop": Expected("timeout"),
    "error": Expected("crashed", "KeyError: 'Memphis'"),
    "fill_disk": Expected("ok", "refused: files in /dev", bites="traces"),
    "forged_result": Expected("garbled"),
    "fork_bomb": Expected("ok", "refused: fork", bites="escaped"),
    "garbage": Expected("garbled"),
    "half_line": Expected("timeout"),
    "huge_number": Expected("garbled"),
    "import_loop": Expected("timeout"),
    "leave_early": Expected("ok"),
    "leftovers": Expected("ok", "refused: posix_spawn", bites="left"),
    "locks": Expected("ok", "refused: signals about a folder", bites="escaped"),
    "log_flood": Expected("ok", "bytes dropped]"),
    "many_answers": Expected("garbled"),
    "mappings": Expected("ok", "refused: ", bites="escaped"),
    "memory": Expected("memory", "MemoryError"),
    "native_code": Expected("ok", "refused: memfd", bites="escaped"),
    "network": Expected("ok", "refused: datagram pair", bites="hits"),
    "objects": Expected("memory"),
    "old_calls": Expected("crashed", bites="escaped"),
    "old_number": Expected("garbled"),
    "output_flood": Expected("output"),
    "own_end": Expected("ok", "refused: kill itself", bites="void"),
    "pipes": Expected("ok", "refused: hundreds of pipes", bites="escaped"),
    "ponder": Expected("ok", "refused: thought"),
    "precedence": Expected("ok", "refused: choose its CPU", bites="escaped"),
    "programs": Expected("ok", "refused: become /bin/sh", bites="escaped"),
    "rare_calls": Expected("ok", "refused: move_pages", bites="escaped"),
    "raw_log": Expected("ok", "refused: [Errno 27]", bites="escaped"),
    "read_files": Expected("ok", "refused: by the root", bites="secret"),
    "shared_memory": Expected("ok", "refused: ", bites="escaped"),
    "signals": Expected("ok", "refused: pidfd", bites="victim"),
    "silent_exit": Expected("crashed"),
    "sleeper": Expected("timeout"),
    "slow_drip": Expected("timeout"),
    "stuck_in_c": Expected("timeout"),
    "threads": Expected("ok", "refused: ", bites="escaped"),
    "timers": Expected("ok", "refused: timers", bites="escaped"),
    "tracing": Expected("ok", "refused: attach", bites="escaped"),
    "write_files": Expected("ok", "refused: file in memory", bites="traces"),
    "x32_calls": Expected("crashed"),
}
"""What becomes of each attack, in every sandbox that isolates."""

REACHING = [name for name, expected in TABLE.items() if expected.bites or expected.says.startswith("refused")]
"""Those that reach for something, where it may matter whose process a bot is."""


def complaints(outcome: Outcome, expected: Expected) -> list[str]:
    """Says everything that is not as it should be."""
    checks = {
        f"the verdict is {outcome.verdict} ({outcome.detail}), not {expected.verdict}": (
            outcome.verdict == expected.verdict
        ),
        f"the log does not say {expected.says!r}": expected.says in outcome.log,
        "something escaped": "ESCAPED" not in outcome.log,
        f"listeners were reached: {outcome.hits}": not outcome.hits,
        f"processes are left: {outcome.left}": not outcome.left,
        "the other process is dead": outcome.is_victim_alive,
        "the canary was changed": outcome.is_canary_whole,
        f"traces are left: {outcome.traces}": not outcome.traces,
        "a secret is in the log": not outcome.has_secret,
        f"the log has {outcome.log_bytes} bytes": outcome.log_bytes <= LIMITS.stderr_kib << 10,
        f"the rival's verdict is {outcome.rival}": outcome.rival == "ok",
    }
    return [fault for fault, holds in checks.items() if not holds] + ([outcome.log] if not all(checks.values()) else [])


def test_every_attack_has_its_verdict() -> None:
    assert sorted(TABLE) == attacks()


@pytest.mark.parametrize("attack", TABLE)
def test_a_hostile_bot_achieves_nothing(attack: str, isolating: Sandbox, ground: Ground) -> None:
    require_tier("root" if ground.uid is not None else "user", available=True)
    assert complaints(ground.fight(attack, isolating), TABLE[attack]) == []


@pytest.mark.timeout(600)
def test_the_same_holds_where_an_ordinary_user_starts_the_bots(place: Place, findings: dict[str, Finding]) -> None:
    """There bots and starter are one user: the kernel's own rules keep nothing apart."""
    require_tier("user", available=True)
    if os.geteuid() != 0:
        pytest.skip("this is an ordinary user: the other tests have shown it")
    works = [name for name in ISOLATING if findings[name].works]
    folder = place.folder / "user-ground"
    folder.mkdir()
    os.chown(folder, ORDINARY_UID, ORDINARY_UID)
    root = str(place.runtime.path)
    result = subprocess.run(
        [
            *(f"{root}/{place.runtime.interpreter}", "-s", "-B", "-m", "tests.arena.sandbox.battle"),
            *(str(folder), msgspec.json.encode(place.runtime, enc_hook=str).decode(), ",".join(works), *REACHING),
        ],
        cwd=copy_of_tests(place),
        env={"LD_LIBRARY_PATH": f"{root}/opt/py/lib:{root}/lib", "PYTHONPATH": f".:{place.runtime.code}:{root}/site"},
        user=ORDINARY_UID,
        group=ORDINARY_UID,
        extra_groups=[],
        capture_output=True,
        check=False,
        timeout=550,
    )
    assert result.returncode == 0, result.stderr.decode()
    assert processes(ORDINARY_UID) == set()
    outcomes = msgspec.json.decode(result.stdout, type=dict[str, dict[str, Outcome]])
    assert list(outcomes) == works
    faults = {
        f"{name} {attack}": found
        for name in works
        for attack in REACHING
        if (found := complaints(outcomes[name][attack], TABLE[attack]))
    }
    assert faults == {}


def copy_of_tests(place: Place) -> str:
    """Puts what the battle needs where any user can read it: the checkout may lie in a closed folder."""
    source = battle.ATTACKS.parents[3]
    target = place.folder / "copy"
    for name in ("tests/__init__.py", "tests/arena/toy.py", "tests/arena/sandbox/battle.py"):
        if (source / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, target / name)
    shutil.copytree(
        battle.ATTACKS, target / "tests/arena/sandbox/attacks", ignore=shutil.ignore_patterns("__pycache__")
    )
    return str(target)


@pytest.mark.parametrize("attack", [name for name, expected in TABLE.items() if expected.bites])
def test_without_walls_the_attack_succeeds(attack: str, place: Place, ground: Ground) -> None:
    """The control: an attack that fails everywhere proves nothing."""
    outcome = ground.fight(attack, Trusted(place.runtime), WIDE)
    bites = {
        "left": bool(outcome.left),
        "traces": bool(outcome.traces),
        "hits": {"tcp", "udp", "stream", "abstract", "datagram"} <= set(outcome.hits),
        "escaped": "ESCAPED" in outcome.log,
        "void": outcome.verdict == "void",
        "secret": outcome.has_secret,
        "victim": not outcome.is_victim_alive,
    }
    assert bites[TABLE[attack].bites], outcome
