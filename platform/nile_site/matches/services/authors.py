"""What authors do. Pages and API call these; each checks whose bot it is and what is allowed, and settles the queue."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from nile_site.accounts import services as accounts
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, Refused
from nile_site.bots import services as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders import selectors as ladder_selectors
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches.models import Block, Match
from nile_site.matches.services import trials

_OUT = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)


def submit(
    *,
    actor: User,
    data: bytes,
    filename: str,
    bot: Bot | None = None,
    name: str = "",
    games: Sequence[str] = (),
    seasons: Iterable[Season] | None = None,
    only_if_not_worse: bool = False,
) -> Version:
    """Store an upload and put it on trial wherever its bot is entered.

    A bot that is entered nowhere is entered in `seasons`; None means every open season of its games. Where all seasons
    that it plays in are frozen the version waits for the next one. only_if_not_worse: after its trial it plays the
    present version, and takes over unless that one is better. Raises Refused.
    """
    with transaction.atomic():
        if bot is not None:
            _hold_trials(subject__bot=bot)
        version = bots.upload(
            actor=actor,
            data=data,
            filename=filename,
            bot=bot,
            name=name,
            games=games,
            only_if_not_worse=only_if_not_worse,
        )
        entries = _standing_entries(version)
        if entries:
            for entry in entries:
                _try(entry, version)
        elif (frozen := _frozen_season(version)) is not None:
            waits = f"{frozen} is frozen until it closes. This version plays its trial when the next season begins."
            bots.mark(version=version, state=Version.State.NEW, reason=waits)
        else:
            for season in ladder_selectors.open_for(version.games) if seasons is None else seasons:
                enter(actor=actor, bot=version.bot, season=season, version=version)
        version.refresh_from_db(fields=["state", "reason"])
        return version


def enter(*, actor: User, bot: Bot, season: Season, version: Version | None = None) -> Entry:
    """Enter a bot in a season, with its newest version for the game unless another is named. Raises Refused."""
    with transaction.atomic():
        if version is None:
            version = bot.versions.filter(games__contains=[season.ladder.game]).order_by("-number", "-id").first()
        if version is None:
            raise Refused(f"{bot.name} has no version that plays this game.", "version")
        entry = ladders.enter(actor=actor, bot=bot, season=season, version=version)
        trials.queue(entry=entry)
        return entry


def use_version(*, actor: User, entry: Entry, version: Version) -> Entry:
    """Make another version the one that plays: at once if it passed its trial there before, else after its trial.

    Where the entry is benched for its faults every version plays a trial. Raises Refused.
    """
    if entry.bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner may do that.")
    if version.bot_id != entry.bot_id:
        raise Refused("That version is of another bot.", "version")
    if entry.season.ladder.game not in version.games:
        raise Refused(f"Version {version.number} does not play this game.", "version")
    with transaction.atomic():
        _hold_trials(subject=entry)
        entry = Entry.objects.select_related("bot__owner", "season__ladder", "version", "pending").get(pk=entry.pk)
        if entry.season.state == Season.State.CLOSED:
            raise Conflict(f"{entry.season} is closed; its board stands.")
        if not entry.may_be_tried:
            raise Conflict(f"{entry.bot.name} is {entry.get_state_display()}.")
        if entry.season.is_frozen and version.pk != entry.version_id:
            raise Conflict(f"{entry.season} takes no other versions any more: it is frozen until it closes.")
        if entry.pending_id == version.pk:
            raise Conflict(f"Version {version.number} waits for its trial already.")
        if entry.state == Entry.State.BENCHED:
            return _try(entry, version)
        if entry.version_id == version.pk and entry.pending_id is None:
            raise Conflict(f"Version {version.number} plays already.")
        if entry.version_id == version.pk or has_passed(entry=entry, version=version):
            trials.cancel(entry=entry, reason="another version was chosen")
            return ladders.promote(entry=entry, version=version)
        return _try(entry, version)


def pause(*, actor: User, entry: Entry) -> Entry:
    """Take a bot out of new blocks for a while; what runs is played to its end and rated. Raises Refused."""
    return ladders.change_state(actor=actor, entry=entry, state=Entry.State.PAUSED)


def resume(*, actor: User, entry: Entry) -> Entry:
    """Let a paused bot play again; one that is benched for its faults plays a new trial first. Raises Refused."""
    with transaction.atomic():
        entry = Entry.objects.select_related("bot__owner", "season__ladder", "version", "pending").get(pk=entry.pk)
        if entry.state == Entry.State.BENCHED and entry.may_be_tried and entry.version is not None:
            return use_version(actor=actor, entry=entry, version=entry.version)
        entry = ladders.change_state(actor=actor, entry=entry, state=Entry.State.ACTIVE)
        trials.queue(entry=entry)
        return entry


def withdraw(*, actor: User, entry: Entry) -> Entry:
    """Take a bot off a ladder. Its trial is cancelled; a rated block that is open is played to its end and rated.

    Its rating stays as it is, and is there again when it is entered again. Raises Refused.
    """
    with transaction.atomic():
        trials.cancel(entry=entry, reason="the bot was withdrawn")
        entry = ladders.change_state(actor=actor, entry=entry, state=Entry.State.WITHDRAWN)
        return ladders.drop_pending(entry=entry) if entry.pending_id else entry


def close_account(*, actor: User) -> None:
    """Withdraw all bots of an account and forget who owned them; what they played stays."""
    with transaction.atomic():
        _hold_trials(subject__bot__owner=actor)
        entries = Entry.objects.filter(bot__owner=actor).exclude(state__in=_OUT)
        entries = entries.exclude(season__state=Season.State.CLOSED)
        for entry in entries.select_related("bot").order_by("id"):
            withdraw(actor=actor, entry=entry)
        accounts.forget(user=actor)


def star(*, actor: User, match: Match, is_starred: bool) -> None:
    """Keep a match's replay, or let it go with the others; for staff and for owners of its bots. Raises NotAllowed."""
    if not actor.is_staff and not match.seats.filter(bot__owner=actor).exists():
        raise NotAllowed("Only those who played it, and staff, can keep a match.")
    Match.objects.filter(pk=match.pk).update(is_starred=is_starred)


