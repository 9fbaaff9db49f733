"""Pruning: replays that nobody starred of comparisons, and of matches among house bots, are kept for a week, and so are
their logs.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nile_site.matches.models import Block, Match, SeatLog
from nile_site.matches.services import workers
from nile_site.replays import services as replays
from nile_site.world import world

_AT_ONCE = 1000


def prune() -> int:
    """Let go of what is old and of no one's interest; return of how many matches. Results and ratings stay."""
    workers.forget_gone()
    before = timezone.now() - timedelta(days=world().pacing.replays_days)
    old = Match.objects.filter(
        Q(block__is_house_only=True) | Q(block__kind=Block.Kind.COMPARISON),
        block__state=Block.State.CLOSED,
        state=Match.State.FINISHED,
        finished_at__lt=before,
        is_starred=False,
        replay__isnull=False,
    ).order_by("id")
    pruned = 0
    while chosen := list(old.values_list("pk", flat=True)[:_AT_ONCE]):
        with transaction.atomic():
            SeatLog.objects.filter(seat__match__in=chosen).delete()
            pruned += Match.objects.filter(pk__in=chosen, is_starred=False).update(replay=None)
    replays.forget_unused()
    return pruned
