"""Stands between the interpreter and a bot: lowers the limits, closes the last doors, then becomes the bot.

It runs inside the sandbox, copied into the runtime, so it imports the standard library only and as little of it as it
can: each millisecond here is paid at every start. As a program of its own it has these options as key=value arguments;
in a fork of the nursery they come with the request:

    bot, entry     the bot's folder and the file in it to run
    path           folders to add to sys.path behind the standard library, separated by os.pathsep
    ready          descriptor on which to say that the walls stand
    log_kib        what is kept of stderr
    limit.NAME     a value for RLIMIT_NAME, soft and hard
"""

from __future__ import annotations

import contextlib
import io
import os
import resource
import sys
import types

EXIT_MEMORY = 97
"""What a bot exits with when it ends for want of memory, so that the referee can tell."""

_LAST_WORDS = 4096  # bytes of the log that are kept free for a final traceback


class Log(io.RawIOBase):
    """Is a stderr that keeps its first bytes and counts the rest, so that a chatty bot plays on.

    Descriptor 2 is a file; whatever else writes to it shares its position, so the text stays in order. The count stands
    behind the position: later words replace it.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._room = max(0, limit - _LAST_WORDS)
        self._dropped = 0
        self._next_note = 1

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        """Takes all bytes always; keeps those for which there is room."""
        try:
            room = self._room - os.lseek(2, 0, os.SEEK_CUR)
            kept = os.write(2, bytes(data[:room])) if room > 0 else 0
        except OSError:  # full, by writes that did not come through here
            kept = 0
        self._dropped += len(data) - kept
        if self._dropped >= self._next_note:
            self._next_note = 2 * self._dropped
            with contextlib.suppress(OSError):
                os.pwrite(2, self._note(), os.lseek(2, 0, os.SEEK_CUR))
        return len(data)

    def finish(self) -> None:
        """Gives the room that was kept free to what comes now, the last words."""
        self._room = self._limit
        if self._dropped:
            self._next_note = sys.maxsize
            with contextlib.suppress(OSError):
                os.write(2, self._note())

    def _note(self) -> bytes:
        return b"\n[%012d bytes dropped]\n" % self._dropped


def become(options: dict[str, str]) -> None:
    """Turns a process whose walls and limits stand into the bot; returns when the bot's program ends by itself."""
    folder = options["bot"]
    sys.path[:] = [folder, *(place for place in sys.path if place and place != _HERE)]
    sys.path += options["path"].split(os.pathsep) if options["path"] else []
    log = Log(int(options["log_kib"]) << 10)
    sys.stderr = io.TextIOWrapper(
        log,
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
        write_through=True,
    )
    if ready := options.get("ready"):
        os.write(int(ready), b"1")
        os.close(int(ready))
    _run(os.path.join(folder, options["entry"]), log)


def set_limits(options: dict[str, str]) -> None:
    """Sets every limit that the options name, soft and hard. Raises OSError if one cannot be, unless `lenient`."""
    is_strict = "lenient" not in options
    for name, value in options.items():
        if name.startswith("limit."):
            try:
                resource.setrlimit(getattr(resource, "RLIMIT_" + name[6:]), (int(value), int(value)))
            except (ValueError, OSError, AttributeError):
                if is_strict:
                    raise


def _run(path: str, log: Log) -> None:
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = module
    sys.argv = [path]
    try:
        with open(path, "rb") as source:
            code = compile(source.read(), path, "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102  # what this program is for
    except SystemExit:
        raise
    except BaseException as error:
        log.finish()
        trace = error.__traceback__
        error.__traceback__ = trace.tb_next if trace else None
        is_memory = isinstance(error, MemoryError)
        with contextlib.suppress(MemoryError):
            sys.excepthook(type(error), error, error.__traceback__)
        if is_memory:
            os._exit(EXIT_MEMORY)
        sys.exit(1)


_HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    if _HERE.endswith("__pycache__"):
        _HERE = os.path.dirname(_HERE)
    sys.path.insert(0, _HERE)
    _options = dict(argument.split("=", 1) for argument in sys.argv[1:])
    set_limits(_options)
    become(_options)
