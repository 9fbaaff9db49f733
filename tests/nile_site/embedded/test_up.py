"""`./run` as a person starts it: it serves pages, refuses in plain sentences, and leaves no process behind."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.nile_site.embedded.processes import alone, mentioning, wait_until

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.timeout(900)


class House:
    """A running `up` with its own data folder and port."""

    def __init__(self, data: Path, port: int, log: Path) -> None:
        self.data, self.port, self.log = data, port, log
        with open(log, "wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--data", str(data), "--port", str(port)],
                cwd=ROOT,
                env=alone(),
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_until_open(self) -> None:
        def is_open() -> bool:
            assert self.process.poll() is None, self.text()
            return get(self.port, "/") == 200

        wait_until(is_open, "the first page")
        wait_until(lambda: any("matches@" in line for line in mentioning(self.data).values()), "the last worker")

    def text(self) -> str:
        return self.log.read_text(errors="replace")


def get(port: int, path: str) -> int | None:
    """The status of a page; None while nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=alone(**environment), capture_output=True, text=True)


@contextmanager
def house(data: Path, log: Path) -> Iterator[House]:
    """A house that is open; whatever a test does to it, nothing of it stays."""
    running = House(data, free_port(), log)
    try:
        running.wait_until_open()
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
        running.process.wait()
        wait_until(lambda: not mentioning(data), "every process of the house to go")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all tests here, so that only the first start makes a world."""
    return tmp_path_factory.mktemp("up") / "data"


@pytest.fixture(scope="module")
def running(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(data, tmp_path_factory.mktemp("log") / "up.log") as opened:
        yield opened


def test_it_serves_pages_static_files_and_the_api(running: House) -> None:
    assert get(running.port, "/static/admin/css/base.css") == 200
    assert get(running.port, "/api/v1/schema/") == 200
    wait_until(lambda: "Nile Arena is on http://localhost:" in running.text(), "the sentence that says where it is")


def test_a_second_one_on_the_same_folder_names_the_first(running: House) -> None:
    refused = manage("up", "--data", str(running.data), "--port", str(free_port()))
    assert refused.returncode == 1
    assert f"in use by process {running.process.pid}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_port_in_use_is_a_sentence(running: House, tmp_path: Path) -> None:
    refused = manage("up", "--data", str(tmp_path / "other"), "--port", str(running.port))
    assert refused.returncode == 1
    assert f"Port {running.port} on 127.0.0.1 cannot be used" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_command_uses_the_running_servers(running: House) -> None:
    made = manage(
        "admin",
        "--name",
        "Ada",
        "--email",
        "ada@example.org",
        NILE_DATA=str(running.data),
        NILE_ADMIN_PASSWORD="lapis-7-papyrus",
    )
    assert made.returncode == 0, made.stderr
    weak = manage(
        "admin", "--name", "Bob", "--email", "bob@example.org", NILE_DATA=str(running.data), NILE_ADMIN_PASSWORD="1234"
    )
    assert weak.returncode == 1
    assert "too short" in weak.stderr


def test_killed_without_warning_it_takes_everything_along(running: House) -> None:
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()
    wait_until(lambda: not mentioning(running.data), "every process of the house to go")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_ends_in_order_with_code_zero(data: Path, tmp_path: Path, number: signal.Signals) -> None:
    with house(data, tmp_path / "up.log") as opened:
        opened.process.send_signal(number)
        assert opened.process.wait(240) == 0, opened.text()
        assert mentioning(data) == {}
        said = opened.text()
    assert said.rindex("database system is shut down") > said.rindex(f"stopping ({number.name})")
    assert not (data / "pg" / "postmaster.pid").exists()


def test_another_version_of_postgresql_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "pg").mkdir()
    (tmp_path / "pg" / "PG_VERSION").write_text("12\n")
    refused = manage("up", "--data", str(tmp_path), "--port", str(free_port()))
    assert refused.returncode == 1
    assert "made by PostgreSQL 12" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_trusted_mode_serves_this_machine_only(tmp_path: Path) -> None:
    refused = manage("up", "--data", str(tmp_path), "--trusted", "--host", "0.0.0.0", "--port", str(free_port()))
    assert refused.returncode == 1
    assert "this machine only" in refused.stderr


def test_without_a_secret_production_does_not_start(tmp_path: Path) -> None:
    refused = manage("check", DATABASE_URL="postgresql://localhost/nile", NILE_DATA=str(tmp_path))
    assert refused.returncode != 0
    assert "NILE_SECRET_KEY is not set" in refused.stderr
    assert os.listdir(tmp_path) == []
