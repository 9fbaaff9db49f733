"""Stages one attack: a hostile bot in a real match of the toy game, and around it everything it might aim at.

It also runs as a program of its own, as another user, to show that the same holds for an ordinary user:

    python -m tests.arena.sandbox.battle FOLDER RUNTIME_AS_JSON SANDBOX,... ATTACK...

prints the outcome of every attack in every sandbox as one JSON object.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import MatchVoid
from arena.game import Action, Event, Seat
from arena.protocol import Hello
from arena.referee.ask import ProcessPlayer
from arena.referee.inline import Chooser, InlinePlayer
from arena.referee.match import play
from arena.sandbox import syscalls
from arena.sandbox.base import Launch, Limits, Sandbox
from arena.sandbox.plain import Trusted
from arena.sandbox.runtime import Runtime
from arena.sandbox.selfcheck import ISOLATING
from arena.sandbox.warm import Warm
from tests.arena.toy import GAME, Toy, ToyState, ToyView

ATTACKS = Path(__file__).with_name("attacks")
LIMITS = Limits(
    memory_mib=256,
    startup_cpu_ms=5000,
    startup_wall_ms=20_000,
    bank_ms=5000,
    decision_wall_ms=10_000,
    stderr_kib=64,
    cpu_s=20,
)
LOOPING = msgspec.structs.replace(
    LIMITS, startup_cpu_ms=400, startup_wall_ms=100_000, bank_ms=250, decision_wall_ms=100_000
)
"""For bots that never stop computing: CPU time ends them, however busy the machine is."""
SLEEPING = msgspec.structs.replace(LIMITS, bank_ms=50, decision_wall_ms=400)
"""For bots that never answer: the wall ends them."""
DOZING = msgspec.structs.replace(LIMITS, match_wall_ms=300)
"""For bots that answer late every time, and never too late: the match has no time for that."""
LIMITS_OF = {
    "dozer": DOZING,
    "objects": msgspec.structs.replace(LIMITS, memory_mib=128),
    **dict.fromkeys(("endless_loop", "import_loop", "stuck_in_c"), LOOPING),
    **dict.fromkeys(("close_input", "close_output", "deaf", "half_line", "sleeper", "slow_drip"), SLEEPING),
}
WIDE = msgspec.structs.replace(LIMITS, memory_mib=4096, files=1024)
"""For the control: a bot without walls shows what it takes where no limit stops it."""
NUMBERS = syscalls.numbers(syscalls.REFUSED, syscalls.machine())
SHARED = ("/tmp", "/var/tmp", "/dev/shm")  # where attacks leave traces
SECRET = "CANARY-7231"


class Outcome(msgspec.Struct, frozen=True):
    """Says how an attack went. hits: what reached the listeners. left: processes that outlived the match.

    traces: files that it left for the next bot, or changed in its own folder.
    """

    verdict: str
    detail: str
    log: str
    log_bytes: int
    hits: list[str]
    left: list[str]
    is_victim_alive: bool
    is_canary_whole: bool
    traces: list[str]
    has_secret: bool
    rival: str


class LongQuestions(Toy):
    """Has views too large for a pipe."""

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        view = super().view(state, seat)
        return msgspec.structs.replace(view, played=view.played + (0,) * 50_000)


GAMES = dict.fromkeys(("deaf", "deaf_talker"), LongQuestions())


class Ground:
    """Is what surrounds the bots of a match: secrets, listeners, another process. A context manager."""

    def __init__(self, folder: Path, uid: int | None) -> None:
        self.folder = folder
        self.uid = uid
        self.hits: list[str] = []
        self.canary = folder / "canary"
        self._lay_canary()
        other = folder / "other-bot"
        other.mkdir(exist_ok=True)
        self.other = other / "main.py"
        self.other.write_text(f"# {SECRET}\n")
        self._sockets = self._listen()
        self.victim = self._stand_up()
        self._mark = random.getrandbits(32)
        self._trace = f"nile-trace-{self._mark}"
        self._open = True
        for end in self._sockets.values():
            threading.Thread(target=self._watch, args=(end,), daemon=True).start()

    def __enter__(self) -> Ground:
        return self

    def __exit__(self, *exception: object) -> None:
        self._open = False
        self.victim.kill()
        self.victim.wait()
        for end in self._sockets.values():
            end.close()

    def _lay_canary(self) -> None:
        self.canary.write_text(SECRET)
        self.canary.chmod(0o644)

    def _stand_up(self) -> subprocess.Popen[bytes]:
        """Starts a process of the bots' own user, as another bot of the match is one."""
        return subprocess.Popen(
            ["sleep", "1000"],
            user=self.uid,
            group=self.uid,
            extra_groups=None if self.uid is None else [],
            env={"PATH": "/usr/bin:/bin", "SECRET": SECRET},
        )

    def _listen(self) -> dict[str, socket.socket]:
        tcp = socket.create_server(("127.0.0.1", 0))
        self.port = tcp.getsockname()[1]
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", self.port))
        sockets = {"tcp": tcp, "udp": udp}
        self.names = {
            "stream_socket": str(self.folder / "stream"),
            "datagram_socket": str(self.folder / "datagram"),
            "abstract_socket": f"nile-test-{os.getpid()}",
        }
        for kind, address, how in (
            ("stream", self.names["stream_socket"], socket.SOCK_STREAM),
            ("abstract", "\0" + self.names["abstract_socket"], socket.SOCK_STREAM),
            ("datagram", self.names["datagram_socket"], socket.SOCK_DGRAM),
        ):
            end = socket.socket(socket.AF_UNIX, how)
            end.bind(address)
            if not address.startswith("\0"):
                os.chmod(address, 0o666)
            if how == socket.SOCK_STREAM:
                end.listen()
            sockets[kind] = end
        return sockets

    def _watch(self, end: socket.socket) -> None:
        kind = next(name for name, other in self._sockets.items() if other is end)
        while self._open:
            try:
                if end.type == socket.SOCK_STREAM:
                    end.accept()[0].close()
                else:
                    end.recv(16)
            except OSError:
                return
            self.hits.append(kind)

    def stage(self, attack: str) -> Path:
        """Puts an attack into a bot's folder of its own."""
        bot = self.folder / f"bot-{attack}"
        shutil.rmtree(bot, ignore_errors=True)
        bot.mkdir()
        shutil.copyfile(ATTACKS / "main.py", bot / "main.py")
        shutil.copyfile(ATTACKS / f"{attack}.py", bot / "attack.py")
        aims = {
            "port": self.port,
            "process": self.victim.pid,
            "canary": str(self.canary),
            "other_bot": str(self.other),
            "numbers": NUMBERS,
            "trace": self._trace,
            **self.names,
        }
        (bot / "targets.json").write_text(json.dumps(aims))
        for path in bot.iterdir():
            path.chmod(0o644)
        bot.chmod(0o755)
        return bot

    def fight(self, attack: str, sandbox: Sandbox, limits: Limits | None = None) -> Outcome:
        """Plays one match of the attack against an honest bot and says what came of it.

        limits: None for those that this attack is to meet.
        """
        game, limits = GAMES.get(attack, GAME), limits or LIMITS_OF.get(attack, LIMITS)
        if self.victim.poll() is not None:
            self.victim = self._stand_up()
        bot = self.stage(attack)
        code = _contents(bot)
        if isinstance(sandbox, Warm):
            sandbox.prepare(self.uid)
        before, hits = self.bots(), len(self.hits)
        launch = Launch(folder=str(bot), limits=limits, uid=self.uid)
        player = ProcessPlayer(game, sandbox, launch)
        chooser = _first_late if attack == "ponder" else _first
        rival = ""
        try:
            record = play(game, seed=3, players=[player, InlinePlayer(chooser)], names=[attack, "rival"])
            verdict, detail, rival = record.seats[0].verdict, record.seats[0].detail, record.seats[1].verdict
        except MatchVoid as void:
            verdict, detail = "void", str(void)
        log = player.finish().stderr
        if b"ESCAPED: kill" in log:
            self.victim.wait(10)
        is_canary_whole = self.canary.exists() and self.canary.read_text() == SECRET
        if not is_canary_whole:
            self._lay_canary()
        return Outcome(
            verdict=str(verdict),
            detail=detail,
            log=(log[:10_000] + log[10_000:][-10_000:]).decode("utf-8", "replace"),
            log_bytes=len(log),
            hits=self.hits[hits:],
            left=self._left(before),
            is_victim_alive=self.victim.poll() is None,
            is_canary_whole=is_canary_whole,
            traces=self._traces() + sorted(code ^ _contents(bot)),
            has_secret=SECRET.encode() in log,
            rival=str(rival),
        )

    def _traces(self) -> list[str]:
        """Names what an attack left in places that all may write to, and takes it away."""
        found = [path for folder in SHARED for path in Path(folder).glob(self._trace + "*")]
        for path in found:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        return [str(path) for path in found]

    def bots(self) -> set[int]:
        """Gives the processes of bots: all of their user, or, if that is ours, those with a mark of this test."""
        if self.uid is not None:
            return processes(self.uid)
        own = processes(os.geteuid()) - {os.getpid()}
        mark = str(self.folder.parent).encode()  # the runtime's libraries lie there as well
        texts = {pid: _text(pid, "cmdline") + _text(pid, "environ") for pid in own}
        return {pid for pid, text in texts.items() if mark in text or (b"shim_nursery" in text and _is_ours(pid))}

    def _left(self, before: set[int]) -> list[str]:
        """Names the bots' processes that a match left, after a moment in which the kernel may finish."""
        end = time.monotonic() + 2
        while left := self.bots() - before:
            if time.monotonic() > end:
                return [f"{pid} {_text(pid, 'cmdline')[:100]!r}" for pid in left]
            time.sleep(0.01)
        return []


