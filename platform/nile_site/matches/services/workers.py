"""What each slot says of itself, so that staff and authors learn why nothing is played."""

import socket
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from arena import games
from nile_site.matches.models import WorkerStatus

FORGOTTEN_DAYS = 7


def slot_name(slot: int) -> str:
    """Return the name of a slot of this machine."""
    return f"{socket.gethostname()}/{slot}"[:100]


def playable() -> list[tuple[str, int]]:
    """Return the games that this release plays, each with its rules version."""
    return [(slug, games.get(slug).rules_version) for slug in games.SLUGS]


def report(
    *,
    name: str,
    tier: str = "",
    runtime: str = "",
    reasons: str = "",
    plays: Sequence[tuple[str, int]] = (),
) -> None:
    """Note what a slot is like now. tier is "" where nothing isolates bots, and reasons say why."""
    told = {"tier": tier, "runtime": runtime, "reasons": reasons, "plays": [list(each) for each in plays]}
    WorkerStatus.objects.update_or_create(name=name, defaults={**told, "last_seen": timezone.now()})


def is_alive(*, name: str) -> None:
    """Note that a slot is there; while it plays, its lease's thread says so."""
    WorkerStatus.objects.filter(name=name).update(last_seen=timezone.now())


def slots() -> int:
    """Return how many slots can play at present; at least 1, for those that are about to start."""
    return max(1, _able().count())


def runtimes() -> set[str]:
    """Return the runtimes for bots that slots have at present."""
    return set(_able().values_list("runtime", flat=True))


def may_play(game: str, rules: int) -> bool:
    """Does any slot play that version of a game's rules? While no slot is there, one that does may be starting."""
    plays = list(_able().values_list("plays", flat=True))
    return not plays or any([game, rules] in each for each in plays)


def _able() -> QuerySet[WorkerStatus]:
    since = timezone.now() - timedelta(seconds=WorkerStatus.SEEN_S)
    return WorkerStatus.objects.filter(last_seen__gt=since).exclude(tier="")


def forget_gone() -> int:
    """Delete what slots said that have been gone for a week."""
    before = timezone.now() - timedelta(days=FORGOTTEN_DAYS)
    return WorkerStatus.objects.filter(last_seen__lt=before).delete()[0]
