"""The command lines say what a bot sees and may do, and nothing of ours slips in."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.sandbox import spawn
from arena.sandbox.base import Launch, Limits
from arena.sandbox.bubblewrap import Bubblewrap
from arena.sandbox.landlock import Landlock
from arena.sandbox.plain import Trusted
from arena.sandbox.runtime import Runtime
from tests.arena.sandbox.conftest import Place
from tests.tiers import require_tier

pytestmark = pytest.mark.sandbox

RUNTIME = Runtime(path=Path("/r/base"), code=Path("/r/code"), hash="0", python="3.11.0", has_numpy=True)
LAUNCH = Launch(folder="/bots/7", entry="main.py", limits=Limits(memory_mib=300, threads=9, cpu_s=33))


@pytest.fixture
def bubblewrap() -> Bubblewrap:
    return Bubblewrap(RUNTIME, program="/usr/bin/bwrap")


def options(command: list[str], name: str) -> list[list[str]]:
    """Gives the words behind every occurrence of an option, up to the next one."""
    places = [place for place, word in enumerate(command) if word == name]
    return [[word for word in command[place + 1 : place + 3] if not word.startswith("--")] for place in places]


def test_bubblewrap_shows_a_bot_the_runtime_its_folder_and_two_devices(bubblewrap: Bubblewrap) -> None:
    command = bubblewrap.command(LAUNCH, filter_fd=7, status_fd=8, ready_fd=9)
    assert options(command, "--ro-bind") == [["/r/base", "/"], ["/r/code", "/code"], ["/bots/7", "/bot"]]
    assert options(command, "--dev-bind") == [["/dev/null", "/dev/null"], ["/dev/urandom", "/dev/urandom"]]
    assert not {"--proc", "--dev", "--tmpfs", "--bind", "--share-net"} & set(command)


def test_bubblewrap_separates_the_bot_from_everything(bubblewrap: Bubblewrap) -> None:
    command = bubblewrap.command(LAUNCH, filter_fd=7, status_fd=8, ready_fd=9)
    for kind in ("user", "ipc", "pid", "net", "uts", "cgroup"):
        assert f"--unshare-{kind}" in command
    assert {"--die-with-parent", "--new-session", "--as-pid-1", "--clearenv"} <= set(command)
    assert options(command, "--cap-drop")[0] == ["ALL"]
    assert options(command, "--seccomp") == [["7"]]
    assert options(command, "--json-status-fd") == [["8"]]


def test_bubblewrap_sets_the_limit_of_cpu_time_from_outside(bubblewrap: Bubblewrap) -> None:
    command = bubblewrap.command(LAUNCH, filter_fd=7, status_fd=8, ready_fd=9)
    assert command[:4] == ["/bin/sh", "-c", 'ulimit -t 33 && exec "$@"', "sh"]
    assert not any(word.startswith("limit.CPU") for word in command)


def test_the_environment_holds_no_more_than_it_must() -> None:
    assert spawn.environment("/lib") == {
        "LD_LIBRARY_PATH": "/lib",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
        "PYTHONHASHSEED": "0",
    }


def test_the_interpreter_reads_the_hash_seed_and_nothing_else(bubblewrap: Bubblewrap) -> None:
    command = bubblewrap.command(LAUNCH, filter_fd=7, status_fd=8, ready_fd=9)
    start = command.index("--") + 1
    assert command[start : start + 8] == [
        f"/{RUNTIME.interpreter}",
        "-s",
        "-P",
        "-S",
        "-B",
        "-X",
        "utf8",
        command[start + 7],
    ]
    assert command[start + 7] == f"/code/{RUNTIME.shim}"


def test_the_shim_is_told_every_limit() -> None:
    options = spawn.shim_options(LAUNCH.limits, bot="/bot", entry="main.py", path=["/code"], threads=9)
    words = spawn.shim_arguments(options, ready=9)
    assert {
        "limit.AS=314572800",
        "limit.NPROC=9",
        "limit.NOFILE=64",
        "limit.FSIZE=262144",
        "limit.CORE=0",
        "limit.MEMLOCK=0",
        "limit.MSGQUEUE=0",
        "limit.SIGPENDING=64",
        "limit.STACK=8388608",
        "bot=/bot",
        "entry=main.py",
        "path=/code",
        "ready=9",
        "log_kib=256",
    } == set(words)


def test_landlock_opens_the_runtime_and_the_bots_own_folder_for_reading(place: Place) -> None:
    landlock = make_landlock(place)
    assert landlock.request(LAUNCH)["rules"].splitlines() == [
        f"r {place.runtime.path}",
        f"r {place.runtime.code}",
        "r /bots/7",
        "r /dev/urandom",
        "w /dev/null",
    ]


def test_landlock_bounds_the_threads_of_a_user_of_the_bots_own(place: Place) -> None:
    landlock = make_landlock(place)
    own = landlock.request(Launch(folder="/b", uid=64999, limits=LAUNCH.limits))
    assert own["limit.NPROC"] == "72"
    shared = landlock.request(Launch(folder="/b", limits=LAUNCH.limits))
    assert int(shared["limit.NPROC"]) > 256


def make_landlock(place: Place) -> Landlock:
    try:
        return Landlock(place.runtime)
    except SandboxError as error:
        require_tier("landlock", available=False, reason=str(error))
        raise


def test_the_trusted_sandbox_does_without_a_runtime() -> None:
    command = Trusted().command(LAUNCH, ready_fd=9)
    assert "lenient=1" in command
    assert any(word.startswith("path=") and str(Path(__file__).parents[3]) in word for word in command)


@pytest.mark.parametrize(("own", "asked"), [(0, None), (0, 0), (1000, 1001), (1000, 0)])
def test_no_bot_runs_as_root_or_as_somebody_we_may_not_be(
    own: int, asked: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: own)
    with pytest.raises(SandboxError):
        spawn.user_for(Launch(folder="/b", uid=asked))


@pytest.mark.parametrize(("own", "asked", "user"), [(0, 64100, 64100), (1000, None, None), (1000, 1000, None)])
def test_root_becomes_the_slots_user_and_others_stay(
    own: int, asked: int | None, user: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: own)
    assert spawn.user_for(Launch(folder="/b", uid=asked)) == user
