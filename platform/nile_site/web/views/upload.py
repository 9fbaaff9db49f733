"""The upload page: a file becomes a new bot or a new version, and its trial starts."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from arena.sandbox.bundle import PACKED_BYTES
from nile_site.accounts.refusals import Refused
from nile_site.bots import selectors as bots
from nile_site.bots.models import Bot
from nile_site.ladders import selectors as ladders
from nile_site.matches import services
from nile_site.web.forms import UploadForm
from nile_site.web.gate import page, refuse
from nile_site.world import world


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@page
def upload(request: HttpRequest) -> HttpResponse:
    """Ask for a file; ?bot= asks for a new version of that bot, ?ladder= and ?game= tick what they name."""
    slug = request.GET.get("bot", "")
    bot = bots.own_bot(request.user, slug) if slug else None
    offered = [] if bot else ladders.running_seasons()
    form = UploadForm(
        request.POST or None,
        request.FILES or None,
        is_new=bot is None,
        ladders=[(season.ladder.slug, season.ladder.title) for season in offered],
        initial={"games": _games(request, bot), "ladders": [request.GET.get("ladder", "")]},
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            version = services.submit(
                actor=request.user,
                data=given["file"].read(PACKED_BYTES + 1),
                filename=given["file"].name,
                bot=bot,
                name=given.get("name", ""),
                games=given["games"],
                seasons=ladders.seasons_named(given["ladders"]) if given.get("ladders") else None,
                only_if_not_worse=given.get("only_if_not_worse", False),
            )
        except Refused as refused:
            refuse(form, refused)
        else:
            messages.success(request, f"Version {version.number} of {version.bot.name} is in.")
            return redirect("web:bot", version.bot.slug)
    context = {"form": form, "bot": bot, "most": world().quotas.comparison_blocks}
    return render(request, "web/upload.html", context, status=400 if form.errors else 200)


def _games(request: HttpRequest, bot: Bot | None) -> list[str]:
    """Tick what the address names, or what the bot has played so far."""
    newest = None if bot is None else bots.versions(bot).first()
    return newest.games if newest else [request.GET.get("game", "")]
