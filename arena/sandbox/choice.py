"""Which sandbox a process uses: the best one that stands the self-check, or a refusal with the reasons.

Never less than was asked for: without isolation there is only the explicit setting `trusted`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from arena.errors import SandboxUnavailable
from arena.sandbox.base import Sandbox

if TYPE_CHECKING:
    from arena.sandbox.runtime import Runtime

Setting = Literal["auto", "namespaces", "bwrap", "landlock", "trusted"]


def choose(setting: str, runtime: Runtime, *, uid: int | None) -> Sandbox:
    """Gives a sandbox that works, having tried it.

    setting: auto takes the best that works; namespaces, bwrap and landlock that one; trusted isolates nothing.
    uid: whom bots will run as, None for this process's user. Raises SandboxUnavailable.
    """
    # Here and not above, so that `python -m arena.sandbox.runtime` is the first to import its own module.
    from arena.sandbox.plain import Trusted
    from arena.sandbox.selfcheck import ISOLATING, try_out

    if setting not in get_args(Setting):
        raise SandboxUnavailable((f"{setting!r} is no sandbox: it is one of {', '.join(get_args(Setting))}.",))
    if setting == "trusted":
        return Trusted(runtime)
    reasons = []
    for name in ISOLATING:
        if setting in ("auto", name):
            finding, sandbox = try_out(name, runtime, uid=uid)
            if sandbox is not None:
                return sandbox
            reasons.append(f"{name}: {finding.reason}")
    raise SandboxUnavailable(tuple(reasons))
