"""The runner that this worker process keeps for its slot, or the reasons why it has none."""

import atexit
import logging
import os
import time

from django.conf import settings

from arena.errors import RunnerLost, SandboxError, SandboxUnavailable
from arena.referee.runner import Runner
from arena.sandbox.places import room
from arena.sandbox.users import slot_uid
from nile_site.matches.services import voids, workers
from nile_site.matches.services.playing import Slot

logger = logging.getLogger(__name__)

RETRY_S = 60
"""After a machine has refused to isolate bots it is asked again so much later."""


class Slots:
    """Makes the slot of this process on first use, and keeps its runner until it is dropped or lost.

    Call it from the main thread: bots end with the thread that started their runner.
    """

    def __init__(self) -> None:
        self._slot: Slot | None = None
        self._runner: Runner | None = None
        self._not_before = 0.0

    def of_process(self, number: int) -> Slot | None:
        """Return the slot, reporting how it is; None while this machine cannot isolate bots."""
        name = workers.slot_name(number)
        if self._runner is None:
            if time.monotonic() < self._not_before:
                return None
            try:
                self._open(name, number)
            except (SandboxError, RunnerLost) as error:
                self._refuse(name, error)
                return None
        assert self._runner is not None
        runner = self._runner
        workers.report(name=name, tier=runner.tier, runtime=runner.runtime_hash, plays=workers.playable())
        return self._slot

    def drop(self) -> None:
        """End the runner; the next match gets a new one."""
        runner, self._runner, self._slot = self._runner, None, None
        if runner is not None:
            runner.close()

    def _open(self, name: str, number: int) -> None:
        uid = slot_uid(number) if os.geteuid() == 0 else None
        place = room(settings.DATA, reachable_by=uid)
        self._runner = Runner(sandbox=settings.SANDBOX, data=settings.DATA, slot=number)
        self._slot = Slot(name, self._runner, place)
        voids.forget_slot(worker=name)
        atexit.register(self.drop)

    def _refuse(self, name: str, error: SandboxError | RunnerLost) -> None:
        self._not_before = time.monotonic() + RETRY_S
        reasons = error.reasons if isinstance(error, SandboxUnavailable) else (str(error),)
        workers.report(name=name, reasons=" ".join(reasons), plays=workers.playable())
        logger.error("%s takes no matches. %s", name, " ".join(reasons))
