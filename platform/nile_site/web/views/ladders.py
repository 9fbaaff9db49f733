"""Ladders and their seasons: the boards, the terms, what was played last."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Ladder, Season
from nile_site.matches import selectors as matches
from nile_site.matches.boards import lines
from nile_site.web.boards import cards, game_title, page_of_board
from nile_site.web.exports import board_csv
from nile_site.web.gate import number_from, page
from nile_site.web.terms import terms_of

RECENT = 10


@page
def index(request: HttpRequest) -> HttpResponse:
    """List the ladders with their best."""
    return render(request, "web/ladders.html", {"ladders": cards(best=8)})


@page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a ladder's present season."""
    ladder = ladders.ladder_by_slug(slug)
    return _board(request, ladder, ladders.current_season(ladder), is_season_page=False)


@page
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one season of a ladder."""
    ladder = ladders.ladder_by_slug(slug)
    return _board(request, ladder, ladders.season_by_number(ladder, number), is_season_page=True)


@require_safe
@page
def board_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the board of a season as CSV, in the order of the page."""
    found = ladders.season_by_number(ladders.ladder_by_slug(slug), number)
    answer = HttpResponse(board_csv(found, lines(found)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{slug}-season-{number}.csv") or "attachment"
    return answer


def _board(request: HttpRequest, ladder: Ladder, season: Season | None, *, is_season_page: bool) -> HttpResponse:
    context = {
        "ladder": ladder,
        "season": season,
        "game_title": game_title(ladder.game),
        "is_season_page": is_season_page,
    }
    if season is not None:
        after = number_from(request.GET.get("after"))
        rows, more = page_of_board(season, after)
        context |= {
            "rows": rows,
            "seat_numbers": range(1, ladder.seats + 1),
            "first_page": request.path if after else "",
            "next_page": f"{request.path}?after={more}" if more else "",
            "matches": matches.begun(matches.recent_matches(season=season))[:RECENT],
            "options": season.options.items(),
            "terms": terms_of(season),
            "seasons": ladders.seasons(ladder),
            "corrections": ladders.corrections(season),
        }
    return render(request, "web/ladder.html", context)