def _is_ours(pid: int) -> bool:
    """Tells whether a process is a child of this one."""
    return b"\nPPid:\t%d\n" % os.getpid() in _text(pid, "status")


def _first_late(hello: Hello) -> Chooser:
    """Takes its time once, so that there is some in which a bot could think."""
    asked = 0

    def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
        nonlocal asked
        asked += 1
        if asked == 2:
            time.sleep(0.5)
        return legal[0]

    return choose


def _first(hello: Hello) -> Chooser:
    def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
        return legal[0]

    return choose


def _contents(folder: Path) -> set[str]:
    """Describes every file below a folder by its name, size, mode and times."""
    infos = [(path, path.lstat()) for path in folder.rglob("*")]
    return {f"{path} {info.st_size} {info.st_mode:o} {info.st_mtime_ns}" for path, info in infos}


def processes(uid: int) -> set[int]:
    """Gives all processes of a user, zombies among them."""
    found = set()
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                status = Path(f"/proc/{name}/status").read_text()
            except OSError:
                continue
            if f"\nUid:\t{uid}\t" in status:
                found.add(int(name))
    return found


def _text(pid: int, name: str) -> bytes:
    """Reads a file about a process; nothing if it is gone or closed to us."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes().replace(b"\0", b" ")
    except OSError:
        return b""


@contextmanager
def open_folder() -> Iterator[Path]:
    """Lends a folder that every user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="nile-arena-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def sandbox_for(name: str, runtime: Runtime) -> Sandbox:
    """Makes a sandbox by its name, once."""
    return Trusted(runtime) if name == "trusted" else ISOLATING[name](runtime)


def main() -> None:
    """Runs the attacks in the sandboxes that are named and prints the outcomes."""
    folder, runtime = Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=Runtime, dec_hook=_as_path)
    outcomes: dict[str, dict[str, Outcome]] = {}
    with Ground(folder, None) as ground:
        for name in sys.argv[3].split(","):
            sandbox = sandbox_for(name, runtime)
            outcomes[name] = {attack: ground.fight(attack, sandbox) for attack in sys.argv[4:]}
    print(msgspec.json.encode(outcomes).decode())


def _as_path(kind: type, value: Any) -> Path:
    return Path(value)


def attacks() -> list[str]:
    """Names all attacks there are."""
    return sorted(path.stem for path in ATTACKS.glob("*.py") if path.stem != "main")


if __name__ == "__main__":
    main()
