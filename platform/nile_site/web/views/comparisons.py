"""Is A better than B? The form that asks it, and the page that answers, for who asked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nile_site.accounts.refusals import NotThere, Refused
from nile_site.ladders import selectors as ladders
from nile_site.matches import compared, services
from nile_site.web.forms import CompareForm
from nile_site.web.gate import act, page, refuse
from nile_site.world import world

RECENT = 24


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@page
def ask(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for a comparison on the ladder of an entry of one's own."""
    entry = ladders.own_entry(request.user, pk)
    if entry.bot.slug != slug:
        raise NotThere("There is no such entry.")
    own = list(compared.own_candidates(entry))
    rivals = [rival.version for rival in compared.rival_candidates(entry) if rival.version is not None]
    form = CompareForm(request.POST or None, own=own, rivals=rivals)
    if form.is_valid():
        known = {version.pk: version for version in [*own, *rivals]}
        version, against = (known[form.cleaned_data[name]] for name in ("version", "against"))
        try:
            comparison = services.compare(actor=request.user, entry=entry, version=version, against=against)
        except Refused as refused:
            refuse(form, refused)
        else:
            messages.success(request, "The first block is set up. The answer will be here.")
            return redirect("web:comparison", comparison.pk)
    context = {
        "entry": entry,
        "form": form,
        "own": own,
        "running": compared.running_comparison(request.user),
        "most": world().quotas.comparison_blocks,
    }
    return render(request, "web/compare.html", context, status=400 if form.errors else 200)


@require_safe
@page
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a comparison to who asked for it, and to staff."""
    comparison = compared.visible_comparison(request.user, pk)
    context = {
        "comparison": comparison,
        "status": compared.status_of(comparison),
        "found": comparison.found,
        "is_asker": comparison.asked_by_id == request.user.pk,
        "matches": compared.matches_of(request.user, comparison)[:RECENT],
    }
    return render(request, "web/comparison.html", context)


@require_safe
@page
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the state alone; when it is over, the page loads anew."""
    comparison = compared.visible_comparison(request.user, pk)
    status = compared.status_of(comparison)
    context = {"comparison": comparison, "status": status, "found": comparison.found}
    answer = render(request, "web/parts/comparison_state.html", context)
    if not status.is_live:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
@login_required
@page
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a comparison off."""
    comparison = compared.own_comparison(request.user, pk)
    return act(
        request,
        lambda: services.call_off(actor=request.user, comparison=comparison),
        done="Called off. What it found so far stays.",
        to=reverse("web:comparison", args=[pk]),
    )
