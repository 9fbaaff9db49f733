"""One running bot: lines in, lines out, and what they cost.

The referee's loop is resume, unread, send, read_line, cpu_ns, pause; each is a system call or two, with everything
that can be looked up once kept. Not thread-safe.

Two observations hold for every sandbox, so that one table of verdicts can. A bot is gone when its process has ended,
not when its pipes close: bubblewrap's monitor keeps them open, so elsewhere closing them must look the same, which is
silence. And what a bot wrote before it ended still counts, with or without a last newline.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import time

from arena.errors import BotGone, LineTooLong, OutOfTime
from arena.sandbox import proc
from arena.sandbox.shim import EXIT_MEMORY
from arena.sandbox.wiring import Ending, Wiring

_CHUNK = 1 << 16
_BLANKS = b" \t\r\n"
_KILL_WAIT_S = 5.0
_LOOK_AT_MEMORY = 16
_SURELY_AT_LIMIT_NS = 600_000_000
"""Of each second of the limit. The kernel enforces it by ticks, which on a busy machine count up to a fifth more than
what it reports; and nothing else that kills a bot waits for it to compute that long."""


class BotProcess:
    """Is one running bot. `clock_kind` is "cpu", or "wall" where the system has no CPU clock for other processes.

    A context manager: leaving it kills the bot.
    """

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._stdin = wiring.stdin
        self._stdout = wiring.stdout
        self._buffer = bytearray()
        self._line_limit = wiring.line_limit
        self._readers = select.poll()
        self._readers.register(self._stdout, select.POLLIN)
        self._writers: select.poll | None = None
        self._watch = proc.open_pidfd(wiring.child)
        self._ends = self._watch  # turns readable when the bot has ended
        if self._ends is not None:
            self._readers.register(self._ends, select.POLLIN)
        self._is_monitor_stopped = False
        self._is_silent = False
        self._pid = 0
        self._pidfd: int | None = None
        self._clock = 0
        self._meters: proc.Meters | None = None
        self._last_cpu_ns = 0
        self._peak_kib = 0
        self._is_paused = False
        self._pauses = 0
        self._log: bytes | None = None
        self._waited: proc.Waited | None = None
        self._ending: Ending | None = None
        self._deadline = time.monotonic() + wiring.startup_wall_s
        self.clock_kind = "cpu" if proc.HAS_CPU_CLOCKS else "wall"

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """Is the bot's process id as this machine counts. Raises BotGone if the sandbox failed to start."""
        if self._find() is None:
            raise BotGone(str(self._ending or "the sandbox did not start"))
        return self._pid

    def send(self, line: bytes, deadline: float) -> None:
        """Writes a line, with a newline added, and lets a paused bot run: it wakes once, and to a question.

        deadline: monotonic seconds. Raises OutOfTime if the bot does not read, BotGone if it has ended. A bot that
        closed its input is told nothing and hears nothing: what follows is silence.
        """
        if self._ending is not None:
            raise BotGone(str(self._ending))
        data = line + b"\n"
        try:
            written = os.write(self._stdin, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            written = self._refused(data)
        self.resume()
        if written != len(data):
            self._send_rest(memoryview(data)[written:], deadline)

    def read_line(self, deadline: float) -> bytes:
        """Returns the next line that is not blank, without line end and trailing blanks.

        deadline: monotonic seconds. Raises OutOfTime, LineTooLong, or BotGone, which says how the bot ended.
        """
        buffer = self._buffer
        searched = dropped = 0
        while True:
            end = buffer.find(b"\n", searched)
            if end >= 0:
                if end + dropped > self._line_limit:
                    raise LineTooLong(f"a line of more than {self._line_limit} bytes")
                line = bytes(buffer[:end]).rstrip(_BLANKS)
                del buffer[: end + 1]
                searched = 0
                if line:
                    return line
                dropped += end + 1
                continue
            searched = len(buffer)
            if searched + dropped > self._line_limit:
                raise LineTooLong(f"more than {self._line_limit} bytes without an answer in a line")
            if self._fill(deadline):
                continue
            if len(buffer) + dropped > self._line_limit:
                raise LineTooLong(f"more than {self._line_limit} bytes without an answer in a line")
            line = bytes(buffer).rstrip(_BLANKS)
            buffer.clear()
            if line:
                return line
            raise BotGone(str(self._end(killed_by_us=False)))

    def unread(self) -> bool:
        """Tells whether the bot has written anything but blanks that was not read yet."""
        if self._ending is None:
            for descriptor, _ in self._readers.poll(0):
                if descriptor == self._stdout:
                    self._read()
        return bool(self._buffer) and bool(self._buffer.strip(_BLANKS))

    def leftover(self) -> bytes:
        """Returns what was fetched from the bot and was no line yet, or more than a line may be."""
        return bytes(self._buffer)

    def cpu_ns(self) -> int:
        """Returns the CPU time of all the bot's threads since its start, in ns; never less than before.

        Where `clock_kind` is "wall" it is the time of day instead: only differences mean anything.
        """
        if not self._clock:
            if not proc.HAS_CPU_CLOCKS:
                return time.monotonic_ns()
            if self._find() is None:
                return self._last_cpu_ns
        if self._ending is None:
            with contextlib.suppress(OSError):  # it has ended: its clock stands where it stood
                self._last_cpu_ns = time.clock_gettime_ns(self._clock)
        return self._last_cpu_ns

    def run_queue_wait_ns(self) -> int:
        """Returns how long the bot's main thread was ready to run while others had the CPU; 0 if nobody counts."""
        meters = self._find()
        return meters.run_queue_wait_ns() if meters else 0

    def memory_kib(self) -> int:
        """Returns how much memory the bot holds now; 0 if unknown."""
        meters = self._find()
        now = meters.memory_kib() if meters else 0
        self._peak_kib = max(self._peak_kib, now)
        return now

    def memory_peak_kib(self) -> int:
        """Returns the most memory the bot has held; after its end, the most that was seen."""
        if self._find() is not None:
            self._peak_kib = max(self._peak_kib, proc.memory_peak_kib(self._pid))
        return self._peak_kib

    def pause(self) -> None:
        """Stops the bot from running at all. The bot cannot undo it. Now and then also looks at its memory."""
        if not self._is_paused:
            self._signal(signal.SIGSTOP)
            self._is_paused = True
            if self._pauses % _LOOK_AT_MEMORY == 0:  # in case it ends before anybody asks
                self.memory_peak_kib()
            self._pauses += 1
            if self._ends is self._watch and self._pid != self._wiring.child:
                self._stop_monitor()

    def resume(self) -> None:
        """Lets a paused bot run again."""
        if self._is_paused:
            self._signal(signal.SIGCONT)
            self._is_paused = False

    def kill(self) -> Ending:
        """Ends the bot, waits until it is gone and says how it ended. Every later call returns the same."""
        if self._ending is not None:
            return self._ending
        if self._has_ended(0):
            return self._end(killed_by_us=False)
        self._deadline = min(self._deadline, time.monotonic() + _KILL_WAIT_S)
        if self._find() is not None:  # the bot, not its monitor, which then reaps it
            self.memory_peak_kib()
            self._signal(signal.SIGKILL)
            if self._has_ended(_KILL_WAIT_S):
                return self._end(killed_by_us=True)
        with contextlib.suppress(ProcessLookupError):  # our child is not reaped yet, so the number is still its own
            os.kill(self._wiring.child, signal.SIGKILL)
        return self._end(killed_by_us=True)

    def stderr(self) -> bytes:
        """Returns what was kept of the bot's log; a log that was cut says so at its end."""
        if self._log is not None:
            return self._log
        limit = self._wiring.stderr_limit
        log = os.pread(self._wiring.stderr, limit, 0)
        if len(log) == limit and not log.rstrip().endswith(b"dropped]"):
            note = f"\n[cut at {limit // 1024} KiB]\n".encode()
            log = log[: limit - len(note)] + note
        return log

    # What follows happens once in a bot's life, or when something is wrong.

    def _send_rest(self, rest: memoryview, deadline: float) -> None:
        if self._writers is None:
            self._writers = select.poll()
            self._writers.register(self._stdin, select.POLLOUT)
            if self._ends is not None:
                self._writers.register(self._ends, select.POLLIN)
        while rest:
            left = deadline - time.monotonic()
            events = self._writers.poll(max(0, math.ceil(left * 1000)))
            if any(descriptor == self._ends for descriptor, _ in events):
                raise BotGone(str(self._end(killed_by_us=False)))
            if not events and time.monotonic() >= deadline:
                raise OutOfTime("the bot does not read its input")
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                rest = rest[self._refused(rest) :]

    def _refused(self, data: bytes | memoryview) -> int:
        """Takes bytes that nobody will ever read for written, unless the bot is gone."""
        if self._has_ended(0):
            raise BotGone(str(self._end(killed_by_us=False)))
        return len(data)

    def _fill(self, deadline: float) -> bool:
        """Waits for bytes and buffers some; False once the bot has ended and everything is buffered."""
        if self._ending is not None:
            return False
        if not self._is_silent and self._read():  # a quick bot has answered while it was woken
            return True
        left = deadline - time.monotonic()
        wait_ms = max(0, math.ceil(left * 1000))
        if self._ends is None and self._is_silent:  # no descriptor tells us of the end: look every so often
            if self._has_ended(min(max(left, 0.0), 0.02)):
                return False
            events = []
        else:
            events = self._readers.poll(wait_ms)
        if not events:
            if time.monotonic() >= deadline:
                raise OutOfTime("no answer in time")
            return True
        has_ended = False
        for descriptor, _ in events:
            if descriptor == self._stdout:
                self._read()
            else:
                has_ended = True
        if has_ended:
            while not self._is_silent and len(self._buffer) <= self._line_limit and self._read():
                pass
            return b"\n" in self._buffer
        return True

    def _read(self) -> bool:
        """Buffers what is there; False if nothing is, now or for ever."""
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._is_silent = True
            self._readers.unregister(self._stdout)
            return False
        self._buffer += data
        return True

    def _find(self) -> proc.Meters | None:
        """Learns the bot's process id, once, and opens what measures it; None if the bot is gone or never was."""
        if self._ending is not None:
            return None
        if self._meters is None:
            try:
                self._pid = self._wiring.finder.find(self._deadline)
            except BotGone:
                return None
            self._pidfd = proc.open_pidfd(self._pid)
            self._clock = proc.cpu_clock(self._pid)
            self._meters = proc.Meters(self._pid)
        return self._meters

    def _stop_monitor(self) -> None:
        """Puts bubblewrap's monitor to sleep, which would wake at every pause of its child, and watches the bot itself.

        It is woken when the bot has ended, to reap it; a signal to kill it works as ever.
        """
        if self._pidfd is None or self._ends is None:
            return
        self._readers.unregister(self._ends)
        self._ends = self._pidfd
        self._readers.register(self._ends, select.POLLIN)
        self._writers = None
        self._is_monitor_stopped = True
        os.kill(self._wiring.child, signal.SIGSTOP)

    def _signal(self, number: signal.Signals) -> None:
        if self._ending is not None or self._find() is None:
            return
        try:
            if self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, number)
            elif self._waited is None:
                os.kill(self._pid, number)
        except ProcessLookupError:
            pass

    def _has_ended(self, wait_s: float) -> bool:
        if self._waited is None:
            if self._is_monitor_stopped:
                if not proc.is_readable(self._pidfd, wait_s):
                    return False
                os.kill(self._wiring.child, signal.SIGCONT)
                self._is_monitor_stopped = False
                wait_s = _KILL_WAIT_S
            self._waited = proc.wait(self._wiring.child, self._watch, wait_s)
        return self._waited is not None

    def _end(self, *, killed_by_us: bool) -> Ending:
        """Reaps the child, closes everything and remembers how the bot ended."""
        if self._ending is not None:
            return self._ending
        self._last_cpu_ns = self.cpu_ns() if self._clock else 0
        self._has_ended(_KILL_WAIT_S)
        waited = self._waited or proc.Waited(status=None, signal=signal.SIGKILL, cpu_ns=0)
        status, ended_by = waited.status, waited.signal
        if self._wiring.is_shell_status and status is not None and status > 128:
            ended_by, status = status - 128, None
        cpu_ns = self._last_cpu_ns = max(waited.cpu_ns, self._last_cpu_ns)
        self._log = self.stderr()
        self._ending = Ending(
            status=status,
            signal=ended_by,
            killed_by_us=killed_by_us,
            out_of_memory=status == EXIT_MEMORY,
            out_of_cpu=not killed_by_us
            and ended_by in (signal.SIGKILL, signal.SIGXCPU)
            and cpu_ns >= self._wiring.cpu_limit_s * _SURELY_AT_LIMIT_NS,
            never_started=not self._has_walls(),
            cpu_ns=cpu_ns,
            memory_peak_kib=self._peak_kib,
        )
        self._close()
        return self._ending

    def _has_walls(self) -> bool:
        if self._wiring.ready is None:
            return True
        try:
            return os.read(self._wiring.ready, 1) == b"1"
        except BlockingIOError:
            return False

    def _close(self) -> None:
        wiring = self._wiring
        owned: list[int | None] = [wiring.stdin, wiring.stdout, wiring.stderr, wiring.ready, self._watch, self._pidfd]
        for descriptor in owned:
            if descriptor is not None:
                os.close(descriptor)
        if self._meters is not None:
            self._meters.close()
        wiring.finder.close()
        self._watch = self._pidfd = self._ends = None