def has_passed(*, entry: Entry, version: Version) -> bool:
    """Has the version passed a trial for this entry, or played rated blocks with it?"""
    passed = Block.objects.filter(subject=entry, subject_version=version, outcome=Block.Outcome.PASSED)
    return passed.exists() or RatingEvent.objects.filter(entry=entry, version=version).exists()


def _try(entry: Entry, version: Version) -> Entry:
    """Put a version on trial instead of the one that waits for its own, if one does."""
    trials.cancel(entry=entry, reason="a newer version took its place")
    entry = ladders.stage(entry=entry, version=version)
    trials.queue(entry=entry)
    return entry


def _standing_entries(version: Version) -> list[Entry]:
    """List the entries of a bot in open seasons that a new version of it is for."""
    open_seasons = ladder_selectors.open_for(version.games)
    entries = Entry.objects.filter(bot=version.bot, season__in=open_seasons)
    entries = entries.exclude(state__in=_OUT).select_related("bot__owner", "season__ladder", "pending")
    return list(entries.order_by("id"))


def _frozen_season(version: Version) -> Season | None:
    """Return a running season that the bot plays in and that takes no other version any more."""
    entries = Entry.objects.filter(bot=version.bot, season__state=Season.State.RUNNING)
    entries = entries.filter(season__ladder__game__in=version.games).exclude(state__in=_OUT)
    playing = [entry.season for entry in entries.select_related("season__ladder").order_by("id")]
    return next((season for season in playing if season.is_frozen), None)


def _hold_trials(**whose: object) -> None:
    """Lock open trials in the caller's transaction, before anything that comes later in the order of locks."""
    list(Block.objects.select_for_update(no_key=True).filter(**whose, state=Block.State.OPEN).order_by("id"))
