"""The process that plays matches for a worker: specifications come in on a pipe, records go out.

The worker holds a Runner; behind it a process of its own runs `python -m arena.referee.runner` with an empty
environment. It knows no database, no broker and no secret, so a bot that breaks out of its sandbox finds an empty
room. It ends with its worker. All messages are one JSON object a line.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from arena import games
from arena.errors import ArenaError, MatchVoid, RunnerLost, SandboxError, SandboxUnavailable
from arena.referee.ask import ProcessPlayer
from arena.referee.match import MatchRecord, play
from arena.sandbox import choose
from arena.sandbox.base import Launch, Limits, Sandbox
from arena.sandbox.runtime import ensure
from arena.sandbox.users import slot_uid

START_S = 120.0
"""How long a runner may take to start; the first one on a machine builds the bots' runtime."""

_MAX_LINE = 64 * 1024 * 1024


class SeatSpec(msgspec.Struct, frozen=True):
    """Says which bot sits on a seat: the name that the replay shows, and where its code lies.

    may_be_killed: this version has met a SIGKILL that was not ours before, so another one is its own crash.
    """

    name: str
    folder: str
    entry: str = "main.py"
    may_be_killed: bool = False


class MatchSpec(msgspec.Struct, frozen=True):
    """Asks a runner for one match. seed: decimal digits. match: any text, given back with the answer."""

    match: str
    game: str
    rules: int
    options: dict[str, str]
    seed: str
    seats: tuple[SeatSpec, ...]
    limits: Limits


class Opened(msgspec.Struct, frozen=True, tag_field="type", tag="opened"):
    """Is a runner's first word: which sandbox it uses, and the hash of the bots' runtime."""

    tier: str
    runtime_hash: str


class Unfit(msgspec.Struct, frozen=True, tag_field="type", tag="unfit"):
    """Is a runner's only word on a machine where nothing isolates a bot."""

    reasons: tuple[str, ...]


class Played(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """Gives the record of a match."""

    match: str
    record: MatchRecord


class Spoiled(msgspec.Struct, frozen=True, tag_field="type", tag="spoiled"):
    """Says that a match is void, why, on which seat it happened if that is known, and whether its bot was killed."""

    match: str
    why: str
    seat: int | None = None
    is_kill: bool = False


_reply = msgspec.json.Decoder(Opened | Unfit | Played | Spoiled)
_spec = msgspec.json.Decoder(MatchSpec)
_encode = msgspec.json.Encoder().encode


class Runner:
    """Is a worker's handle on its runner process. Make it in the main thread of the worker's process.

    tier: the sandbox in use. runtime_hash: which bots' runtime. Raises SandboxUnavailable or RunnerLost.
    """

    def __init__(self, *, sandbox: str, data: Path, slot: int) -> None:
        """sandbox: auto, namespaces, bwrap, landlock or trusted. slot: 0.., one runner each."""
        command = [sys.executable, "-m", "arena.referee.runner", sandbox, str(data), str(slot), str(os.getpid())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}, cwd="/", start_new_session=True
        )
        self._buffer = bytearray()
        first = self._read(time.monotonic() + START_S)
        if isinstance(first, Unfit):
            self.close()
            raise SandboxUnavailable(first.reasons)
        if not isinstance(first, Opened):
            self.close()
            raise RunnerLost("the runner's first word was not the expected one")
        self.tier = first.tier
        self.runtime_hash = first.runtime_hash

    @property
    def pid(self) -> int:
        """Is the process id of the runner."""
        return self._process.pid

    def play(self, spec: MatchSpec, timeout_s: float) -> MatchRecord:
        """Plays one match. Raises MatchVoid.

        After RunnerLost, and after whatever else interrupts it, this runner is closed and its bots are gone.
        """
        self.begin(spec)
        return self.end(timeout_s)

    def begin(self, spec: MatchSpec) -> None:
        """Sends the runner to work on a match; `end` must follow, and tells if the runner is lost."""
        self._begun = spec.match, time.monotonic()
        stdin = self._process.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended, or was closed
            if stdin is not None:
                stdin.write(_encode(spec) + b"\n")
                stdin.flush()

    def end(self, timeout_s: float) -> MatchRecord:
        """Waits for the end of the match that was begun, so long at most since its beginning. Raises as `play`."""
        match, begun = self._begun
        reply = self._read(begun + timeout_s)
        if isinstance(reply, Played) and reply.match == match:
            return reply.record
        if isinstance(reply, Spoiled) and reply.match == match:
            raise MatchVoid(reply.why, reply.seat, is_kill=reply.is_kill)
        self.close()
        raise RunnerLost("the runner answered something else than it was asked")

    def close(self) -> None:
        """Ends the runner and with it every bot it started; may be called again."""
        process = self._process
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _read(self, deadline: float) -> Any:
        """Reads a message; closes the runner if none comes, whatever the reason.

        A task's time limit may be one: the answer would reach somebody who asked for another match.
        """
        try:
            return _reply.decode(self._line(deadline))
        except (ValueError, RecursionError) as error:
            self.close()
            raise RunnerLost(f"the runner wrote nonsense: {error}") from error
        except BaseException:
            self.close()
            raise

    def _line(self, deadline: float) -> bytes:
        stdout = self._process.stdout
        if stdout is None or stdout.closed:
            raise RunnerLost("the runner was closed")
        descriptor = stdout.fileno()
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise RunnerLost("the runner did not answer in time")
            chunk = os.read(descriptor, 1 << 20)
            if not chunk or len(self._buffer) > _MAX_LINE:
                raise RunnerLost("the runner has ended")
            self._buffer += chunk
        line, _, rest = self._buffer.partition(b"\n")
        self._buffer = rest
        return bytes(line)


