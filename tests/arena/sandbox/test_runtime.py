"""The runtime holds what a bot needs and nothing of ours, is built once, and is never half there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.sandbox import places, runtime
from arena.sandbox.runtime import ensure
from tests.arena.sandbox.battle import open_folder
from tests.arena.sandbox.conftest import Place

pytestmark = pytest.mark.sandbox


def test_the_trees_hold_what_a_bot_needs(place: Place) -> None:
    built = place.runtime
    assert os.access(built.path / built.interpreter, os.X_OK)
    assert (built.code / built.shim).is_file()
    assert (built.code / "arena/game.py").is_file()
    assert (built.code / "bots_sdk/__init__.py").is_file()
    assert (built.path / "site/msgspec/__init__.py").is_file()
    assert built.has_numpy is (built.path / "site/numpy/__init__.py").is_file()
    assert {path.name for path in (built.path / "dev").iterdir()} == {"null", "urandom"}
    assert list((built.path / "bot").iterdir()) == []


def test_the_trees_hold_nothing_else(place: Place) -> None:
    names = {path.name for tree in (place.runtime.path, place.runtime.code) for path in tree.rglob("*")}
    assert not {"test", "idlelib", "ensurepip", "site-packages", "pip", "django", "nile_site", ".git", ".env"} & names


def test_nobody_but_us_can_write_to_it_and_everybody_can_read_it(place: Place) -> None:
    for tree in (place.runtime.path, place.runtime.code):
        for path in (tree, *tree.rglob("*")):
            info = path.lstat()
            assert not path.is_symlink(), path
            assert info.st_mode & 0o022 == 0, path
            assert info.st_mode & 0o004, path
            assert info.st_uid == os.geteuid(), path


def test_every_module_is_compiled(place: Place) -> None:
    tag = sys.implementation.cache_tag
    missing = [
        source
        for source in place.runtime.code.rglob("*.py")
        if not (source.parent / "__pycache__" / f"{source.stem}.{tag}.pyc").exists()
    ]
    assert missing == []


def test_a_second_call_builds_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_code_facts", lambda: ["built once"])
    first = ensure(place.folder, reachable_by=place.uid)
    monkeypatch.setattr(runtime, "_build", None)
    assert ensure(place.folder, reachable_by=place.uid) == first


def test_a_change_of_code_makes_a_new_code_tree_and_keeps_the_base(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "_code_facts", lambda: ["another arena"])
    changed = ensure(place.folder, reachable_by=place.uid)
    assert changed.path == place.runtime.path
    assert changed.code != place.runtime.code
    assert changed.hash != place.runtime.hash
    assert place.runtime.code.exists(), "a running match keeps its own"


def test_a_tree_that_a_cleaner_has_damaged_is_built_anew(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_code_facts", lambda: ["to be damaged"])
    built = ensure(place.folder, reachable_by=place.uid)
    (built.code / "arena/game.py").unlink()
    again = ensure(place.folder, reachable_by=place.uid)
    assert again == built
    assert (again.code / "arena/game.py").exists()


def test_builders_at_the_same_time_agree(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_code_facts", lambda: ["for four"])
    with ThreadPoolExecutor(4) as pool:
        built = list(pool.map(lambda _: ensure(place.folder, reachable_by=place.uid), range(4)))
    assert len(set(map(str, built))) == 1
    assert not [path for path in built[0].code.parent.iterdir() if path.name.startswith(".code")]


def test_trees_that_nothing_asked_for_in_days_go(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    room = place.runtime.path.parent
    for name in ("code-old", "code-new", "folder-of-somebody"):
        (room / name).mkdir()
        os.utime(room / name, (0, time.time() - (0 if name == "code-new" else 10 * 24 * 3600)))
    monkeypatch.setattr(runtime, "_code_facts", lambda: ["one more"])
    ensure(place.folder, reachable_by=place.uid)
    left = {path.name for path in room.iterdir()}
    assert "code-old" not in left
    assert {"code-new", "folder-of-somebody", place.runtime.path.name} <= left


def test_the_command_builds_it_and_says_where(place: Place) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "arena.sandbox.runtime", "--data", str(place.folder)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"in {place.runtime.path}" in result.stdout
    assert result.stderr == ""


def test_a_closed_data_folder_means_a_folder_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_folder() as folder:
        monkeypatch.setattr(places, "_ELSEWHERE", folder)
        home = folder / "home"
        home.mkdir(mode=0o700)
        stranger = os.geteuid() + 1
        assert places.room(home / "data", reachable_by=stranger) == folder / f"nile-arena-{os.geteuid()}"
        assert places.room(home / "data", reachable_by=None) == home / "data/sandbox"
        home.chmod(0o711)
        assert places.room(home / "data", reachable_by=stranger) == home / "data/sandbox"


def test_a_folder_elsewhere_that_is_not_ours_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_folder() as folder:
        monkeypatch.setattr(places, "_ELSEWHERE", folder)
        home = folder / "home"
        home.mkdir(mode=0o700)
        elsewhere = folder / f"nile-arena-{os.geteuid()}"
        stranger = os.geteuid() + 1

        elsewhere.mkdir()
        elsewhere.chmod(0o777)
        with pytest.raises(SandboxError, match=r"written by others.*chmod 755"):
            places.room(home, reachable_by=stranger)
        elsewhere.rmdir()

        elsewhere.symlink_to(folder / "home")
        with pytest.raises(SandboxError, match="not a folder of this user"):
            places.room(home, reachable_by=stranger)
        elsewhere.unlink()

        if os.geteuid() == 0:
            elsewhere.mkdir()
            shutil.chown(elsewhere, stranger)
            with pytest.raises(SandboxError, match="not a folder of this user"):
                places.room(home, reachable_by=stranger)
