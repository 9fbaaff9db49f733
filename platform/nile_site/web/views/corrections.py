"""For staff: take back what a running season should not have rated, and undo that. Everybody reads it at the board."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from nile_site.accounts.refusals import NotThere, Refused
from nile_site.ladders import board
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Season
from nile_site.matches import selectors as matches
from nile_site.matches.services import corrections
from nile_site.web.gate import act, number_from, page


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@page
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """List the corrections of a season with what can be done; do it."""
    ladder = ladders.ladder_by_slug(slug)
    season = next((each for each in ladders.seasons_for_staff(request.user, ladder) if each.number == number), None)
    if season is None or season.state != Season.State.RUNNING:
        raise NotThere("No season of that number runs: only what a running season has rated can be corrected.")
    if request.method == "POST":
        return act(request, _what(request, season), done="Done. Everybody reads it at the board.", to=request.path)
    context = {
        "season": season,
        "corrections": ladders.corrections(season),
        "rows": board.standings(season),
        "chosen_block": number_from(request.GET.get("block")),
    }
    return render(request, "web/corrections.html", context)


def _what(request: HttpRequest, season: Season) -> Callable[[], object]:
    """Give what a button asks for. Raises NotThere."""
    given, actor = request.POST, request.user
    chosen, reason = number_from(given.get("chosen")), given.get("reason", "")
    match given.get("action"):
        case "disqualify":
            entry = ladders.entry_of_season(season, chosen)
            return lambda: corrections.disqualify(actor=actor, entry=entry, reason=reason)
        case "take back":
            block = matches.block_of_season(season, chosen)
            return lambda: corrections.take_back(actor=actor, block=block, reason=reason)
        case "undo":
            correction = ladders.correction_of_season(season, chosen)
            return lambda: corrections.undo(actor=actor, correction=correction, reason=reason)

    def refuse() -> None:
        raise Refused("Say what is to be done: disqualify, take back or undo.")

    return refuse
