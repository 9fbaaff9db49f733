"""What changes seasons and entries. Where a change also touches matches, the service of the same name in
nile_site.matches.services is the one to call: it calls this one and settles the queue.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena import games
from arena.errors import GameError
from arena.ratings.elo import START_MPT
from arena.sandbox.base import Limits
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, Refused
from nile_site.bots import services as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.world import world

# ---- organisers


def make_ladder(*, slug: str, title: str, game: str, seats: int) -> Ladder:
    """Make a ladder for a game that can be played with that many seats. Raises Refused."""
    try:
        games.get(game).resolve_options(seats, None)
    except GameError as error:
        raise Refused(str(error), "game") from error
    return Ladder.objects.create(slug=slug, title=title, game=game, seats=seats)


def draft_season(
    *,
    ladder: Ladder,
    opens_at: datetime,
    closes_at: datetime | None = None,
    options: Mapping[str, str] | None = None,
    limits: Mapping[str, int] | None = None,
) -> Season:
    """Prepare the next season of a ladder, with the rules of this release. Raises Refused."""
    game = games.get(ladder.game)
    try:
        chosen = game.resolve_options(ladder.seats, options)
        told = Limits(**(limits if limits is not None else world().limits))
    except (GameError, TypeError) as error:
        raise Refused(str(error), "options") from error
    if closes_at is not None and closes_at <= opens_at:
        raise Refused("A season closes after it opens.", "closes_at")
    with transaction.atomic():
        Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
        latest = ladder.seasons.order_by("-number").first()
        return Season.objects.create(
            ladder=ladder,
            number=latest.number + 1 if latest else 1,
            opens_at=opens_at,
            closes_at=closes_at,
            rules_version=game.rules_version,
            options=chosen,
            limits={name: getattr(told, name) for name in told.__struct_fields__},
        )


def open_season(*, season: Season) -> Season:
    """Let a drafted season run from its opening instant on. Raises Conflict where it overlaps another of its ladder."""
    with transaction.atomic():
        Ladder.objects.select_for_update(no_key=True).get(pk=season.ladder_id)
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.state != Season.State.DRAFT:
            raise Conflict("Only a draft can be opened.")
        _refuse_overlap(season)
        season.state = Season.State.RUNNING
        season.save(update_fields=["state"])
        return season


def move_close(*, season: Season, closes_at: datetime | None) -> Season:
    """Give a season another closing instant, or none. Raises Refused."""
    with transaction.atomic():
        Ladder.objects.select_for_update(no_key=True).get(pk=season.ladder_id)
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.state == Season.State.CLOSED:
            raise Conflict("The season is closed; its ratings stand.")
        if closes_at is not None and closes_at <= season.opens_at:
            raise Refused("A season closes after it opens.", "closes_at")
        season.closes_at = closes_at
        if season.state == Season.State.RUNNING:
            _refuse_overlap(season)
        season.save(update_fields=["closes_at"])
        return season


@transaction.atomic
def bench(*, actor: User, entry: Entry, reason: str) -> Entry:
    """Take an entry out of play until staff put it back; what was rated stays rated. Raises NotAllowed."""
    _staff_only(actor)
    return set_state(entry=entry, state=Entry.State.BENCHED, reason=reason)


@transaction.atomic
def unbench(*, actor: User, entry: Entry) -> Entry:
    """Let a benched entry play again, with the rating it had. Raises NotAllowed."""
    _staff_only(actor)
    return set_state(entry=entry, state=Entry.State.ACTIVE)


# ---- entries


@transaction.atomic
def enter(*, actor: User, bot: Bot, season: Season, version: Version) -> Entry:
    """Enter a version of a bot in a season, where its trial comes first. Raises Refused.

    A bot that left comes back with the rating it had.
    """
    _owner_only(actor, bot)
    if version.bot_id != bot.pk:
        raise Refused("That version is of another bot.", "version")
    if season.state != Season.State.RUNNING:
        raise Conflict("The season takes no entries: it is not running.")
    if season.closes_at is not None and season.closes_at <= timezone.now():
        raise Conflict("The season takes no entries any more: it has closed.")
    if season.ladder.game not in version.games:
        raise Refused(f"{version} does not play {games.get(season.ladder.game).title}.", "version")
    entry, is_fresh = Entry.objects.get_or_create(season=season, bot=bot)
    entry = _locked(entry)
    if entry.state == Entry.State.BENCHED:
        raise NotAllowed("The bot is benched: staff must look at it first.")
    if not is_fresh and entry.state != Entry.State.WITHDRAWN:
        raise Conflict(f"{bot.name} is entered there already.")
    entry.state, entry.reason = Entry.State.ACTIVE, ""
    if entry.version_id != version.pk:
        entry.pending = version
    entry.save(update_fields=["state", "reason", "pending"])
    refresh(version=version)
    return entry


@transaction.atomic
def stage(*, entry: Entry, version: Version) -> Entry:
    """Put a version on trial for an entry; it replaces another one that waits for its trial."""
    entry = _locked(entry)
    before, entry.pending = entry.pending, version
    entry.save(update_fields=["pending"])
    _refresh(before, version)
    return entry


@transaction.atomic
def promote(*, entry: Entry, version: Version) -> Entry:
    """Make a version the one that plays, from the next block on."""
    entry = _locked(entry)
    before, pending = entry.version, entry.pending
    entry.version, entry.pending = version, None
    entry.save(update_fields=["version", "pending"])
    _refresh(before, pending, version)
    return entry


@transaction.atomic
def drop_pending(*, entry: Entry, reason: str, is_failed: bool) -> Entry:
    """Take the pending version back out; the old one, if any, plays on. is_failed: its trial showed a fault."""
    entry = _locked(entry)
    version, entry.pending = entry.pending, None
    entry.save(update_fields=["pending"])
    if version is not None:
        refresh(version=version, otherwise=Version.State.FAILED if is_failed else Version.State.NEW, reason=reason)
    return entry


@transaction.atomic
def set_state(*, entry: Entry, state: str, reason: str = "") -> Entry:
    """Set whether an entry plays; rating and version stay."""
    entry = _locked(entry)
    entry.state, entry.reason = state, reason
    entry.save(update_fields=["state", "reason"])
    return entry


@transaction.atomic
def change_state(*, actor: User, entry: Entry, state: str) -> Entry:
    """Pause, resume or withdraw an entry for its owner. Raises Refused."""
    _owner_only(actor, entry.bot)
    entry = _locked(entry)
    if entry.state == Entry.State.BENCHED and state != Entry.State.WITHDRAWN:
        raise NotAllowed("The bot is benched: staff must look at it first.")
    if entry.state == state:
        raise Conflict(f"{entry.bot.name} is {entry.get_state_display()} already.")
    if state == Entry.State.PAUSED and entry.state != Entry.State.ACTIVE:
        raise Conflict("Only a bot that plays can be paused.")
    if state == Entry.State.ACTIVE and entry.state == Entry.State.WITHDRAWN:
        raise Conflict("The bot was withdrawn: enter it again.")
    return set_state(entry=entry, state=state)


@transaction.atomic
def seat_house_bot(*, season: Season, version: Version, is_anchor: bool, start_mpt: int = START_MPT) -> Entry:
    """Let a house bot's version play in a season at once: it needs no trial.

    start_mpt: the rating that its first entry in the season begins with; the anchor's is the same everywhere.
    """
    start = START_MPT if is_anchor else start_mpt
    begin = {"is_anchor": is_anchor, "start_mpt": start, "rating_mpt": start}
    if is_anchor:
        begin["error_mpt"] = 0
    entry, _ = Entry.objects.get_or_create(season=season, bot=version.bot, defaults=begin)
    return entry if entry.version_id == version.pk else promote(entry=entry, version=version)


def refresh(*, version: Version, otherwise: str = Version.State.RETIRED, reason: str = "") -> None:
    """Set a version's state from its entries: live, else on trial, else `otherwise`."""
    if Entry.objects.filter(version=version).exists():
        otherwise = Version.State.LIVE
    elif Entry.objects.filter(pending=version).exists():
        otherwise, reason = Version.State.TRIAL, ""
    elif version.state == Version.State.NEW and otherwise == Version.State.RETIRED:
        otherwise = Version.State.NEW
    bots.mark(version=version, state=otherwise, reason=reason)


