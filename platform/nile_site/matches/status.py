"""How play goes: the sentence for everybody when nothing is played, and the figures for staff."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min
from django.utils import timezone

from nile_site.matches.models import Match, WorkerStatus

QUIET_S = 30
"""A match that waits for less is nothing to speak of: the workers may just be starting."""


@dataclass(frozen=True, slots=True)
class Status:
    """The figures of the queue, and the slots that were heard of lately."""

    queued: int
    running: int
    oldest_queued_at: datetime | None
    finished_last_hour: int
    slots: list[WorkerStatus]


def status() -> Status:
    """Return how play goes now."""
    now = timezone.now()
    queued = Match.objects.filter(state=Match.State.QUEUED)
    finished = Match.objects.filter(state=Match.State.FINISHED, finished_at__gt=now - timedelta(hours=1))
    return Status(
        queued=queued.count(),
        running=Match.objects.filter(state=Match.State.RUNNING).count(),
        oldest_queued_at=queued.aggregate(oldest=Min("created_at"))["oldest"],
        finished_last_hour=finished.count(),
        slots=_present(),
    )


def worker_banner() -> str | None:
    """Return why matches wait and what to do, as a sentence; None while all is well."""
    since = timezone.now() - timedelta(seconds=QUIET_S)
    waiting = Match.objects.filter(state=Match.State.QUEUED, created_at__lt=since)
    first = waiting.select_related("block__season__ladder").order_by("priority", "id").first()
    if first is None or Match.objects.filter(state=Match.State.RUNNING).exists():
        return None
    slots = _present()
    if not slots:
        return "Matches wait: no worker is running."
    able = [slot for slot in slots if slot.tier]
    if not able:
        return f"Matches wait: no worker can play. {slots[0].reasons}"
    wanted = [first.block.season.ladder.game, first.block.rules_version]
    if not any(wanted in slot.plays for slot in able):
        return f"Matches wait: no worker plays {wanted[0]} by version {wanted[1]} of its rules. Upgrade the workers."
    return None


def is_trusting() -> bool:
    """Does any slot run bots without a sandbox? Staff should know."""
    return any(slot.tier == "trusted" for slot in _present())


def _present() -> list[WorkerStatus]:
    since = timezone.now() - timedelta(seconds=WorkerStatus.SEEN_S)
    return list(WorkerStatus.objects.filter(last_seen__gt=since).order_by("name", "id"))
