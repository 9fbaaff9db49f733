"""The games: what each is, its rulebook with an anchor for every clause, and its ladders."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from arena import games
from arena.errors import UnknownGame
from nile_site.ladders import selectors as ladders
from nile_site.web.gate import page
from nile_site.web.prose import Prose, prose_from


@page
def index(request: HttpRequest) -> HttpResponse:
    """List the games that this arena plays."""
    listed = [games.get(slug) for slug in games.SLUGS]
    return render(request, "web/games.html", {"games": listed})


@page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one game with its rulebook."""
    try:
        game = games.get(slug)
    except UnknownGame as error:
        raise Http404(str(error)) from error
    context = {"game": game, "rules": rulebook(slug), "ladders": ladders.ladders_of_game(game=slug)}
    return render(request, "web/game.html", context)


def rulebook(slug: str) -> Prose | None:
    """Render the rulebook of a game, if there is one."""
    return prose_from(settings.ROOT / "seeds" / "rules" / f"{slug}.md")
