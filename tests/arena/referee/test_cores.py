"""A match gathers on one core, and only for as long as it is played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena.referee.cores import on_one_core

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be bound to cores here")


@pytest.fixture
def sleeper() -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process.pid
        process.kill()


def test_everybody_sits_on_one_core_and_the_referee_is_free_again_afterwards(sleeper: int) -> None:
    before = os.sched_getaffinity(0)
    with on_one_core([sleeper]):
        core = os.sched_getaffinity(0)
        assert len(core) == 1
        assert core <= before
        assert os.sched_getaffinity(sleeper) == core
    assert os.sched_getaffinity(0) == before


def test_a_referee_without_processes_stays_where_it_is() -> None:
    before = os.sched_getaffinity(0)
    with on_one_core([]):
        assert os.sched_getaffinity(0) == before


def test_a_process_that_is_gone_is_left_alone(sleeper: int) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    with on_one_core([ended.pid, sleeper]):
        assert len(os.sched_getaffinity(sleeper)) == 1
