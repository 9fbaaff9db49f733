"""The phase table of Nefertiti: the rulebook's contents page. Open this file first.

A turn     hire ─▶ place ─▶ next
                     │ the market closes
A closing            ▼
           highest ─▶ take (─▶ extra) or discard ─▶ other, bid after bid ─▶ reopen ─▶ next
"""

from __future__ import annotations

from arena.flow import Phase
from arena.games.nefertiti.phases import end, highest, hire, other, place, reopen
from arena.games.nefertiti.state import State

PHASES: tuple[Phase[State], ...] = (
    Phase("hire", hire.step, hire.apply),  # NE-3: one character a turn, for a seal
    Phase("place", place.step, place.apply),  # NE-4: a servant, its coins, does the market close?
    Phase("highest", highest.step),  # NE-5: the highest bid pays, if it can
    Phase("take", highest.step_take, highest.apply_take),  # and takes gifts
    Phase("extra", highest.step_extra, highest.apply_extra),  # perhaps one more
    Phase("discard", highest.step_discard, highest.apply_discard),  # or gives one up
    Phase("other", other.step, other.apply),  # every other bid: a gift or coins
    Phase("reopen", reopen.step),  # NE-6: another market opens, until Akhenaton comes
    Phase("next", end.step),  # NE-7: the next turn, or the end
)
