"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nile_site.matches import selectors as matches
from nile_site.web.boards import cards

LATEST = 8


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Say what this is, who leads, what was played last, and how to start."""
    return render(
        request,
        "web/home.html",
        {"ladders": cards(best=5), "matches": matches.begun(matches.recent_matches())[:LATEST]},
    )
