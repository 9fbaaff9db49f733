"""A bot's page, its versions, and what its owner does there."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from nile_site.accounts.refusals import NotThere, Refused
from nile_site.bots import selectors as bots
from nile_site.bots.models import Bot
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, Season
from nile_site.matches import selectors as matches
from nile_site.matches import services
from nile_site.web.gate import act, number_from, page
from nile_site.web.notices import is_live, notices_of
from nile_site.web.standing import past_of, standings_of

RECENT = 15
FAULTS = 10


@require_safe
@page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a bot; its owner also sees what it is doing and what can be done."""
    bot = bots.bot_by_slug(slug)
    is_owner = bots.is_owner(request.user, bot)
    versions = list(bots.versions(bot))
    entries = list(ladders.entries_of(bot))
    context: dict[str, Any] = {
        "bot": bot,
        "is_owner": is_owner,
        "versions": versions,
        "standings": standings_of(entries),
        "past": past_of(entries),
        "matches": matches.recent_matches(request.user, bot=bot)[:RECENT],
    }
    if is_owner:
        notices = notices_of(bot, versions, entries)
        context |= {
            "notices": notices,
            "is_live": is_live(notices),
            "enterable": _enterable(bot, entries, versions),
            "faults": matches.faults_of(bot)[:FAULTS],
        }
    return render(request, "web/bot.html", context)


@require_safe
@page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the owner's part alone, for the page to put in place; the last time the page loads itself anew."""
    bot = bots.own_bot(request.user, slug)
    notices = notices_of(bot, list(bots.versions(bot)), list(ladders.entries_of(bot)))
    context = {"bot": bot, "notices": notices, "is_live": is_live(notices)}
    answer = render(request, "web/parts/bot_live.html", context)
    if not context["is_live"]:
        answer["HX-Refresh"] = "true"
    return answer


@require_safe
@page
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one version: to everybody that it exists and what it played, to its owner the rest."""
    bot = bots.bot_by_slug(slug)
    is_owner = bots.is_owner(request.user, bot)
    found = bots.versions(bot).filter(number=number).first()
    if found is None:
        raise NotThere(f"{bot.name} has no version {number}.")
    usable = [
        entry
        for entry in ladders.entries_of(bot)
        if is_owner
        and entry.season.state != Season.State.CLOSED
        and entry.may_be_tried
        and entry.season.ladder.game in found.games
        and found.pk not in {entry.version_id, entry.pending_id}
    ]
    context = {
        "bot": bot,
        "version": found,
        "is_owner": is_owner,
        "usable": usable,
        "matches": matches.recent_matches(request.user, version=found)[:RECENT],
    }
    return render(request, "web/version.html", context)


@require_safe
@login_required
@page
def code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an author the own code back."""
    found = bots.own_version(request.user, slug, number)
    answer = HttpResponse(bytes(found.package.data), content_type="application/zip")
    name = f"{found.bot.slug}-v{found.number}.zip"
    answer["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return answer


@require_POST
@login_required
@page
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a bot's newest version in the running season of a ladder."""
    bot = bots.own_bot(request.user, slug)
    ladder = ladders.ladder_by_slug(request.POST.get("ladder", ""))

    def do() -> None:
        services.enter(actor=request.user, bot=bot, season=ladders.season_to_enter(ladder))

    return act(request, do, done=f"Entered in {ladder.title}. Its trial comes first.", to=_to(bot))


@require_POST
@login_required
@page
def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Pause, resume, try anew, withdraw or enter again, or let another version play."""
    found = ladders.own_entry(request.user, pk)
    if found.bot.slug != slug:
        raise NotThere("There is no such entry.")
    action = request.POST.get("action", "")
    number = number_from(request.POST.get("version"))

    def do() -> None:
        match action:
            case "pause":
                services.pause(actor=request.user, entry=found)
            case "resume" | "trial":
                services.resume(actor=request.user, entry=found)
            case "withdraw":
                services.withdraw(actor=request.user, entry=found)
            case "enter":
                services.enter(actor=request.user, bot=found.bot, season=found.season)
            case "use":
                chosen = bots.own_version(request.user, slug, number or 0)
                services.use_version(actor=request.user, entry=found, version=chosen)
            case _:
                raise Refused("Say what is to be done: pause, resume, trial, withdraw, enter or use.")

    return act(request, do, done=_DONE.get(action, "Done."), to=_to(found.bot))


_DONE = {
    "pause": "Paused: no new blocks for it. What is queued already will be played.",
    "resume": "It plays again.",
    "trial": "Its trial is set up. If it passes, the bot plays from the next block on.",
    "withdraw": "Withdrawn. Its rating stays on record.",
    "enter": "Entered again.",
    "use": "That version takes over once its trial is passed.",
}


def _to(bot: Bot) -> str:
    return reverse("web:bot", args=[bot.slug])


def _enterable(bot: Bot, entries: list[Entry], versions: list[Any]) -> list[Any]:
    """Give the ladders that the newest version could be entered in and is not yet."""
    if not versions:
        return []
    entered = {each.season_id for each in entries if each.state != Entry.State.WITHDRAWN}
    return [season.ladder for season in ladders.open_for(versions[0].games) if season.pk not in entered]


def own(request: HttpRequest) -> HttpResponse:
    """Lead from /bots/ to one's own."""
    return redirect("web:me")
