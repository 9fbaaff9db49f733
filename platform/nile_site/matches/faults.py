"""A fault as its author is told of it: what was wrong, what it cost, how often it happened, and how to find it at home.

All of it is for the owner of the bot alone; who reads a SeatLog has come through the gate in selectors.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, Q

from arena.referee.verdicts import MEANING, Verdict
from nile_site.matches.models import Match, MatchSeat, SeatLog
from nile_site.matches.selectors import is_fault, known_to_owner


@dataclass(frozen=True, slots=True)
class History:
    """How often a version has made one kind of fault: in so many of its matches, first and last at these instants."""

    times: int
    matches: int
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class Card:
    """All about one fault that is not bytes.

    question: which of the bot's questions it was, from 1; None at the start-up.  cpu_us: CPU time of that question, or
    of the start-up.  memory_kib, memory_limit_mib: the most that was seen, and what a bot may have.  repro: the command
    that plays it again.
    """

    sentence: str
    ply: int
    question: int | None
    cpu_us: int
    memory_kib: int
    memory_limit_mib: int
    history: History
    repro: str


def card_of(log: SeatLog) -> Card | None:
    """Return the card of a seat's fault; None where there was none."""
    seat = log.seat
    if not is_fault(seat) or log.fault_ply is None:
        return None
    at_start = log.fault_ply == 0 or not log.cpu_us
    return Card(
        sentence=fault_sentence(seat),
        ply=log.fault_ply,
        question=None if at_start else len(log.cpu_us),
        cpu_us=(seat.startup_ms or 0) * 1000 if at_start else log.cpu_us[-1],
        memory_kib=seat.memory_kib or 0,
        memory_limit_mib=seat.match.block.limits["memory_mib"],
        history=history_of(seat),
        repro=f"nile repro {seat.match_id}" + (f" --seat {seat.seat}" if _is_one_of_several(seat) else ""),
    )


def history_of(seat: MatchSeat) -> History:
    """Return how often the version on a faulty seat has made that kind of fault, trials and own comparisons too."""
    same = Q(verdict=seat.verdict)
    played = known_to_owner(MatchSeat.objects.filter(version=seat.version_id, match__state=Match.State.FINISHED))
    found = played.aggregate(
        times=Count("pk", filter=same),
        matches=Count("pk"),
        first=Min("match__finished_at", filter=same),
        last=Max("match__finished_at", filter=same),
    )
    return History(**found)


def fault_sentence(seat: MatchSeat) -> str:
    """Tell an author what was wrong on a seat, in one sentence."""
    said = f"It {MEANING[Verdict(seat.verdict)]}"
    ply = seat.log.fault_ply
    when = "" if ply is None else " at its start" if ply == 0 else f" at ply {ply}"
    detail = f": {seat.log.detail}" if seat.log.detail else ""
    return f"{said}{when}{detail}."


def _is_one_of_several(seat: MatchSeat) -> bool:
    """Did several bots make a fault in the match, so that the command must name the seat?"""
    return sum(is_fault(other) for other in MatchSeat.objects.filter(match=seat.match_id)) > 1
