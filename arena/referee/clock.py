"""A bot's clock: arithmetic on CPU time, without ever looking at a clock itself.

A bank of CPU time lasts for the match and gains a little with every decision. By the wall a decision may take a fixed
time plus twice what the bank holds, and all decisions together no more than a match can wait for, so that a bot which
sleeps comes to an end; time in which the bot was ready to run but other processes had the CPU is never held against it.
"""

from __future__ import annotations

from arena.sandbox.base import Limits

_NS = 1_000_000


class BotClock:
    """Keeps one bot's time through a match.

    bank_ns: what is left of its CPU time. wall_left_ns: what is left for all its decisions by the wall. Below 0 the bot
    has lost on time.
    """

    __slots__ = ("_decision_wall_ns", "_excused_ns", "_increment_ns", "bank_ns", "wall_left_ns")

    def __init__(self, limits: Limits) -> None:
        self.bank_ns = limits.bank_ms * _NS
        self._increment_ns = limits.increment_ms * _NS
        self._decision_wall_ns = limits.decision_wall_ms * _NS
        self._excused_ns = 0
        self.wall_left_ns = limits.match_wall_ms * _NS

    @property
    def bank_ms(self) -> int:
        """Is what is left in the bank in whole ms, never below 0."""
        return max(0, self.bank_ns // _NS)

    @property
    def is_overdrawn(self) -> bool:
        """Tells whether the bot has used more than its bank held."""
        return self.bank_ns < 0

    @property
    def is_out_of_wall(self) -> bool:
        """Tells whether the bot's decisions have taken longer than a match can wait for."""
        return self.wall_left_ns < 0

    @property
    def is_wall_short(self) -> bool:
        """Tells whether less is left by the wall than the bank would entitle to.

        A bot that computes does not come to that, however busy the machine is, once its waits are excused; one that
        sleeps does, and one whose bank has grown through hundreds of decisions that cost nothing.
        """
        return self.wall_left_ns < 2 * self.bank_ns

    def grant(self) -> None:
        """Adds the increment of one decision, before it is asked."""
        self.bank_ns += self._increment_ns

    def wall_cap_ns(self) -> int:
        """Gives what the next decision may take by the wall."""
        return self._decision_wall_ns + max(0, min(2 * self.bank_ns, self.wall_left_ns))

    def charge(self, cpu_ns: int, wall_ns: int) -> None:
        """Takes the CPU time of a decision from the bank, and its time by the wall from what the match has for it."""
        self.bank_ns -= cpu_ns
        self.wall_left_ns -= wall_ns

    def excuse(self, waited_ns: int) -> None:
        """Gives back the time in which the bot stood in the run queue. waited_ns: all of it since the bot's start."""
        self.wall_left_ns += max(0, waited_ns - self._excused_ns)
        self._excused_ns = max(waited_ns, self._excused_ns)

    @staticmethod
    def is_starved(elapsed_ns: int, waited_ns: int, cap_ns: int) -> bool:
        """Tells whether a bot that ran into the wall cap did so because others had the CPU.

        elapsed_ns: since the question. waited_ns: how long of it the bot stood in the run queue. Starved is a bot that
        waited for more than half of the cap and without that would have been inside it. The cap is more than twice the
        bank, so a bot that computes all the time and has not used up its bank must have waited that long; a bot that
        sleeps never does; and one whose own threads crowd out its first would have used up its bank in that time. So no
        bot can spoil a match it is losing.
        """
        return 2 * waited_ns > cap_ns and elapsed_ns - waited_ns < cap_ns
