"""For staff: the seasons of a ladder that run or are planned, and what can be done with them."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from nile_site.accounts.refusals import NotAllowed, NotThere, Refused
from nile_site.ladders import organisers
from nile_site.ladders import selectors as ladders
from nile_site.web.forms import PlanForm, ScheduleForm
from nile_site.web.gate import act, page, refuse


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@page
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """List the seasons, and plan the next one."""
    found = ladders.ladder_by_slug(slug)
    seasons = ladders.seasons_for_staff(request.user, found)
    form = PlanForm(request.POST or None)
    if _is_done(form, lambda: organisers.plan_season(actor=request.user, ladder=found, **form.cleaned_data)):
        messages.success(request, "Planned. The season opens by itself.")
        return redirect("web:organise", found.slug)
    context = {"ladder": found, "seasons": seasons, "form": form}
    return render(request, "web/organise.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@page
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give a season other dates, end it early, or drop a planned one."""
    seasons = ladders.seasons_for_staff(request.user, ladders.ladder_by_slug(slug))
    found = next((each for each in seasons if each.number == number), None)
    if found is None:
        raise NotThere("No season of that number runs or is planned.")
    actor, to = request.user, reverse("web:organise", args=[slug])
    match request.POST.get("action"):
        case "end":
            reason = request.POST.get("reason", "")
            said = "It makes no more blocks, and closes once its last block is rated."
            return act(
                request, lambda: organisers.end_season(actor=actor, season=found, reason=reason), done=said, to=to
            )
        case "drop":
            gone = "The planned season is gone."
            return act(request, lambda: organisers.drop_season(actor=actor, season=found), done=gone, to=to)
    dates = {name: getattr(found, name) for name in ("closes_at", "freezes_at", "is_last")}
    form = ScheduleForm(request.POST or None, initial=dates)
    if _is_done(form, lambda: organisers.reschedule_season(actor=actor, season=found, **form.cleaned_data)):
        messages.success(request, "The dates are set.")
        return redirect(to)
    return render(
        request, "web/organise_season.html", {"season": found, "form": form}, status=400 if form.errors else 200
    )


def _is_done(form: Form, do: Callable[[], object]) -> bool:
    """Do what a sent form asks for; False if there is none, or form or service have something against it."""
    if not form.is_bound or not form.is_valid():
        return False
    try:
        do()
    except (NotThere, NotAllowed):
        raise
    except Refused as refused:
        refuse(form, refused)
        return False
    return True
