"""Celery's processes as programs to run: the one that plays matches, the one for everything else, and beat."""

import signal
import sys
from collections.abc import Mapping

from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Program


def matches(environment: Mapping[str, str], *, slots: int | str) -> Program:
    """Return the worker that plays so many matches at once; it leaves the machine to everybody else first."""
    player = _celery("matches", environment, *_worker("matches"), "--concurrency", str(slots), "-O", "fair")
    player.niceness = 10
    player.stop_signal = signal.SIGQUIT  # does not wait for the end of a running match: it is played again
    return player


def default(environment: Mapping[str, str]) -> Program:
    """Return the worker that wakes slots and does what is due from time to time."""
    return _celery("default", environment, *_worker("default"), "--concurrency", "1")


def beat(environment: Mapping[str, str], folder: DataFolder) -> Program:
    """Return what sends the periodic tasks."""
    return _celery("beat", environment, "beat", "--schedule", str(folder.path / "beat"), "--pidfile=")


def _worker(queue: str) -> list[str]:
    return ["worker", "--queues", queue, "--hostname", f"{queue}@%h", "--without-gossip", "--without-mingle"]


def _celery(name: str, environment: Mapping[str, str], *arguments: str) -> Program:
    argv = [sys.executable, "-m", "celery", "--app", "nile_site", "--quiet", *arguments, "--loglevel", "WARNING"]
    # A worker started by root stays root on purpose: it gives bots user ids of their own.
    calm = {**environment, "PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
    # Celery may forget a signal that comes while it starts: insist, and let the kernel's last word be a kill.
    return Program(name=name, argv=argv, environment=calm, insist_s=3, death_signal=signal.SIGKILL)
