"""Playing: from a claim to a record, with no transaction open while bots think."""

import logging
import threading
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
from nile_site.matches.models import Deal, Match
from nile_site.matches.services import recording, voids, workers
from nile_site.matches.services.claiming import LEASE_S, Claim, claim, renew
from nile_site.world import world

logger = logging.getLogger(__name__)


class Plays(Protocol):
    """Is what a slot needs of arena.referee.runner.Runner."""

    tier: str
    runtime_hash: str

    def play(self, spec: MatchSpec, timeout_s: float) -> MatchRecord: ...


class Played(StrEnum):
    """What came of one turn of a slot."""

    NOTHING = "nothing"
    """Nothing waits that this slot can play."""
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
    """Claim the most urgent match, play it and record it."""
    runner = slot.runner
    workers.is_alive(name=slot.name)
    mine = claim(worker=slot.name, plays=workers.playable(), runtime=runner.runtime_hash, tier=runner.tier)
    if mine is None:
        return Played.NOTHING
    with _LeaseKept(mine, slot.name):
        try:
            record = runner.play(spec_of(match_id=mine.match_id, room=slot.room), world().play.match_wall_s)
        except MatchVoid as spoiled:
            voids.void(claim=mine, why=str(spoiled), seat=spoiled.seat, is_kill=spoiled.is_kill)
            return Played.SPOILED
        except RunnerLost as lost:
            voids.lose(claim=mine, why=str(lost))
            return Played.RUNNER_LOST
        outcome = recording.record(claim=mine, record=record)
    logger.info("match %s, attempt %s: %s", mine.match_id, mine.attempt, outcome)
    return Played.SPOILED if outcome is recording.Outcome.SPOILED else Played.DONE


def spec_of(*, match_id: int, room: Path) -> MatchSpec:
    """Return what a runner needs to know to play a match, with every bot's code laid out below `room`."""
    match = Match.objects.select_related("block__season__ladder").get(pk=match_id)
    block = match.block
    seats = match.seats.select_related("bot", "version").order_by("seat")
    return MatchSpec(
        match=str(match.pk),
        game=block.season.ladder.game,
        rules=block.rules_version,
        options=block.options,
        seed=Deal.objects.get(block=block).seed,
        seats=tuple(
            SeatSpec(
                name=recording.seat_name(seat),
                folder=str(lay_out(sha256=seat.version.package_id, room=room)),
                entry=seat.version.entry,
                may_be_killed=voids.has_been_killed(seat.version),
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
