"""A bot in a process as the referee's Player: it sends a question, waits, reads the answer, and gives the verdict.

Clock and limits are kept here; what a process is, the sandbox knows. Before another bot is asked, this one is stopped;
what it computes between its answer and its next question is charged like any other CPU time.
"""

from __future__ import annotations

import signal
import time

from arena.errors import BotGone, BotIOError, LineTooLong, MatchVoid, OutOfTime, ProtocolError
from arena.game import Action, AnyGame, Event
from arena.protocol import Clock, Decide, Hello, Over, encode, read_answer, read_ready
from arena.referee.clock import BotClock
from arena.referee.match import Choice, Usage
from arena.referee.verdicts import Fault, Verdict
from arena.sandbox.base import BotProcess, Launch, Sandbox

FAREWELL_S = 0.25
"""How long a bot may go on after it was told that the match is over."""

_NS = 1_000_000_000
_MS = 1_000_000
_SLICE_NS = 20 * _MS


class ProcessPlayer:
    """Plays a seat with a bot that a sandbox runs.

    A bot that ends by a SIGKILL which is not ours makes the match void, unless `may_be_killed` says that this version
    met such an end before: then it has crashed.
    """

    def __init__(self, game: AnyGame, sandbox: Sandbox, launch: Launch, *, may_be_killed: bool = False) -> None:
        self._may_be_killed = may_be_killed
        self._game = game
        self._sandbox = sandbox
        self._launch = launch
        self._seat = 0
        self._clock = BotClock(launch.limits)
        self._process: BotProcess | None = None
        self._request = b""
        self._begun = 0.0
        self._spent_ns = 0
        self._used_ms = 0
        self._startup_us = 0
        self._cpu_us: list[int] = []
        self._wall_ns = 0
        self._is_told = False
        self._usage: Usage | None = None

    def start(self, hello: Hello) -> None:
        """Starts the process and sends hello."""
        self._seat = hello.seat
        self._begun = time.monotonic()
        self._process = self._sandbox.start(self._launch)
        self._request = encode(hello)
        try:
            self._process.send(self._request, self._startup_deadline)
        except BotIOError:
            return  # ready says what became of it

    def ready(self) -> None:
        """Waits for the bot's first line, within the limits of the start-up."""
        process = self._running
        try:
            line = self._first_line(process)
        except BotIOError as error:
            raise self._startup_fault(process, error) from error
        self._spent_ns = process.cpu_ns()
        process.pause()
        self._startup_us = self._spent_ns // 1000
        if self._spent_ns > self._startup_budget_ns:
            raise self._slow_start()
        try:
            read_ready(line)
        except ProtocolError as error:
            raise Fault(Verdict.GARBLED, f'the first line is not {{"type":"ready"}}: {error}', line) from error

    def pid(self) -> int | None:
        """Gives the bot's process id; None once it has ended."""
        try:
            return self._running.pid
        except BotGone:
            return None

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        """Asks one question and charges the bot for it."""
        process, clock = self._running, self._clock
        clock.grant()
        cap_ns = clock.wall_cap_ns()
        told = Clock(clock.bank_ms, cap_ns // _MS, self._used_ms)
        self._request = encode(Decide(number, kind, view, events, legal, told))
        begun = time.monotonic_ns()
        if process.unread():
            self._charge(process, begun)
            early = self._whatever_is_there(process)
            raise Fault(Verdict.GARBLED, "wrote something before it was asked", early)
        try:
            line = self._exchange(process, begun, cap_ns)
        finally:
            self._charge(process, begun)
        if clock.is_overdrawn:
            raise Fault(Verdict.TIMEOUT, f"used {self._used_ms} ms of CPU time, more than its bank held", line)
        if clock.is_out_of_wall:
            allowed = self._launch.limits.match_wall_ms
            raise Fault(Verdict.TIMEOUT, f"took more than {allowed} ms by the wall for its decisions together", line)
        return self._read(line, number, legal)

    def rest(self) -> None:
        """Stops the bot until its next question."""
        if self._process is not None:
            self._process.pause()

    def last_request(self) -> bytes:
        """Gives the last line that was sent."""
        return self._request

    def close(self, over: Over) -> None:
        """Sends over to a bot that still lives."""
        process = self._process
        if process is None or self._usage is not None or over.verdict != Verdict.OK:
            return
        self._is_told = True
        process.memory_peak_kib()
        try:
            process.send(encode(over), time.monotonic())
        except BotIOError:
            return  # it may end when it likes

    def finish(self) -> Usage:
        """Ends the process and says what it used."""
        if self._usage is None:
            self._usage = self._end()
        return self._usage

    def _end(self) -> Usage:
        process = self._process
        if process is None:
            return Usage()
        if self._is_told:
            deadline = time.monotonic() + FAREWELL_S
            try:
                while True:
                    process.read_line(deadline)
            except BotIOError:
                pass
        memory = process.memory_peak_kib()
        ending = process.kill()
        return Usage(
            startup_us=self._startup_us,
            cpu_us=tuple(self._cpu_us),
            wall_ms=self._wall_ns // _MS,
            memory_kib=max(memory, ending.memory_peak_kib),
            stderr=process.stderr(),
        )

    @property
    def _running(self) -> BotProcess:
        if self._process is None:
            raise MatchVoid("a bot was asked before it was started")
        return self._process

    @property
    def _startup_deadline(self) -> float:
        return self._begun + self._launch.limits.startup_wall_ms / 1000

    @property
    def _startup_budget_ns(self) -> int:
        return self._launch.limits.startup_cpu_ms * _MS

    def _first_line(self, process: BotProcess) -> bytes:
        """Reads the answer to hello; the wait is cut where the CPU time of the start-up could be used up."""
        while True:
            left_ns = max(self._startup_budget_ns - process.cpu_ns(), _SLICE_NS)
            try:
                return process.read_line(min(self._startup_deadline, time.monotonic() + left_ns / _NS))
            except OutOfTime:
                if process.cpu_ns() > self._startup_budget_ns or time.monotonic() >= self._startup_deadline:
                    raise

    def _exchange(self, process: BotProcess, begun: int, cap_ns: int) -> bytes:
        """Sends the request and reads a line."""
        try:
            process.send(self._request, (begun + cap_ns) / _NS)
            return process.read_line((begun + min(cap_ns, _SLICE_NS)) / _NS)
        except OutOfTime:
            return self._wait(process, begun, cap_ns)
        except BotIOError as error:
            raise self._broken(process, error, "question") from error

    def _wait(self, process: BotProcess, begun: int, cap_ns: int) -> bytes:
        """Reads the line of a bot that thinks for longer.

        The wait is cut where the bank could be used up, so that a bot in an endless loop ends when its bank does.
        """
        bank_ns = self._clock.bank_ns
        waited_before = process.run_queue_wait_ns()
        while True:
            left_ns = bank_ns - (process.cpu_ns() - self._spent_ns)
            if left_ns < 0:
                process.kill()
                said = f"used more CPU time than its bank held ({bank_ns // _MS} ms)"
                raise Fault(Verdict.TIMEOUT, said, process.leftover())
            now = time.monotonic_ns()
            if now >= begun + cap_ns:
                waited_ns = 0 if self._clock.is_wall_short else process.run_queue_wait_ns() - waited_before
                raise self._late(process, begun, cap_ns, waited_ns)
            try:
                return process.read_line(min(begun + cap_ns, now + max(left_ns, _SLICE_NS)) / _NS)
            except OutOfTime:
                continue
            except BotIOError as error:
                raise self._broken(process, error, "question") from error

    def _charge(self, process: BotProcess, begun: int) -> None:
        now = process.cpu_ns()
        used = now - self._spent_ns
        self._spent_ns = now
        took = time.monotonic_ns() - begun
        self._wall_ns += took
        self._cpu_us.append(used // 1000)
        self._used_ms = used // _MS
        self._clock.charge(used, took)
        if self._clock.is_wall_short:
            self._clock.excuse(process.run_queue_wait_ns())

    def _read(self, line: bytes, number: int, legal: tuple[Action, ...]) -> Choice:
        try:
            answer = read_answer(line)
        except ProtocolError as error:
            raise Fault(Verdict.GARBLED, f"the answer is not an action message: {error}", line) from error
        if answer.number != number:
            raise Fault(Verdict.GARBLED, f"answered question {answer.number} when asked question {number}", line)
        if answer.index is not None:
            if answer.index >= len(legal):
                raise Fault(
                    Verdict.ILLEGAL, f"chose action number {answer.index}; there were 0 to {len(legal) - 1}", line
                )
            return Choice(answer.index, answer.note)
        try:
            action = self._game.codec.action(bytes(answer.action))  # type: ignore[arg-type]
            return Choice(legal.index(action), answer.note)
        except (ValueError, RecursionError) as error:
            raise Fault(Verdict.ILLEGAL, "the action is none of the legal ones", line) from error

    def _whatever_is_there(self, process: BotProcess) -> bytes:
        try:
            return process.read_line(time.monotonic())
        except BotIOError:
            return process.leftover()

    def _startup_fault(self, process: BotProcess, error: BotIOError) -> Fault:
        if not isinstance(error, OutOfTime):
            return self._broken(process, error, "hello")
        spent_ns = process.cpu_ns()
        self._startup_us = spent_ns // 1000
        if spent_ns > self._startup_budget_ns:
            process.kill()
            return self._slow_start()
        cap_ns = self._launch.limits.startup_wall_ms * _MS
        return self._late(process, int(self._begun * _NS), cap_ns, process.run_queue_wait_ns())

    def _slow_start(self) -> Fault:
        used, allowed = self._startup_us // 1000, self._launch.limits.startup_cpu_ms
        return Fault(Verdict.TIMEOUT, f"used {used} ms of CPU time to start; {allowed} ms are allowed")

    def _late(self, process: BotProcess, begun: int, cap_ns: int, waited_ns: int) -> Fault:
        """Judges a bot at the wall cap; raises MatchVoid where it had no chance to run."""
        elapsed_ns = time.monotonic_ns() - begun
        process.kill()
        if self._clock.is_starved(elapsed_ns, waited_ns, cap_ns):
            raise MatchVoid("the machine was too busy to let a bot run in time", self._seat)
        return Fault(Verdict.TIMEOUT, f"gave no answer within {cap_ns // _MS} ms", process.leftover())

    def _broken(self, process: BotProcess, error: BotIOError, asked: str) -> Fault:
        """Judges a bot that wrote too much or has ended; raises MatchVoid where its end was our doing."""
        ending = process.kill()
        if isinstance(error, LineTooLong):
            return Fault(Verdict.OUTPUT, str(error), process.leftover())
        if ending.never_started:
            raise MatchVoid("the sandbox of a bot did not start", self._seat)
        if ending.out_of_memory:
            return Fault(Verdict.MEMORY, f"needed more than {self._launch.limits.memory_mib} MiB of memory")
        if ending.out_of_cpu:
            return Fault(Verdict.TIMEOUT, "used up the CPU time of a whole match")
        if ending.signal == signal.SIGKILL and not self._may_be_killed:
            raise MatchVoid("a bot was killed by something other than the referee", self._seat, is_kill=True)
        return Fault(Verdict.CRASHED, f"{ending} instead of answering the {asked}")
