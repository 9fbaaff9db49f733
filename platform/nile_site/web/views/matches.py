"""Lists of matches, and one match with everything that its reader may know."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from nile_site.bots import selectors as bots
from nile_site.ladders import selectors as ladders
from nile_site.matches import selectors as matches
from nile_site.matches.words import status_of
from nile_site.web.gate import number_from, page
from nile_site.web.seatlogs import shown_logs

PAGE = 50
VIEWER = "viewer/viewer.js"


@require_safe
@page
def index(request: HttpRequest) -> HttpResponse:
    """List matches, newest first; ?ladder= and ?bot= choose, ?before= is the id where the last page ended."""
    bot = bots.bot_by_slug(request.GET["bot"]) if request.GET.get("bot") else None
    ladder = ladders.ladder_by_slug(request.GET["ladder"]) if request.GET.get("ladder") else None
    before = number_from(request.GET.get("before"))
    found = matches.recent_matches(request.user, bot=bot, ladder=ladder)
    rows = list((found if before is None else found.filter(pk__lt=before))[: PAGE + 1])
    chosen = {"bot": bot.slug if bot else "", "ladder": ladder.slug if ladder else ""}
    context = {
        "matches": rows[:PAGE],
        "bot": bot,
        "ladder": ladder,
        "ladders": ladders.ladders(),
        "filters": urlencode({name: value for name, value in chosen.items() if value}),
        "is_later_page": before is not None,
        "next_before": rows[PAGE - 1].pk if len(rows) > PAGE else None,
    }
    return render(request, "web/matches.html", context)


@require_safe
@page
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match. A trial is there for the owner of the bot that is tried, and for staff."""
    match = matches.visible_match(request.user, pk)
    block = match.block
    context: dict[str, Any] = {
        "match": match,
        "deal": block,
        "ladder": block.season.ladder,
        "status": status_of(match),
        "seats": match.listed_seats,
        "rotations": matches.block_matches(block),
        "attempts": matches.attempts(match),
        "options": block.options.items(),
        "has_frames": matches.has_replay(match),
        "viewer_module": VIEWER,
        "logs": shown_logs(request.user, match),
        "waiting_card": block.is_open and matches.own_faults(request.user, match),
    }
    return render(request, "web/match.html", context)


@require_safe
@page
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the state alone; when nothing more will change by itself, the page loads anew."""
    match = matches.visible_match(request.user, pk)
    status = status_of(match)
    answer = render(request, "web/parts/match_state.html", {"match": match, "status": status})
    if not status.is_live:
        answer["HX-Refresh"] = "true"
    return answer
