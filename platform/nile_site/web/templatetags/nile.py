"""Filters and tags of our templates: numbers with their units, times with their zone, states and verdicts in words."""

from datetime import UTC, datetime

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from arena.referee.verdicts import MEANING, Verdict
from nile_site.matches.models import Attempt, Match, MatchSeat
from nile_site.matches.status import is_trusting, worker_banner

register = template.Library()

_LOOKS = {
    "ok": "good", "live": "good", "active": "good", "finished": "good", "rated": "good", "passed": "good",
    "running": "live", "claimed": "live", "trial": "wait", "queued": "wait", "paused": "wait", "open": "live",
    "compared": "good", "done": "good",
    "failed": "bad", "void": "bad", "benched": "bad", "lost": "bad", "crashed": "bad",
    "timeout": "bad", "illegal": "bad", "garbled": "bad", "memory": "bad", "output": "bad",
}  # fmt: skip
"""Which looks a state or verdict has; all others are plain."""


@register.filter
def utc(moment: datetime | None) -> SafeString | str:
    """Show an instant to the minute, with its zone; machines get it exactly."""
    if not moment:
        return "–"
    moment = moment.astimezone(UTC)
    return format_html('<time datetime="{}">{} UTC</time>', moment.isoformat(), moment.strftime("%-d %b %Y, %H:%M"))


@register.filter
def ago(moment: datetime | None) -> SafeString | str:
    """Show how long ago an instant was; the exact time is in its title."""
    if moment is None:
        return "–"
    exact = moment.astimezone(UTC)
    said = timesince(moment, depth=1).replace("\xa0", " ")
    words = "just now" if said.startswith("0 ") else f"{said} ago"
    return format_html(
        '<time datetime="{}" title="{} UTC">{}</time>', exact.isoformat(), exact.strftime("%-d %b %Y, %H:%M:%S"), words
    )


@register.filter
def points(milli: int | None) -> str:
    """Show thousandths of a rating point as whole points."""
    return "–" if milli is None else f"{round(milli / 1000)}"


@register.filter
def two_places(value: float | None) -> str:
    """Show a number with two decimals."""
    return "–" if value is None else f"{value:.2f}"


@register.filter
def change(value: float | None) -> str:
    """Show a change of a rating with its sign, one decimal, and a true minus."""
    if value is None:
        return "–"
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    return f"{sign}{abs(value):.1f}"


@register.filter
def two_sigma(error: float | None) -> str:
    """Show within what a figure with that standard error lies in nineteen of twenty cases."""
    return "–" if error is None else f"{1.96 * error:.0f}"


@register.filter
def milliseconds(micro: int | None) -> str:
    """Show microseconds as milliseconds, or as seconds from ten seconds on."""
    if micro is None:
        return "–"
    if micro >= 10_000_000:
        return f"{micro / 1_000_000:.1f} s"
    return f"{micro / 1000:,.1f} ms" if micro < 10_000 else f"{micro / 1000:,.0f} ms"


@register.filter
def seconds(milli: int | None) -> str:
    """Show milliseconds as seconds."""
    return "–" if milli is None else f"{milli / 1000:,.1f} s"


@register.filter
def mebibytes(kibi: int | None) -> str:
    """Show KiB as MiB."""
    return "–" if not kibi else f"{kibi / 1024:,.0f} MiB"


@register.filter
def percent(share: float | None) -> str:
    """Show a share of 1 in per cent."""
    return "–" if share is None else f"{share * 100:.0f} %"


@register.filter
def ordinal_of(rank: int | None) -> str:
    """Show a rank as 1st, 2nd, …"""
    if rank is None:
        return "–"
    return f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank, 'th') }"


@register.filter
def looks(state: str | None) -> str:
    """Give the class of a mark for a state or a verdict."""
    return _LOOKS.get(str(state), "")


@register.filter
def verdict_meaning(verdict: str | None) -> str:
    """Tell a verdict in plain words, to be read after the bot's name."""
    try:
        return MEANING[Verdict(str(verdict))]
    except ValueError:
        return ""


@register.filter
def short_hash(text: str | None) -> str:
    """Show the first twelve digits of a hash."""
    return (text or "")[:12]


@register.filter
def get(mapping: dict[object, object], key: object) -> object:
    """Look a key up in a mapping; None where it is missing."""
    return mapping.get(key)


@register.simple_tag
def is_here(request: HttpRequest | None, prefix: str) -> SafeString | str:
    """Mark a link of the navigation as leading to where the reader is."""
    return mark_safe(' aria-current="page"') if request and request.path.startswith(prefix) else ""


@register.simple_tag
def is_signup_open() -> bool:
    """May anybody make an account?"""
    return bool(settings.SIGNUP_OPEN)


@register.filter
def seats_by_rank(match: Match) -> list[MatchSeat]:
    """Give the seats of a match, the best first, or as they sit while nothing is known."""
    return sorted(match.listed_seats, key=lambda seat: (seat.rank or 0, seat.seat))


@register.inclusion_tag("web/parts/banners.html")
def banners() -> dict[str, object]:
    """Say on every page when no worker can play, and when bots run without a sandbox."""
    shown = []
    reason = worker_banner()
    if reason:
        shown.append({"looks": "bad", "title": "Please have patience.", "text": reason})
    if settings.SANDBOX == "trusted" or is_trusting():
        text = (
            "Bots run as plain processes without a sandbox, and their clock is wall time. Results are for trying out."
        )
        shown.append({"looks": "note", "title": "Trusted mode.", "text": text})
    return {"banners": shown}


@register.filter
def attempt_words(outcome: str) -> str:
    """Tell the outcome of an attempt in words."""
    return dict(Attempt.Outcome.choices).get(outcome, outcome)


@register.filter
def state_word(state: str) -> str:
    """Tell a match's state in one short word, for tables."""
    return {"queued": "waiting", "running": "playing"}.get(state, state)