def play_spec(spec: MatchSpec, sandbox: Sandbox, uid: int | None) -> MatchRecord:
    """Plays a match in this process with bots in the sandbox, which run as `uid`. Raises MatchVoid."""
    game = games.get(spec.game)
    if game.rules_version != spec.rules:
        raise MatchVoid(f"this worker plays rules version {game.rules_version}, not {spec.rules}: upgrade it")
    seed = int(spec.seed)
    players = []
    for seat in spec.seats:
        launch = Launch(folder=seat.folder, entry=seat.entry, limits=spec.limits, uid=uid)
        players.append(ProcessPlayer(game, sandbox, launch, may_be_killed=seat.may_be_killed))
    return play(
        game,
        seed=seed,
        players=players,
        names=[seat.name for seat in spec.seats],
        options=spec.options,
        limits=msgspec.to_builtins(spec.limits),
    )


def _answer(line: bytes, sandbox: Sandbox, uid: int | None) -> Played | Spoiled:
    spec = _spec.decode(line)
    try:
        return Played(spec.match, play_spec(spec, sandbox, uid))
    except MatchVoid as void:
        return Spoiled(spec.match, str(void), void.seat, void.is_kill)
    except ArenaError as error:
        return Spoiled(spec.match, f"{type(error).__name__}: {error}")


def _end_with_parent(parent: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        sys.exit("the worker has ended")


def main() -> None:
    """Serves matches until its input ends."""
    setting, data, slot, parent = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    _end_with_parent(parent)
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        uid = slot_uid(slot) if os.geteuid() == 0 else None
        runtime = ensure(data, reachable_by=uid)
        sandbox = choose(setting, runtime, uid=uid)
    except SandboxError as error:
        reasons = error.reasons if isinstance(error, SandboxUnavailable) else (str(error),)
        wire.write(_encode(Unfit(reasons)) + b"\n")
        wire.flush()
        return
    wire.write(_encode(Opened(sandbox.name, runtime.hash)) + b"\n")
    wire.flush()
    for line in sys.stdin.buffer:
        wire.write(_encode(_answer(line, sandbox, uid)) + b"\n")
        wire.flush()


if __name__ == "__main__":
    main()
