"""PostgreSQL and Valkey on their own: they start from nothing, keep what was written, and leave nothing."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import psycopg
import pytest
import redis

from nile_site.embedded import postgres, servers, valkey
from nile_site.embedded.at_hand import services_at_hand
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Running, spawn
from nile_site.embedded.throwaway import Throwaway
from nile_site.embedded.trouble import Trouble, file_of_wheel
from tests.nile_site.embedded.processes import alone, mentioning, wait_until

STRANGER = 54_321  # a user id without an account, as in many containers
FAILED, OUT_OF_REACH = 1, 77
BOTH = {servers.POSTGRES, servers.VALKEY}
pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def run_once(folder: DataFolder) -> None:
    """The whole life of both servers: written data is there the next time."""
    lock = folder.lock(60)
    started = [Running(program, spawn(program)) for program in servers.programs(folder, BOTH, lock=lock)]
    try:
        servers.wait_until_ready(folder, BOTH)
        with psycopg.connect(postgres.url(folder)) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS visit (id serial)")
            connection.execute("INSERT INTO visit DEFAULT VALUES")
        client = redis.Redis.from_url(valkey.url(folder))
        client.incr("visits")
        client.close()
    finally:
        for running in reversed(started):
            running.signal(running.program.stop_signal)
            running.process.wait(60)
        folder.remove_sockets()
        os.close(lock)


def test_what_was_written_is_there_after_a_restart(folder: DataFolder) -> None:
    run_once(folder)
    run_once(folder)
    lock = folder.lock(60)
    started = [Running(program, spawn(program)) for program in servers.programs(folder, BOTH, lock=lock)]
    servers.wait_until_ready(folder, BOTH)
    with psycopg.connect(postgres.url(folder)) as connection:
        row = connection.execute("SELECT count(*), current_setting('fsync') FROM visit").fetchone()
    kept = redis.Redis.from_url(valkey.url(folder)).get("visits")
    for running in reversed(started):
        running.signal(running.program.stop_signal)
        running.process.wait(60)
    folder.remove_sockets()
    os.close(lock)
    assert row == (2, "on")
    assert kept == b"2"
    assert mentioning(folder.path) == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_user_other_than_root_can_run_them_too(folder: DataFolder) -> None:
    run_once(folder)  # imports all that it needs: the interpreter may lie where the other user cannot read
    home = Path(tempfile.mkdtemp(prefix="nile-home-", dir="/var/tmp"))
    os.chown(home, STRANGER, STRANGER)
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            postgres.user_prefix.cache_clear()
            code = OUT_OF_REACH
            if os.access(postgres.program("postgres"), os.X_OK):
                code = FAILED
                run_once(DataFolder(home / "data"))
                code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    shutil.rmtree(home)
    if code == OUT_OF_REACH:
        pytest.skip("this checkout lies in a folder that no ordinary user can enter")
    assert code == 0


def test_a_cluster_that_was_cut_short_is_made_anew(folder: DataFolder) -> None:
    (folder.path / "pg.unfinished").mkdir()
    (folder.path / "pg.unfinished" / "PG_VERSION").write_text("18\n")
    postgres.prepare(folder, is_throwaway=True)
    assert (folder.path / "pg" / "base").is_dir()
    assert not (folder.path / "pg.unfinished").exists()


def test_another_major_version_is_refused_with_the_way_out(folder: DataFolder) -> None:
    (folder.path / "pg").mkdir()
    (folder.path / "pg" / "PG_VERSION").write_text("11\n")
    with pytest.raises(Trouble, match="made by PostgreSQL 11") as refusal:
        postgres.check_version(folder)
    assert "pg_dump" in str(refusal.value)
    assert "pg_restore" in str(refusal.value)


def test_the_pid_file_of_a_power_cut_is_forgotten_but_never_a_living_server(folder: DataFolder) -> None:
    file = folder.path / "pg" / "postmaster.pid"
    file.parent.mkdir()
    file.write_text(f"{os.getpid()}\n")  # the number now belongs to us, and we are not PostgreSQL
    postgres.forget_dead_server(folder)
    assert not file.exists()


def test_a_missing_wheel_names_the_way_out() -> None:
    with pytest.raises(Trouble, match="Set DATABASE_URL"):
        file_of_wheel("no_such_wheel", "bin", "DATABASE_URL")


def test_the_secret_is_made_once_and_for_its_owner_only(folder: DataFolder) -> None:
    secret = folder.secret_key()
    assert len(secret) >= 50
    assert folder.secret_key() == secret
    assert [path.stat().st_mode & 0o777 for path in folder.path.glob("secret-key*")] == [0o600]


def test_a_folder_in_use_names_its_holder_and_a_second_lock_waits_for_leftovers(folder: DataFolder) -> None:
    lock = folder.lock()
    with pytest.raises(Trouble, match=f"in use by process {os.getpid()}"):
        folder.lock()
    leftover = subprocess.Popen(["sleep", "1"], pass_fds=[lock])  # as a server does
    ended = subprocess.Popen(["true"])
    ended.wait()
    os.pwrite(lock, f"{ended.pid}\n".ljust(16).encode(), 0)
    os.close(lock)
    os.close(folder.lock(60))
    assert leftover.poll() == 0 or leftover.wait(10) == 0


def test_a_stranger_in_the_place_of_the_sockets_is_refused(folder: DataFolder) -> None:
    place = folder.socket_folder()
    place.chmod(0o755)
    with pytest.raises(Trouble, match="0700"):
        folder.socket_folder()
    place.rmdir()


def test_a_full_disk_is_a_sentence(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nile_site.embedded.folder.NEEDED_MIB", 2**40)
    with pytest.raises(Trouble, match="MiB free"):
        folder.check_room()


def test_a_command_alone_starts_them_and_stops_them(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.setenv(name, "")  # as if it were not set; restored afterwards
    monkeypatch.setenv("NILE_DATA", str(folder.path))
    with services_at_hand():
        assert psycopg.connect(os.environ["DATABASE_URL"]).execute("SELECT 1").fetchone() == (1,)
    assert mentioning(folder.path) == {}


def test_servers_of_a_test_run_go_with_it_even_when_it_is_killed() -> None:
    script = "from nile_site.embedded.throwaway import Throwaway as T; print((t := T()).path, flush=True); input()"
    run = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=alone()
    )
    assert run.stdout is not None
    path = Path(run.stdout.readline().strip())
    assert mentioning(path)
    run.send_signal(signal.SIGKILL)
    run.wait()
    wait_until(lambda: mentioning(path) == {} and not path.exists(), "the servers of a killed run to go")


def test_servers_of_a_test_run_are_closed_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.setenv(name, "")
    throwaway = Throwaway()
    assert mentioning(throwaway.path)
    throwaway.close()
    assert mentioning(throwaway.path) == {}
    assert not throwaway.path.exists()
