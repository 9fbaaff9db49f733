"""Recording: the one transaction in which a played match becomes true, whoever delivers it and how often."""

from collections.abc import Sequence
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from arena import replay as replays
from arena.errors import ReplayError
from arena.referee.match import MatchRecord, SeatRecord
from arena.referee.verdicts import Verdict
from nile_site.matches.models import Attempt, Block, Deal, Match, MatchSeat, SeatLog
from nile_site.matches.services import benching, blocks, comparisons, trials, voids
from nile_site.matches.services.claiming import Claim
from nile_site.replays import services as replay_services

_FILLED = (
    "rank",
    "score",
    "verdict",
    "startup_ms",
    "wall_ms",
    "memory_kib",
    "cpu_ms",
    "slowest_ms",
    "decisions",
)
"""The fields of a seat that its match fills."""


class Outcome(StrEnum):
    """What became of a delivered result."""

    RECORDED = "recorded"
    REPEATED = "repeated"
    """The same result was there already; nothing changed."""
    CONFLICT = "conflict"
    """Another result stands; this one was thrown away."""
    DISCARDED = "discarded"
    """The lease was lost before; the match is played again, or was."""
    SPOILED = "spoiled"
    """The record contradicts itself or its match; that is our fault, and the match is played again."""


def record(*, claim: Claim, record: MatchRecord) -> Outcome:
    """Write the result of a match, exactly once, after playing its replay again."""
    try:
        replay = replays.verify(record.replay)
    except ReplayError as error:
        return _spoiled(claim, f"the replay does not verify: {error}")
    block_id = Match.objects.values_list("block_id", flat=True).get(pk=claim.match_id)
    with transaction.atomic():
        block = blocks.lock(block_id)
        match = Match.objects.select_for_update(no_key=True).get(pk=claim.match_id)
        if match.state == Match.State.FINISHED:
            return Outcome.REPEATED if match.identity == replay.identity else Outcome.CONFLICT
        if (match.attempt, match.lease_token) != (claim.attempt, claim.token):
            return Outcome.DISCARDED
        seats = list(match.seats.select_related("bot", "version").order_by("seat"))
        wrong = _contradiction(block, seats, replay, record)
        if wrong is None:
            _write(match, seats, replay, record)
            if block.kind == Block.Kind.RATED:
                benching.bench_faulty(seats=seats)
            if blocks.finished(block):
                if block.kind == Block.Kind.TRIAL:
                    trials.settle(block=block)
                elif block.kind == Block.Kind.COMPARISON:
                    comparisons.count(block=block)
                else:
                    blocks.close(block=block)
            return Outcome.RECORDED
    return _spoiled(claim, wrong)


def seat_name(seat: MatchSeat) -> str:
    """Return the name under which a seat stands in the replay."""
    return f"{seat.bot.name} v{seat.version.number}"


def _spoiled(claim: Claim, why: str) -> Outcome:
    voids.void(claim=claim, why=why, seat=None)
    return Outcome.SPOILED


def _contradiction(block: Block, seats: Sequence[MatchSeat], replay: replays.Replay, record: MatchRecord) -> str | None:
    """Say in what the record is not that of this match; None if it is."""
    header, outcome = replay.header, replay.outcome
    deal = Deal.objects.get(block=block)
    expected = (block.season.ladder.game, block.rules_version, block.options, deal.seed)
    if (header.game, header.rules, header.options, header.seed) != expected:
        return "the replay is of another deal"
    if len(record.seats) != len(seats) or len(header.seats) != len(seats):
        return "the replay has another number of seats"
    if (record.ranks, record.scores, record.plies) != (outcome.ranks, outcome.scores, outcome.plies):
        return "record and replay disagree on the result"
    faults = {str(seat): str(each.verdict) for seat, each in enumerate(record.seats) if each.verdict != Verdict.OK}
    if faults != outcome.faults:
        return "record and replay disagree on the faults"
    return None


def _write(match: Match, seats: Sequence[MatchSeat], replay: replays.Replay, record: MatchRecord) -> None:
    now = timezone.now()
    for row, seat, rank, score in zip(seats, record.seats, record.ranks, record.scores, strict=True):
        _fill(row, seat, rank, score)
    # One statement for all seats, at a third of what bulk_update costs; no row is new.
    MatchSeat.objects.bulk_create(seats, update_conflicts=True, unique_fields=["id"], update_fields=_FILLED)
    SeatLog.objects.bulk_create(_log(row, seat) for row, seat in zip(seats, record.seats, strict=True))
    match.replay, match.identity = replay_services.store(replay=replay), replay.identity
    match.plies, match.reason, match.wall_ms = record.plies, record.reason, record.wall_ms
    match.referee_ms = record.referee_us // 1000
    match.state, match.finished_at, match.lease_token, match.lease_until = Match.State.FINISHED, now, None, None
    match.save()
    match.attempts.filter(number=match.attempt).update(outcome=Attempt.Outcome.RECORDED, ended_at=now)


def _fill(row: MatchSeat, seat: SeatRecord, rank: int, score: int) -> None:
    usage = seat.usage
    row.rank, row.score, row.verdict = rank, score, str(seat.verdict)
    row.startup_ms, row.wall_ms, row.memory_kib = usage.startup_us // 1000, usage.wall_ms, usage.memory_kib
    row.cpu_ms = (usage.startup_us + sum(usage.cpu_us)) // 1000
    row.slowest_ms, row.decisions = max(usage.cpu_us, default=0) // 1000, len(usage.cpu_us)


def _log(row: MatchSeat, seat: SeatRecord) -> SeatLog:
    return SeatLog(
        seat=row,
        detail=seat.detail.replace("\0", "\N{REPLACEMENT CHARACTER}"),
        fault_ply=seat.fault_ply,
        request=seat.request,
        answer=seat.answer,
        stderr=seat.usage.stderr,
        notes=[list(note) for note in seat.notes],
        cpu_us=list(seat.usage.cpu_us),
    )
