"""A running bot is lines in and lines out, whichever sandbox started it, and every way it may end has a name."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.errors import BotGone, LineTooLong, OutOfTime
from arena.sandbox.base import BotProcess, Launch, Limits, Sandbox
from tests.arena.sandbox.battle import processes
from tests.arena.sandbox.conftest import Place

pytestmark = pytest.mark.sandbox

SOON = 30.0
Start = Callable[..., BotProcess]


def soon() -> float:
    """A deadline that only a broken test meets."""
    return time.monotonic() + SOON


@pytest.fixture
def start(sandbox: Sandbox, place: Place) -> Iterator[Start]:
    """Starts a bot from its source; all are ended with the test."""
    started: list[BotProcess] = []

    def begin(source: str, **limits: int) -> BotProcess:
        folder = place.folder / f"bot-{len(started)}-{time.monotonic_ns()}"
        folder.mkdir()
        (folder / "main.py").write_text(textwrap.dedent(source))
        launch = Launch(folder=str(folder), limits=Limits(**limits), uid=place.uid)
        started.append(sandbox.start(launch))
        return started[-1]

    yield begin
    for process in started:
        process.kill()


ECHO = """
import sys
for line in sys.stdin:
    sys.stdout.write(line.upper())
    sys.stdout.flush()
"""


def test_a_line_goes_in_and_a_line_comes_out(start: Start) -> None:
    bot = start(ECHO)
    for word in (b"memphis", b"thebes"):
        bot.send(word, soon())
        assert bot.read_line(soon()) == word.upper()
    assert not bot.unread()


def test_line_ends_of_every_system_and_blanks_at_the_end_do_not_matter(start: Start) -> None:
    bot = start(r"""import os; os.write(1, b'one\r\n\n \r\n  two \t \nthree\n')""")
    assert [bot.read_line(soon()) for _ in range(3)] == [b"one", b"  two", b"three"]


def test_a_last_line_without_a_newline_counts(start: Start) -> None:
    bot = start("import os; os.write(1, b'first\\nlast')")
    assert [bot.read_line(soon()), bot.read_line(soon())] == [b"first", b"last"]
    with pytest.raises(BotGone, match="exited"):
        bot.read_line(soon())


def test_a_line_in_pieces_is_put_together(start: Start) -> None:
    bot = start(
        """
        import os, time
        for piece in (b"\\xf0\\x9f", b"\\x90\\x8a", b" croco", b"dile\\n"):
            os.write(1, piece)
            time.sleep(0.01)
        time.sleep(100)
        """
    )
    assert bot.read_line(soon()).decode() == "🐊 crocodile"


def test_what_was_written_early_is_seen_and_blanks_are_not(start: Start) -> None:
    bot = start(
        """
        import os, sys
        os.write(1, b"ready\\n \\n")
        sys.stdin.readline()
        os.write(1, b"answer\\nmore")
        sys.stdin.readline()
        """
    )
    assert bot.read_line(soon()) == b"ready"
    assert not bot.unread()
    bot.send(b"go", soon())
    assert bot.read_line(soon()) == b"answer"
    assert bot.unread()


@pytest.mark.parametrize("text", ["b'x' * 65537", "b'x' * 65537 + b'\\n'", "b' ' * 70000 + b'y\\n'", "b'\\n' * 70000"])
def test_no_line_is_longer_than_a_line_may_be(start: Start, text: str) -> None:
    bot = start(f"import os, time\nos.write(1, {text})\ntime.sleep(100)")
    with pytest.raises(LineTooLong):
        bot.read_line(soon())


def test_a_line_may_be_as_long_as_a_line_may_be(start: Start) -> None:
    bot = start("import os, time\nos.write(1, b'x' * 65536 + b'\\n')\ntime.sleep(100)")
    assert bot.read_line(soon()) == b"x" * 65536


def test_a_bot_that_does_not_read_is_out_of_time(start: Start) -> None:
    bot = start("import time; time.sleep(100)")
    with pytest.raises(OutOfTime, match="does not read"):
        bot.send(b"x" * (1 << 20), time.monotonic() + 0.2)


def test_a_long_question_arrives_whole(start: Start) -> None:
    bot = start("import sys; print(len(sys.stdin.readline()), flush=True)")
    bot.send(b"x" * (1 << 20), soon())
    assert bot.read_line(soon()) == b"1048577"


@pytest.mark.parametrize("what", ["os.close(1)", "os.close(0); os.close(1)", "pass"])
def test_silence_is_the_same_whatever_a_bot_closes(start: Start, what: str) -> None:
    bot = start(f"import os, time\nos.write(1, b'here\\n')\n{what}\ntime.sleep(100)")
    assert bot.read_line(soon()) == b"here"
    bot.send(b"hello?", soon())
    with pytest.raises(OutOfTime):
        bot.read_line(time.monotonic() + 0.2)


@pytest.mark.parametrize(
    ("source", "status", "by", "says"),
    [
        ("pass", 0, None, "exited"),
        ("raise SystemExit(3)", 3, None, "exited with status 3"),
        ("import os; os._exit(7)", 7, None, "exited with status 7"),
        ("1 / 0", 1, None, "exited with status 1"),
        ("import ctypes; ctypes.string_at(0)", None, signal.SIGSEGV, "ended by SIGSEGV"),
        ("x = [bytearray(1 << 30) for _ in range(9)]", 97, None, "out of memory"),
    ],
)
def test_how_a_bot_ended_is_said(start: Start, source: str, status: int | None, by: int | None, says: str) -> None:
    bot = start(source)
    with pytest.raises(BotGone) as gone:
        bot.read_line(soon())
    assert str(gone.value) == says
    ending = bot.kill()
    assert (ending.status, ending.signal, ending.killed_by_us, ending.never_started) == (status, by, False, False)
    with pytest.raises(BotGone, match=says):
        bot.send(b"still there?", soon())
    with pytest.raises(BotGone, match=says):
        bot.read_line(soon())


def test_a_bot_that_we_end_is_gone_at_once_and_stays_so(start: Start, place: Place) -> None:
    bot = start(ECHO)
    bot.send(b"a", soon())
    bot.read_line(soon())
    pid = bot.pid
    ending = bot.kill()
    assert (ending.signal, ending.killed_by_us) == (signal.SIGKILL, True)
    assert not Path(f"/proc/{pid}").exists()
    assert bot.kill() == ending
    assert bot.cpu_ns() >= ending.cpu_ns > 0
    bot.pause()
    bot.resume()
    assert not bot.unread()


def test_a_bot_can_be_ended_before_it_began(start: Start) -> None:
    ending = start(ECHO).kill()
    assert ending.killed_by_us


def test_cpu_time_is_counted_for_all_threads(start: Start) -> None:
    bot = start(
        """
        import sys, threading, time
        def burn():
            end = time.thread_time() + 0.1
            while time.thread_time() < end: pass
        for line in sys.stdin:
            threads = [threading.Thread(target=burn) for _ in range(2)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            print("done", flush=True)
        """
    )
    bot.send(b"go", soon())
    before = bot.cpu_ns()
    assert bot.read_line(soon()) == b"done"
    assert bot.clock_kind == "cpu"
    assert bot.cpu_ns() - before > 150_000_000


def test_the_kernel_ends_a_bot_that_nobody_watches(start: Start) -> None:
    """The last line of defence of the CPU: it holds even where the referee does not look."""
    bot = start("while True: pass", cpu_s=1)
    with pytest.raises(BotGone, match="out of CPU time"):
        bot.read_line(soon())
    ending = bot.kill()
    assert (ending.out_of_cpu, ending.killed_by_us, ending.signal) == (True, False, signal.SIGKILL)


def test_a_paused_bot_uses_nothing(start: Start) -> None:
    bot = start("print('x', flush=True)\nwhile True: pass")
    bot.read_line(soon())
    bot.pause()
    stopped = time.monotonic() + SOON
    while Path(f"/proc/{bot.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "T":
        assert time.monotonic() < stopped
    before = bot.cpu_ns()
    time.sleep(0.05)  # in which a running bot would use some
    assert bot.cpu_ns() == before
    bot.resume()
    while bot.cpu_ns() == before:
        assert time.monotonic() < stopped


def test_memory_is_measured_in_the_bot_and_not_in_its_starter(start: Start) -> None:
    bot = start("x = bytearray(b'1') * (40 << 20)\nprint(1, flush=True)\nimport time\ndel x\ntime.sleep(100)")
    bot.read_line(soon())
    ballast = bytearray(b"1") * (200 << 20)  # in this process
    assert 40 << 10 < bot.memory_peak_kib() < 100 << 10
    ending = bot.kill()
    assert 40 << 10 < ending.memory_peak_kib < 100 << 10
    assert len(ballast)


def test_memory_is_known_even_of_a_bot_that_ended_by_itself(start: Start) -> None:
    bot = start("print(1, flush=True)\ninput()")
    bot.read_line(soon())
    bot.pause()
    bot.resume()
    bot.send(b"end", soon())
    with pytest.raises(BotGone):
        bot.read_line(soon())
    assert 1 << 10 < bot.kill().memory_peak_kib < 100 << 10


def test_the_wait_for_a_cpu_is_counted(start: Start) -> None:
    bot = start("import sys\nfor line in sys.stdin: print(sum(range(100_000)), flush=True)")
    cpu = min(os.sched_getaffinity(0))
    os.sched_setaffinity(bot.pid, {cpu})
    spin = f"import os; os.sched_setaffinity(0, {{{cpu}}})\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", spin]) as rival:
        try:
            end = soon()
            while not bot.run_queue_wait_ns() and time.monotonic() < end:
                bot.send(b"a", soon())
                bot.read_line(soon())
        finally:
            rival.kill()
    assert 0 < bot.run_queue_wait_ns() < SOON * 1e9


def test_the_log_is_kept_when_the_bot_is_gone(start: Start) -> None:
    bot = start("import sys\nprint('Ptah', file=sys.stderr)\n1 / 0")
    with pytest.raises(BotGone):
        bot.read_line(soon())
    log = bot.stderr().decode()
    assert log.startswith("Ptah\nTraceback")
    assert 'main.py", line 3, in <module>' in log
    assert "shim" not in log, "an author sees only what is the author's"


def test_a_full_log_counts_what_it_dropped_and_has_room_for_the_end(start: Start) -> None:
    bot = start("import sys\nfor _ in range(1000): print('y' * 999, file=sys.stderr)\n1 / 0", stderr_kib=16)
    with pytest.raises(BotGone):
        bot.read_line(soon())
    log = bot.stderr().decode()
    assert len(log) <= 16 << 10
    assert "[000000987712 bytes dropped]" in log
    assert log.rstrip().endswith("ZeroDivisionError: division by zero")


def test_sets_of_strings_go_the_same_way_in_every_run(start: Start) -> None:
    source = "print(list({'Ra', 'Ptah', 'Amun', 'Thoth', 'Hathor'}), flush=True)"
    orders = {start(source).read_line(soon()) for _ in range(3)}
    assert len(orders) == 1


def test_a_bot_finds_its_own_modules_the_library_numpy_and_us(start: Start, sandbox: Sandbox, place: Place) -> None:
    bot = start(
        """
        import sys, asyncio, json, random, decimal, hashlib, threading
        import msgspec, arena.errors
        import numpy
        async def nothing(): await asyncio.sleep(0)
        asyncio.run(nothing())
        thread = threading.Thread(target=print, args=("in a thread",), kwargs={"file": sys.stderr})
        thread.start(); thread.join()
        print(__name__, sys.argv, numpy.linalg.svd(numpy.eye(3))[1].sum(), hashlib.sha256(b"x").hexdigest()[:4])
        """
    )
    line = bot.read_line(soon()).decode()
    assert line.startswith("__main__ [")
    assert line.endswith("main.py'] 3.0 2d71")
    assert bot.stderr() == b"in a thread\n"


def test_bots_end_with_the_process_that_started_them(sandbox: Sandbox, place: Place, tmp_path: Path) -> None:
    """A runner that is killed leaves nobody behind, whatever its bots were doing."""
    folder = place.folder / f"orphan-{time.monotonic_ns()}"
    folder.mkdir()
    (folder / "main.py").write_text("print('up', flush=True)\nwhile True: pass")
    if sandbox.name == "trusted":
        pytest.skip("nothing ties a trusted bot to its starter")
    program = f"""
import sys, time
from pathlib import Path
from arena.sandbox.base import Launch
from arena.sandbox.runtime import Runtime
from tests.arena.sandbox.battle import sandbox_for
runtime = Runtime(Path({str(place.runtime.path)!r}), Path({str(place.runtime.code)!r}), "", "", True)
bots = [sandbox_for({sandbox.name!r}, runtime).start(Launch(folder={str(folder)!r}, uid={place.uid})) for _ in range(3)]
for bot in bots: bot.read_line(time.monotonic() + 30)
bots[0].pause()
print(*(bot.pid for bot in bots), flush=True)
time.sleep(100)
"""
    root = Path(__file__).parents[3]
    starter = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=root)
    assert starter.stdout is not None
    pids = {int(word) for word in starter.stdout.readline().split()}
    assert len(pids) == 3
    uid = os.geteuid() if place.uid is None else place.uid
    assert pids <= processes(uid)
    starter.kill()
    starter.communicate()
    end = time.monotonic() + SOON
    while pids & running(uid):
        assert time.monotonic() < end, "bots outlived their starter"
        time.sleep(0.01)


def running(uid: int) -> set[int]:
    """Gives a user's processes that are no zombies: those wait for the machine's first process, not for us."""
    found = set()
    for pid in processes(uid):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.add(pid)
    return found
