"""The supervisor: prefixed lines, one reason to stop, order, and nothing left."""

import signal
import sys
import time
from pathlib import Path

import pytest

from nile_site.embedded.supervisor import Program, Running, Stopped, Supervisor
from tests.nile_site.embedded.processes import mentioning

pytestmark = pytest.mark.timeout(300)


def python(name: str, code: str, **more: object) -> Program:
    return Program(name=name, argv=[sys.executable, "-c", code], **more)  # type: ignore[arg-type]


def test_lines_carry_the_name_of_their_program(capsys: pytest.CaptureFixture[str]) -> None:
    with Supervisor() as supervisor:
        task = supervisor.start(python("one", "print('first'); print('no newline at the end', end='')"))
        assert supervisor.wait_for(task) == 0
        supervisor.stop()
    assert capsys.readouterr().out.splitlines() == ["one      | first", "one      | no newline at the end"]


def test_a_task_may_fail_and_its_code_is_handed_back() -> None:
    with Supervisor() as supervisor:
        assert supervisor.wait_for(supervisor.start(python("task", "raise SystemExit(7)"))) == 7


def test_a_program_that_ends_by_itself_stops_the_rest() -> None:
    with Supervisor() as supervisor:
        rest = supervisor.start(python("rest", "import time; time.sleep(600)"))
        supervisor.start(python("short", "raise SystemExit(3)"))
        with pytest.raises(Stopped, match=r"short ended by itself \(code 3\)") as stopped:
            supervisor.watch()
    assert stopped.value.code == 1
    assert rest.process.returncode == -signal.SIGTERM


def test_a_signal_stops_everything_with_code_zero() -> None:
    with Supervisor(tick=lambda: signal.raise_signal(signal.SIGTERM)) as supervisor:
        supervisor.start(python("rest", "import time; time.sleep(600)"))
        with pytest.raises(Stopped, match="SIGTERM") as stopped:
            supervisor.watch()
    assert stopped.value.code == 0


def test_higher_layers_stop_first(capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        "import signal, sys, time\nsignal.signal(15, lambda *_: sys.exit(print('bye')))\nprint('up')\ntime.sleep(600)"
    )
    with Supervisor() as supervisor:
        for name, layer in (("low", 0), ("high", 2), ("middle", 1)):
            supervisor.start(python(name, code, layer=layer))
        while capsys_count(capsys, supervisor) < 3:
            supervisor.turn()
    said = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "bye" in line]
    assert said == ["high", "middle", "low"]


def capsys_count(capsys: pytest.CaptureFixture[str], supervisor: Supervisor) -> int:
    """How many programs have said that they are up, counted over calls."""
    counted: int = getattr(supervisor, "counted", 0) + capsys.readouterr().out.count("| up")
    supervisor.counted = counted  # type: ignore[attr-defined]
    return counted


def test_who_ignores_the_signal_is_killed_with_its_children(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    child = f"import time; {str(marker)!r}; time.sleep(600)"
    code = (
        "import signal, subprocess, sys, time\nsignal.signal(15, signal.SIG_IGN)\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}])\nopen({str(marker)!r}, 'w').close()\ntime.sleep(600)"
    )
    with Supervisor() as supervisor:
        running = supervisor.start(python("deaf", code, grace_s=0.2))
        while not marker.exists():
            supervisor.turn()
    assert running.process.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 60
    while mentioning(marker):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_forgotten_signal_is_repeated() -> None:
    code = (
        "import signal, sys, time\nheard = []\n"
        "signal.signal(15, lambda *_: heard.append(1) or len(heard) > 1 and sys.exit(5))\nprint('up')\ntime.sleep(600)"
    )
    with Supervisor() as supervisor:
        running: Running = supervisor.start(python("dreamer", code, grace_s=120, insist_s=0.2))
        deadline = time.monotonic() + 60
        while b"SigCgt" not in status(running) or not catches_term(running):
            assert time.monotonic() < deadline
            supervisor.turn()
    assert running.process.returncode == 5


def status(running: Running) -> bytes:
    return Path(f"/proc/{running.process.pid}/status").read_bytes()


def catches_term(running: Running) -> bool:
    caught = next(line for line in status(running).splitlines() if line.startswith(b"SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
