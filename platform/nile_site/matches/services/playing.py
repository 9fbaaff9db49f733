"""Playing: from a claim to a record, with no transaction open while bots think.

The runner is a process of its own: while it plays, its slot has time to write the result of the match before.
"""

import logging
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import msgspec
from django.db import DatabaseError, connection

from arena.errors import MatchVoid, RunnerLost
from arena.referee.match import MatchRecord
from arena.referee.runner import MatchSpec, SeatSpec
from arena.sandbox.base import Limits
from nile_site.bots.packages import lay_out
from nile_site.matches.models import MatchSeat
from nile_site.matches.services import pairing, rating, recording, voids, workers
from nile_site.matches.services.claiming import LEASE_S, Claim, claim, renew
from nile_site.world import world

logger = logging.getLogger(__name__)


class Plays(Protocol):
    """Is what a slot needs of arena.referee.runner.Runner."""

    tier: str
    runtime_hash: str

    def begin(self, spec: MatchSpec) -> None: ...

    def end(self, timeout_s: float) -> MatchRecord: ...


class Played(StrEnum):
    """How far a match of a slot has come."""

    NOTHING = "nothing"
    """There is none: nothing waits that this slot can play."""
    BEGUN = "begun"
    """The runner plays it."""
    ENDED = "ended"
    """It was played to its end; the result is not written yet."""
    DONE = "done"
    SPOILED = "spoiled"
    RUNNER_LOST = "runner lost"


@dataclass(frozen=True, slots=True)
class Slot:
    """Is one place at which a worker plays. room: the folder below which bots are laid out for their user to read."""

    name: str
    runner: Plays
    room: Path


def play_next(*, slot: Slot) -> Played:
    """Claim the most urgent match, play it and record it; return what came of it at last."""
    *_, last = sit(slot=slot)
    return last


def play_turn(*, slot: Slot, until: float) -> Played:
    """Play what waits, one match after the other; each result is written and rated while the next match is played.

    Goes on until that time of time.monotonic(), until NOTHING waits or can be made, or until RUNNER_LOST.
    """
    before: Iterator[Played] = iter(())
    match: Generator[Played, None, None] | None = None
    try:
        while time.monotonic() < until:
            match = sit(slot=slot)
            begun = next(match)
            _write(before)
            if begun is Played.NOTHING:
                if not pairing.pair():
                    return begun
            elif (ended := next(match)) is Played.RUNNER_LOST:
                return ended
            before = match
        return Played.DONE
    except BaseException:
        if match is not None:
            match.close()  # lets go of its lease at once: whoever keeps the traceback would keep it
        raise
    finally:
        _write(before)


def sit(*, slot: Slot) -> Generator[Played, None, None]:
    """Claim the most urgent match and play it step by step: BEGUN, then ENDED, SPOILED or RUNNER_LOST.

    After ENDED comes the writing, then DONE or SPOILED. No step holds a transaction open.
    """
    runner = slot.runner
    mine = claim(worker=slot.name, plays=workers.playable(), runtime=runner.runtime_hash, tier=runner.tier)
    if mine is None:
        yield Played.NOTHING
        return
    with _LeaseKept(mine, slot.name):
        runner.begin(spec_of(match_id=mine.match_id, room=slot.room))
        yield Played.BEGUN
        try:
            record = runner.end(world().play.match_wall_s)
        except MatchVoid as spoiled:
            voids.void(claim=mine, why=str(spoiled), seat=spoiled.seat, is_kill=spoiled.is_kill)
            came_of_it = Played.SPOILED
        except RunnerLost as lost:
            voids.lose(claim=mine, why=str(lost))
            came_of_it = Played.RUNNER_LOST
        else:
            yield Played.ENDED
            outcome = recording.record(claim=mine, record=record)
            logger.info("match %s, attempt %s: %s", mine.match_id, mine.attempt, outcome)
            came_of_it = Played.SPOILED if outcome is recording.Outcome.SPOILED else Played.DONE
    yield came_of_it


def _write(match: Iterator[Played]) -> None:
    """Go through the steps that are left of a match, and rate what has closed with it."""
    if list(match):
        rating.rate_all()


def spec_of(*, match_id: int, room: Path) -> MatchSpec:
    """Return what a runner needs to know to play a match, with every bot's code laid out below `room`."""
    seats = MatchSeat.objects.filter(match=match_id).order_by("seat").annotate(may_be_killed=voids.WAS_KILLED_BEFORE)
    seats = list(seats.select_related("bot", "version", "match__block__season__ladder", "match__block__deal"))
    block = seats[0].match.block
    return MatchSpec(
        match=str(match_id),
        game=block.season.ladder.game,
        rules=block.rules_version,
        options=block.options,
        seed=block.deal.seed,
        seats=tuple(
            SeatSpec(
                name=recording.seat_name(seat),
                folder=str(lay_out(sha256=seat.version.package_id, room=room)),
                entry=seat.version.entry,
                may_be_killed=seat.may_be_killed,
            )
            for seat in seats
        ),
        limits=msgspec.convert(block.limits, Limits),
    )


class _LeaseKept:
    """Renews a lease from a thread of its own while a match is played; the main thread belongs to the runner."""

    def __init__(self, mine: Claim, worker: str) -> None:
        self._mine = mine
        self._worker = worker
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"lease of match {mine.match_id}", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_over.wait(LEASE_S / 4):
            try:
                workers.is_alive(name=self._worker)
                is_held = renew(claim=self._mine)
            except DatabaseError:
                logger.exception("the lease of match %s was not renewed; trying again", self._mine.match_id)
            else:
                if not is_held:
                    return
            finally:
                connection.close()
