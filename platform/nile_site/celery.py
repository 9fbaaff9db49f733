"""The Celery application: it carries slots and periodic tasks to the workers, never the truth of a match."""

import ctypes
import os
import signal
import sys

from celery import Celery
from celery.signals import worker_process_init

_PR_SET_PDEATHSIG = 1

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nile_site.settings")

app = Celery("nile_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def die_with_the_worker(**_: object) -> None:
    """Let the kernel end a pool process when its worker is killed, so that no match goes on unseen (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
