"""What we spoiled or lost: no rating moves, and the match is played again on the same deal."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from nile_site.bots.models import Version
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, Season
from nile_site.matches.models import Attempt, Block, Match, MatchSeat
from nile_site.matches.services import blocks, trials, workers
from nile_site.matches.services.claiming import Claim
from nile_site.world import world

WAS_KILLED_BEFORE = Exists(
    Attempt.objects.filter(version=OuterRef("version"), outcome=Attempt.Outcome.VOID, is_kill=True)
)
"""Of a seat: has its version met a kill that was not ours? Then another one is its own crash."""


def void(*, claim: Claim, why: str, seat: int | None, is_kill: bool = False) -> bool:
    """Note that we spoiled an attempt, and put its match back; False if the lease is not held any more.

    seat: on which it happened, if that is known. is_kill: its bot was killed, and not by us. Three in a row with one
    version bench its entries until staff have looked; a match that is spoiled too often closes its block unrated.
    """
    return _end(claim.match_id, Attempt.Outcome.VOID, why, seat, claim, is_kill=is_kill)


def lose(*, claim: Claim, why: str) -> bool:
    """Note that the runner of an attempt was lost, and put its match back; False if the lease is not held any more."""
    return _end(claim.match_id, Attempt.Outcome.LOST, why, None, claim)


def reap() -> int:
    """Put back the matches whose lease has run out, close the blocks that cannot be played to their end any more.

    Returns how many it was.
    """
    now = timezone.now()
    return _reap_leases(now) + _reap_late(now) + _reap_outdated()


def forget_slot(*, worker: str) -> None:
    """Put back what a slot was playing when it was ended: it has just been started again."""
    for match in Match.objects.filter(state=Match.State.RUNNING, worker=worker).order_by("id"):
        assert match.lease_token is not None
        held = Claim(match.pk, match.attempt, match.lease_token)
        _end(match.pk, Attempt.Outcome.LOST, f"{worker} was ended and started again", None, held)


def _reap_leases(now: datetime) -> int:
    reaped = 0
    overdue = Match.objects.filter(state=Match.State.RUNNING, lease_until__lt=now).order_by("id")
    for match in overdue:
        why = f"nothing was heard of {match.worker} any more"
        assert match.lease_token is not None
        reaped += _end(
            match.pk, Attempt.Outcome.LOST, why, None, Claim(match.pk, match.attempt, match.lease_token), now
        )
    return reaped


def _reap_late(now: datetime) -> int:
    reaped = 0
    late = Block.objects.filter(state=Block.State.OPEN, deadline__lt=now).order_by("id")
    for pk in list(late.values_list("pk", flat=True)):
        with transaction.atomic():
            block = blocks.lock(pk)
            if block.is_open:
                give_up(block=block, reason="its time ran out before all its matches could be played")
                reaped += 1
    return reaped


def _reap_outdated() -> int:
    """Deal with blocks that were begun in a runtime for bots that no worker has any more, as after an upgrade.

    One of which nothing is finished starts anew in the present runtime; any other cannot be finished fairly.
    """
    present = workers.runtimes()
    stuck = Block.objects.filter(state=Block.State.OPEN).exclude(runtime__in=["", *present]).order_by("id")
    reaped = 0
    for pk in list(stuck.values_list("pk", flat=True)) if present else []:
        with transaction.atomic():
            block = blocks.lock(pk)
            if not block.is_open or block.matches.filter(state=Match.State.RUNNING).exists():
                continue
            if block.matches.filter(state=Match.State.FINISHED).exists():
                give_up(block=block, reason="the workers were upgraded before all its matches were played")
            else:
                block.runtime = ""
                block.save(update_fields=["runtime"])
            reaped += 1
    return reaped


def give_up(*, block: Block, reason: str) -> None:
    """Close a locked block that we could not play to its end; it counts for nobody."""
    if block.kind == Block.Kind.TRIAL:
        trials.give_up(block=block, reason=reason)
    else:
        blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=reason)


def _end(
    match_id: int,
    outcome: str,
    why: str,
    seat: int | None,
    claim: Claim,
    overdue_at: datetime | None = None,
    *,
    is_kill: bool = False,
) -> bool:
    block_id = Match.objects.values_list("block_id", flat=True).get(pk=match_id)
    with transaction.atomic():
        block = blocks.lock(block_id)
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        if match.state != Match.State.RUNNING or (match.attempt, match.lease_token) != (claim.attempt, claim.token):
            return False
        if overdue_at is not None and match.lease_until is not None and match.lease_until >= overdue_at:
            return False  # it was renewed in the meantime
        version = None if seat is None else match.seats.select_related("version").get(seat=seat).version
        match.attempts.filter(number=match.attempt).update(
            outcome=outcome, reason=why, version=version, is_kill=is_kill, ended_at=timezone.now()
        )
        blocks.requeue(match)
        if version is not None and _voids_in_a_row(version) >= world().play.voids:
            _bench(block, version, why)
        elif match.voids >= world().play.attempts:
            give_up(block=block, reason=f"a match was spoiled or lost {match.voids} times, the last time because {why}")
    return True


def _voids_in_a_row(version: Version) -> int:
    """Count the voids on the seats of a version since it last played a match to its end, or was put back into play."""
    played = MatchSeat.objects.filter(version=version, match__state=Match.State.FINISHED)
    ends = Attempt.objects.filter(match__in=played.values("match"), outcome=Attempt.Outcome.RECORDED)
    entries = Entry.objects.filter(Q(version=version) | Q(pending=version))
    last = ends.aggregate(at=Max("ended_at"))["at"], entries.aggregate(at=Max("put_back_at"))["at"]
    since = max((at for at in last if at is not None), default=None)
    spoiled = Attempt.objects.filter(version=version, outcome=Attempt.Outcome.VOID)
    return spoiled.count() if since is None else spoiled.filter(ended_at__gt=since).count()


def _bench(block: Block, version: Version, why: str) -> None:
    reason = f"Matches with version {version.number} were spoiled again and again, the last time because {why}."
    playing = Entry.objects.filter(Q(version=version) | Q(pending=version), state=Entry.State.ACTIVE)
    playing = playing.exclude(season__state=Season.State.CLOSED)
    entries = list(playing.order_by("id"))
    give_up(block=block, reason=f"{version} is benched: {why}")
    for entry in entries:
        ladders.take_out(entry=entry, bench=Entry.Bench.STAFF, reason=reason)
