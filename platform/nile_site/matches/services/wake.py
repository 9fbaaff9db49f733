"""Tells the slots that there is work. A lost message costs seconds and never a match: beat wakes them too."""

import logging

from django.db import transaction
from kombu.exceptions import OperationalError

from nile_site.celery import app

logger = logging.getLogger(__name__)

WAKE_SLOTS = "nile_site.matches.tasks.wake_slots"


def wake() -> None:
    """Wake the slots once the present transaction is committed; once, however often it is asked."""
    connection = transaction.get_connection()
    if any(hook is _send for _, hook, *_ in connection.run_on_commit):
        return
    transaction.on_commit(_send, robust=True)


def _send() -> None:
    try:
        app.send_task(WAKE_SLOTS, queue="default", expires=30, retry=False)
    except OperationalError as error:  # the broker is away; the table is the queue, and beat will wake the slots
        logger.warning("no wake-up was sent: %s", error)
