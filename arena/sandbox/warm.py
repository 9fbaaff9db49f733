"""What the sandboxes have in common whose bots are forked from a warm process and put up their walls themselves."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence

from arena.errors import SandboxError
from arena.sandbox import spawn, syscalls
from arena.sandbox.base import BotProcess, Launch
from arena.sandbox.nursery import Nursery
from arena.sandbox.runtime import Runtime


class Warm(ABC):
    """Starts bots as forks of a nursery, which it starts with the first one and again if it should end."""

    def __init__(self, runtime: Runtime) -> None:
        """Takes a runtime that the bots' user can read. Raises SandboxError where there is no filter for a machine."""
        if syscalls.machine() not in syscalls.AUDIT_ARCH:
            raise SandboxError(f"There is no system call filter for {syscalls.machine()} machines.")
        self._runtime = runtime
        self._nurseries: dict[int | None, Nursery] = {}

    def start(self, launch: Launch) -> BotProcess:
        """Starts a bot; see Sandbox.start."""
        uid = spawn.user_for(launch)
        request = self.request(launch)
        ready = os.pipe2(os.O_CLOEXEC)

        def bear(*streams: int) -> int:
            return self._bear(uid, request, (*streams, ready[1]))

        return spawn.wire(bear, launch=launch, ready=ready)

    @abstractmethod
    def nursery(self, uid: int | None) -> Nursery:
        """Starts the warm process."""

    @abstractmethod
    def request(self, launch: Launch) -> dict[str, str]:
        """Gives the shim's options for a bot, and what its walls need to know."""

    def prepare(self, uid: int | None) -> Nursery:
        """Gives the warm process for bots that run as `uid`, starting it if there is none. Raises SandboxError."""
        if uid not in self._nurseries:
            self._nurseries[uid] = self.nursery(uid)
        return self._nurseries[uid]

    def _bear(self, uid: int | None, request: dict[str, str], streams: Sequence[int]) -> int:
        nursery = self._nurseries.get(uid)
        if nursery is not None:
            try:
                return nursery.bear(request, streams)
            except SandboxError:  # somebody ended it
                nursery.close()
        self._nurseries[uid] = nursery = self.nursery(uid)
        return nursery.bear(request, streams)
