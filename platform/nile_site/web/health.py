"""Is the arena well? Three checks, each with a sentence that gives away nothing secret."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from redis.exceptions import RedisError

from nile_site.celery import app as celery
from nile_site.matches.status import status


@dataclass(frozen=True, slots=True)
class Check:
    """One part of the arena: its name, whether it is well, and what is the matter."""

    name: str
    is_ok: bool
    text: str


def checks() -> list[Check]:
    """Look at the database, the broker and the workers, in this order."""
    database = _tried("db", _ask_database, "The database answers.", "The database cannot be reached.")
    broker = _tried("broker", _ask_broker, "The broker answers.", "The broker cannot be reached.")
    if not database.is_ok:
        return [database, broker, Check("workers", False, "Unknown while the database cannot be reached.")]
    return [database, broker, _workers()]


def _workers() -> Check:
    slots = status().slots
    able = sum(bool(slot.tier) for slot in slots)
    if able:
        return Check("workers", True, f"{able} of {len(slots)} slots can play.")
    why = next((slot.reasons for slot in slots if slot.reasons), "No worker has been heard of lately.")
    return Check("workers", False, f"No match can be played: {why}")


def _tried(name: str, ask: Callable[[], None], well: str, ill: str) -> Check:
    try:
        ask()
    except (DatabaseError, RedisError, OSError):
        return Check(name, False, ill)
    return Check(name, True, well)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    cache.get("health")
    if settings.CELERY_BROKER_URL:
        with celery.connection_for_read(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
