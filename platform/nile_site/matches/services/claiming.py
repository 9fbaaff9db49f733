"""Claiming: the next match, under a lease that nobody else holds."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from nile_site.matches.models import Attempt, Block, Match

LEASE_S = 60
"""A lease that is not renewed for so long is lost; the slot that plays renews it every quarter of that."""

_LOOK_AHEAD = 10


@dataclass(frozen=True, slots=True)
class Claim:
    """Is the right to play one match, as long as token and attempt are those in its row."""

    match_id: int
    attempt: int
    token: uuid.UUID


def claim(*, worker: str, plays: Sequence[tuple[str, int]], runtime: str, tier: str) -> Claim | None:
    """Take the most urgent queued match that this worker can play; None if there is none.

    plays: (game's slug, rules version) of each game. A block stays with the runtime of its first match.
    """
    waiting = _queue(plays, runtime).order_by("priority", "id").values_list("id", "block_id")
    candidates = list(waiting[:_LOOK_AHEAD])
    for may_wait in (False, True):  # first a block that nobody is busy with, then the most urgent
        for match_id, block_id in candidates:
            if (taken := _take(match_id, block_id, may_wait, worker, runtime, tier)) is not None:
                return taken
    return None


def renew(*, claim: Claim) -> bool:
    """Prolong a lease; False if it is not held any more."""
    held = Match.objects.filter(pk=claim.match_id, attempt=claim.attempt, lease_token=claim.token)
    return bool(held.update(lease_until=_lease_end()))


def _queue(plays: Sequence[tuple[str, int]], runtime: str) -> QuerySet[Match]:
    playable = Q(pk__in=[])
    for game, rules in plays:
        playable |= Q(block__season__ladder__game=game, block__rules_version=rules)
    return Match.objects.filter(playable, state=Match.State.QUEUED, block__runtime__in=["", runtime])


def _take(match_id: int, block_id: int, may_wait: bool, worker: str, runtime: str, tier: str) -> Claim | None:
    with transaction.atomic():
        blocks = Block.objects.select_for_update(no_key=True, skip_locked=not may_wait)
        block = blocks.filter(pk=block_id, state=Block.State.OPEN, runtime__in=["", runtime]).first()
        if block is None:
            return None
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        if match.state != Match.State.QUEUED:
            return None
        if not block.runtime:
            block.runtime = runtime
            block.save(update_fields=["runtime"])
        now = timezone.now()
        match.state, match.attempt = Match.State.RUNNING, match.attempt + 1
        match.lease_token, match.lease_until = uuid.uuid4(), _lease_end()
        match.worker, match.tier, match.started_at = worker, tier, now
        match.save(update_fields=["state", "attempt", "lease_token", "lease_until", "worker", "tier", "started_at"])
        Attempt.objects.create(match=match, number=match.attempt, worker=worker, started_at=now)
        return Claim(match.pk, match.attempt, match.lease_token)


def _lease_end() -> datetime:
    return timezone.now() + timedelta(seconds=LEASE_S)
