"""One tree of errors, so that a caller catches exactly what it can mend.

ArenaError
├── GameError
│   ├── UnknownGame       no game of that slug, or not for that number of seats
│   ├── InvalidOptions    an option that the game does not know, or a value it does not take
│   ├── IllegalAction     a choice that is not among the legal actions of its seat
│   └── NotationError     a text that is no action of the game
├── ReplayError
│   ├── ReplayFormatError     the file is not a replay this release can read
│   └── ReplayMismatch        the file is well formed, but the game does not go like that
├── ProtocolError         a line on the wire that is not the message it should be
├── RunnerLost            the process that plays for a worker has ended or does not answer
├── MatchVoid             we spoiled the match: nobody is to blame, it is played again
└── SandboxError
    ├── SandboxUnavailable    nothing on this machine isolates a bot; holds the reasons
    ├── UploadRefused         an upload that cannot become a bot; the text names entry and remedy
    └── BotIOError
        ├── BotGone           the process has ended, or closed its pipes
        ├── OutOfTime         the deadline passed
        └── LineTooLong       more bytes than a line may have
"""

from __future__ import annotations


class ArenaError(Exception):
    """Is the root of every error that this package raises on purpose."""


class GameError(ArenaError):
    """Says that a game was asked for something it does not do."""


class UnknownGame(GameError, LookupError):
    """Names a game or a seat count that does not exist."""


class InvalidOptions(GameError, ValueError):
    """Names an option that the game does not know, or a value that it does not take."""


class IllegalAction(GameError, ValueError):
    """Says which seat chose what it may not choose.

    `seat` is None where the set of seats itself is wrong.
    """

    def __init__(self, seat: int | None, action: object, kind: str) -> None:
        self.seat = seat
        self.action = action
        self.kind = kind
        who = "the choices name the wrong seats" if seat is None else f"seat {seat} may not choose {action}"
        super().__init__(f"{who} in a {kind} decision")


class NotationError(GameError, ValueError):
    """Carries the text that is no action of the game, and why."""

    def __init__(self, text: str, why: str) -> None:
        self.text = text
        super().__init__(f"{text!r}: {why}")


class ReplayError(ArenaError):
    """Says that a replay cannot be used."""


class ReplayFormatError(ReplayError, ValueError):
    """Says that a file is not a replay which this release can read."""


class ReplayMismatch(ReplayError):
    """Says from which ply on a replay and the rules disagree.

    `first` and `last` bound the ply where the difference arose: checks are stored at every 16th ply only.
    """

    def __init__(self, first: int, last: int, why: str) -> None:
        self.first = first
        self.last = last
        where = f"ply {first}" if first == last else f"plies {first} to {last}"
        super().__init__(f"{where}: {why}")


class ProtocolError(ArenaError, ValueError):
    """Says why a line is not the message that it should be."""


class MatchVoid(ArenaError):
    """Says what we did wrong, so that the match counts for nobody and is played again.

    `seat` is the seat whose bot it happened to, if there is one. `is_kill`: that bot was killed by something other
    than the referee.
    """

    def __init__(self, why: str, seat: int | None = None, *, is_kill: bool = False) -> None:
        self.seat = seat
        self.is_kill = is_kill
        super().__init__(why)


class RunnerLost(ArenaError):
    """Says that the process which plays for a worker has ended, or did not answer in time."""


class SandboxError(ArenaError):
    """Says that a bot could not be run as it should."""


class SandboxUnavailable(SandboxError):
    """Says why nothing on this machine isolates a bot."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        super().__init__("This machine cannot isolate bots. " + " ".join(reasons))


class UploadRefused(SandboxError, ValueError):
    """Says in a sentence for the author why an upload cannot become a bot, and what to change."""


class BotIOError(SandboxError):
    """Says that a line could not be brought to a bot or fetched from it."""


class BotGone(BotIOError):
    """Says that the bot's process has ended or closed its pipes."""


class OutOfTime(BotIOError):
    """Says that a deadline passed."""


class LineTooLong(BotIOError):
    """Says that a bot wrote more bytes without a newline than a line may have."""
