"""What the author of a bot reads about one seat: the fault's card, request, answer, log, and a chart of its times."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.text import readable
from nile_site.bots.selectors import Actor
from nile_site.matches import selectors as matches
from nile_site.matches.faults import Card, card_of
from nile_site.matches.models import Match, MatchSeat, SeatLog
from nile_site.web.templatetags.nile import milliseconds

BARS = 200
WIDTH, HEIGHT = 640, 90


@dataclass(frozen=True, slots=True)
class ShownLog:
    """A seat's log as text; bars are (x, y, width, height) within 640 by 90. card: None without a fault."""

    seat: MatchSeat
    log: SeatLog
    card: Card | None
    request: str
    answer: str
    stderr: str
    bars: Sequence[tuple[float, float, float, float]]
    slowest: str


def shown_logs(actor: Actor, match: Match) -> list[ShownLog]:
    """Give the logs that the actor may read, seat by seat."""
    return [_shown(log) for log in matches.readable_logs(actor, match)]


def _shown(log: SeatLog) -> ShownLog:
    return ShownLog(
        seat=log.seat,
        log=log,
        card=card_of(log),
        request=readable(bytes(log.request)),
        answer=readable(bytes(log.answer)),
        stderr=readable(bytes(log.stderr)),
        bars=bars_of(log.cpu_us),
        slowest=milliseconds(max(log.cpu_us, default=0)),
    )


def bars_of(times: Sequence[int]) -> list[tuple[float, float, float, float]]:
    """Draw one bar per decision; of many decisions, one bar for the slowest of each group."""
    if not times:
        return []
    group = -(-len(times) // BARS)
    tops = [max(times[start : start + group]) for start in range(0, len(times), group)]
    highest = max(max(tops), 1)
    wide = WIDTH / len(tops)
    gap = min(1.0, wide / 5)
    return [
        (round(i * wide, 2), round(HEIGHT - high, 2), round(wide - gap, 2), round(high, 2))
        for i, high in enumerate(max(top / highest * (HEIGHT - 4), 1) for top in tops)
    ]
