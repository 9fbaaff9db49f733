"""Celery's side of it: tasks that only call services. Whether a message is lost or comes twice changes nothing."""

import logging
import time

from billiard import current_process
from celery import shared_task

from nile_site.matches import services
from nile_site.matches.models import Match
from nile_site.matches.services import rating, workers
from nile_site.matches.services.playing import Played
from nile_site.matches.slot import Slots

logger = logging.getLogger(__name__)

TURN_S = 60
"""A slot goes on taking matches for so long, then lets Celery breathe and is woken again.

It is heard of when a turn begins, and in a long match by the thread of its lease: this is below WorkerStatus.SEEN_S.
"""

_slots = Slots()


@shared_task(name="nile_site.matches.tasks.play_slot")
def play_slot() -> None:
    """Play what waits, one match after the other, in the slot of this process."""
    slot = _slots.of_process(getattr(current_process(), "index", 0) or 0)
    if slot is None:
        return
    try:
        played = services.play_turn(slot=slot, until=time.monotonic() + TURN_S)
    except BaseException:  # such as the task's time limit: who knows what the runner is at
        _slots.drop()
        raise
    if played is Played.NOTHING:
        return
    if played is Played.RUNNER_LOST:
        _slots.drop()
    play_slot.apply_async(expires=60)


@shared_task(name="nile_site.matches.tasks.wake_slots")
def wake_slots() -> None:
    """Send as many slot tasks as there are matches for, at least one so that idle slots are heard of."""
    waiting = Match.objects.filter(state=Match.State.QUEUED).count()
    for _ in range(max(1, min(waiting, workers.slots()))):
        play_slot.apply_async(expires=30)


@shared_task(name="nile_site.matches.tasks.reap_leases")
def reap_leases() -> None:
    """Put back what was lost, close what is overdue."""
    services.reap()


@shared_task(name="nile_site.matches.tasks.pair_blocks")
def pair_blocks() -> None:
    """Make the blocks that are due."""
    services.pair()


@shared_task(name="nile_site.matches.tasks.rate_blocks")
def rate_blocks() -> None:
    """Rate the blocks whose turn it is."""
    rating.rate_all()


@shared_task(name="nile_site.matches.tasks.turn_seasons")
def turn_seasons() -> None:
    """Open the seasons that are due, close those that are over."""
    services.turn()


@shared_task(name="nile_site.matches.tasks.prune_replays")
def prune_replays() -> None:
    """Let go of what nobody needs any more."""
    services.prune()