def _refresh(*versions: Version | None) -> None:
    for version in {each.pk: each for each in versions if each is not None}.values():
        refresh(version=version)


def _locked(entry: Entry) -> Entry:
    """Lock an entry in the caller's transaction and return it as it is now.

    Its bot is locked first: the states of versions hang on all entries of one bot.
    """
    Bot.objects.select_for_update(no_key=True).get(pk=entry.bot_id)
    return (
        Entry.objects.select_for_update(no_key=True, of=("self",))
        .select_related("bot", "version", "pending", "season__ladder")
        .get(pk=entry.pk)
    )


def _refuse_overlap(season: Season) -> None:
    others = Season.objects.filter(ladder_id=season.ladder_id).exclude(pk=season.pk)
    others = others.exclude(state=Season.State.DRAFT)
    after_start = Q(closes_at=None) | Q(closes_at__gt=season.opens_at)
    before_end = Q() if season.closes_at is None else Q(opens_at__lt=season.closes_at)
    other = others.filter(after_start & before_end).first()
    if other is not None:
        raise Conflict(f"It would overlap season {other.number} of the same ladder.", "opens_at")


def _owner_only(actor: User, bot: Bot) -> None:
    if bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner may do that.")


def _staff_only(actor: User) -> None:
    if not actor.is_staff:
        raise NotAllowed("Only staff may do that.")
