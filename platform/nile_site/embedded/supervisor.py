"""A foreground supervisor: prefixed logs, one reason to stop, and a stop in order that leaves no process behind."""

import ctypes
import math
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO

_PR_SET_PDEATHSIG = 1
_LONGEST_LINE = 64 * 1024
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(kw_only=True, slots=True)
class Program:
    """One program to keep running.

    `layer`: higher ones stop first. `grace_s`: how long it may take to stop before its whole group is killed;
    until then the stop signal is repeated every `insist_s`.
    `death_signal`: what the kernel sends it when the supervisor itself is killed (Linux).
    `keeps`: descriptors it inherits.
    """

    name: str
    argv: list[str]
    layer: int = 1
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGTERM
    grace_s: float = 20
    insist_s: float = math.inf
    niceness: int = 0
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    keeps: tuple[int, ...] = ()


class Stopped(Exception):
    """Somebody asked to stop, or a program ended that should not have. `code` is the exit code that follows."""

    def __init__(self, reason: str, code: int) -> None:
        super().__init__(reason)
        self.code = code


class Supervisor:
    """Starts programs, shows what they write, and stops them all at the end of its `with` block.

    SIGINT, SIGTERM and SIGHUP ask for a stop; a second one kills what is still running. Programs lead sessions of
    their own, so that Ctrl-C reaches the supervisor only, and a signal to a program reaches its leader only.
    """

    def __init__(self, *, tick: Callable[[], None] = lambda: None) -> None:
        self.running: list[Running] = []
        self._tick = tick
        self._selector = selectors.DefaultSelector()
        self._signals: list[str] = []
        self._previous: dict[signal.Signals, object] = {}

    def __enter__(self) -> "Supervisor":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._previous[number] = signal.signal(number, lambda n, _: self._signals.append(signal.Signals(n).name))
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        self._selector.close()

    def start(self, program: Program) -> "Running":
        """Start a program; from now on its end, unless it is waited for, stops everything."""
        process = spawn(program, stdout=subprocess.PIPE)
        running = Running(program, process)
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        self._selector.register(process.stdout, selectors.EVENT_READ, running)
        self.running.append(running)
        return running

    def wait_for(self, awaited: "Running") -> int:
        """Return the exit code of a program that is meant to end. Raises Stopped when something else happens."""
        awaited.is_task = True
        while awaited.process.poll() is None:
            self.turn()
        self._pump(0)
        self.running.remove(awaited)
        return awaited.process.returncode

    def watch(self) -> None:
        """Keep everything running; ends only by raising Stopped."""
        while True:
            self.turn()

    def stop(self) -> None:
        """Stop layer after layer, the highest first; who does not end within its grace is killed with its group."""
        asked_before = len(self._signals)
        for layer in sorted({running.program.layer for running in self.running}, reverse=True):
            members = [running for running in self.running if running.program.layer == layer]
            begun = time.monotonic()
            while alive := [running for running in members if running.process.poll() is None]:
                now = time.monotonic()
                for running in alive:
                    program = running.program
                    if len(self._signals) > asked_before or now - begun > program.grace_s:
                        self.say("up", f"{program.name} did not stop in {now - begun:.0f} s: killed")
                        running.kill_group()
                        running.process.wait()
                    elif running.told_at is None or now - running.told_at > program.insist_s:
                        running.told_at = now
                        running.signal(program.stop_signal)
                self._pump(0.05)
            for running in members:
                running.kill_group()  # what a leader left behind
        self._pump(0)
        self.running.clear()

    def say(self, name: str, line: str) -> None:
        """Write one line of the log."""
        try:
            print(f"{name:<8} | {line}", flush=True)
        except OSError:  # the reader of our output has gone: nobody is left to tell
            self._signals.append("end of output")

    def turn(self) -> None:
        """Show what was written in a tenth of a second. Raises Stopped when there is a reason to stop."""
        self._pump(0.1)
        self._tick()
        if self._signals:
            raise Stopped(f"stopping ({self._signals[0]})", 0)
        for running in self.running:
            code = running.process.poll()
            if code is not None and not running.is_task:
                self._pump(0)
                raise Stopped(f"{running.program.name} ended by itself (code {code}); stopping the rest", 1)

    def _pump(self, timeout_s: float) -> None:
        for key, _ in self._selector.select(timeout_s):
            running: Running = key.data
            pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]
            chunk = pipe.read()
            if not chunk:
                self._selector.unregister(pipe)
                pipe.close()
                chunk = b"\n" if running.tail else b""
            *lines, running.tail = (running.tail + chunk).split(b"\n")
            if len(running.tail) > _LONGEST_LINE:
                lines, running.tail = [*lines, running.tail], b""
            for line in lines:
                self.say(running.program.name, line.decode("utf-8", "replace").rstrip("\r"))


class Running:
    """A started program. `is_task` says that its end is expected."""

    def __init__(self, program: Program, process: "subprocess.Popen[bytes]") -> None:
        self.program = program
        self.process = process
        self.is_task = False
        self.told_at: float | None = None  # when it was last told to stop
        self.tail = b""

    def signal(self, number: signal.Signals) -> None:
        """Signal the leader alone: what it started, it must stop itself."""
        if self.process.poll() is None:
            self.process.send_signal(number)

    def kill_group(self) -> None:
        """Kill the leader and all that stayed in its group."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def spawn(program: Program, *, stdout: int | None = None) -> "subprocess.Popen[bytes]":
    """Start a program in a session of its own, tied to this process's life. Call it from the main thread.

    (The kernel ties it to the thread that starts it.)
    """
    parent = os.getpid()

    def become() -> None:
        if program.niceness:
            os.nice(program.niceness)
        if _libc is not None:
            _libc.prctl(_PR_SET_PDEATHSIG, int(program.death_signal))
            if os.getppid() != parent:  # it died before the line above
                os._exit(1)

    return subprocess.Popen(
        program.argv,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.STDOUT if stdout is not None else None,
        env={**program.environment, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
        preexec_fn=become,
        pass_fds=program.keeps,
    )
