"""Bots are forked from a warm process: it comes back when it is lost, and no bot finds in it what is not its own."""

from __future__ import annotations

import gc
import os
import signal
import time
from pathlib import Path

import msgspec
import pytest

from arena.errors import SandboxError
from arena.sandbox.base import BotProcess, Launch
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.selfcheck import ISOLATING, Finding
from arena.sandbox.warm import Warm
from tests.arena.sandbox.conftest import Place
from tests.tiers import require_tier

pytestmark = pytest.mark.sandbox

SOON = 30.0


@pytest.fixture(params=["namespaces", "landlock"])
def warm(request: pytest.FixtureRequest, place: Place, findings: dict[str, Finding]) -> Warm:
    """A sandbox with a nursery of its own."""
    finding = findings[request.param]
    require_tier(request.param, available=finding.works, reason=finding.reason)
    sandbox = ISOLATING[request.param](place.runtime)
    assert isinstance(sandbox, Warm)
    return sandbox


def start(sandbox: Warm, place: Place, source: str) -> BotProcess:
    folder = place.folder / f"bot-{time.monotonic_ns()}"
    folder.mkdir()
    (folder / "main.py").write_text(source)
    return sandbox.start(Launch(folder=str(folder), uid=place.uid))


def said(sandbox: Warm, place: Place, source: str) -> str:
    """Gives the first line of a bot."""
    with start(sandbox, place, source) as bot:
        return bot.read_line(time.monotonic() + SOON).decode()


def nursery_of(sandbox: Warm, place: Place) -> int:
    return sandbox._nurseries[place.uid].pid


def test_one_warm_process_bears_all_bots_until_somebody_ends_it(warm: Warm, place: Place) -> None:
    warm.prepare(place.uid)
    first = nursery_of(warm, place)
    assert [said(warm, place, "print('up', flush=True)") for _ in range(3)] == ["up"] * 3
    assert nursery_of(warm, place) == first
    os.kill(first, signal.SIGKILL)
    assert said(warm, place, "print('up again', flush=True)") == "up again"
    assert nursery_of(warm, place) != first


def test_it_ends_with_its_sandbox(warm: Warm, place: Place) -> None:
    warm.prepare(place.uid)
    process = os.pidfd_open(nursery_of(warm, place))
    try:
        warm._nurseries.clear()
        gc.collect()
        with pytest.raises(ProcessLookupError):
            signal.pidfd_send_signal(process, 0)
    finally:
        os.close(process)


def test_no_two_bots_have_the_same_chance(warm: Warm, place: Place) -> None:
    draw = "import random; print(random.random(), flush=True)"
    assert said(warm, place, draw) != said(warm, place, draw)


def test_a_bot_is_a_program_like_any_other(warm: Warm, place: Place) -> None:
    source = """
import sys, threading, atexit
atexit.register(print, "over", file=sys.stderr)
thread = threading.Thread(target=print, args=("thread",), kwargs={"file": sys.stderr})
thread.start()
print(__name__, len(sys.argv), threading.current_thread() is threading.main_thread(), flush=True)
sys.exit(3)
"""
    with start(warm, place, source) as bot:
        assert bot.read_line(time.monotonic() + SOON) == b"__main__ 1 True"
        ending = wait(bot)
    assert (ending, set(bot.stderr().split())) == ("exited with status 3", {b"thread", b"over"})


def wait(bot: BotProcess) -> str:
    end = time.monotonic() + SOON
    while not bot._has_ended(0.01):
        assert time.monotonic() < end
    return str(bot.kill())


def test_behind_namespaces_a_bot_does_not_learn_where_it_lies(place: Place, findings: dict[str, Finding]) -> None:
    require_tier("namespaces", available=findings["namespaces"].works, reason=findings["namespaces"].reason)
    source = """
import os, sys
import arena
print([sys.orig_argv, sys.argv, sys.path, sys.executable, arena.__file__, dict(os.environ), os.getcwd()], flush=True)
"""
    assert str(place.folder) not in said(Namespaces(place.runtime), place, source)


def test_a_runtime_that_is_not_there_is_said_so(warm: Warm, place: Place, tmp_path: Path) -> None:
    broken = type(warm)(msgspec.structs.replace(place.runtime, path=tmp_path))
    with pytest.raises(SandboxError, match="cannot be started"):
        broken.prepare(place.uid)
