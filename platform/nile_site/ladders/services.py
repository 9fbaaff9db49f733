"""What changes ladders and entries; nile_site.ladders.seasons changes seasons. Where a change also touches matches, the
service of the same name in nile_site.matches.services is the one to call: it calls this one and settles the queue.
"""

from django.db import transaction
from django.utils import timezone

from arena import games
from arena.errors import GameError
from arena.ratings.elo import MEASURED_ERROR_MPT, NEWCOMER_MPT, START_MPT
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, Refused
from nile_site.bots import services as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders import selectors
from nile_site.ladders.models import Entry, Ladder, Season

# ---- organisers


def make_ladder(*, slug: str, title: str, game: str, seats: int) -> Ladder:
    """Make a ladder for a game that can be played with that many seats. Raises Refused."""
    try:
        games.get(game).resolve_options(seats, None)
    except GameError as error:
        raise Refused(str(error), "game") from error
    return Ladder.objects.create(slug=slug, title=title, game=game, seats=seats)


@transaction.atomic
def bench(*, actor: User, entry: Entry, reason: str) -> Entry:
    """Take an entry out of play until staff put it back; what was rated stays rated. Raises Refused."""
    staff_only(actor)
    return take_out(entry=entry, bench=Entry.Bench.STAFF, reason=reason)


@transaction.atomic
def unbench(*, actor: User, entry: Entry) -> Entry:
    """Let a benched entry play again, with the rating it had. Raises Refused."""
    staff_only(actor)
    return put_back(entry=entry)


@transaction.atomic
def disqualify(*, entry: Entry, reason: str) -> Entry:
    """Take an entry out of its season for good; nothing but `readmit` changes its state any more."""
    if entry.pending_id is not None:
        entry = drop_pending(entry=entry)
    return set_state(entry=entry, state=Entry.State.DISQUALIFIED, reason=reason)


@transaction.atomic
def readmit(*, entry: Entry, state: str) -> Entry:
    """Give a disqualified entry the state back that it had."""
    return set_state(entry=entry, state=state)


# ---- entries


@transaction.atomic
def enter(*, actor: User, bot: Bot, season: Season, version: Version) -> Entry:
    """Enter a version of a bot in a season, where its trial comes first. Raises Refused.

    A bot that left comes back with the rating it had; one that played in an earlier season begins half-way to it.
    """
    _owner_only(actor, bot)
    if version.bot_id != bot.pk:
        raise Refused("That version is of another bot.", "version")
    if season.state != Season.State.RUNNING:
        raise Conflict("The season takes no entries: it is not running.")
    if season.is_frozen:
        raise Conflict(f"{season} takes no entries any more; enter the next one.")
    if season.ladder.game not in version.games:
        raise Refused(f"{version} does not play {games.get(season.ladder.game).title}.", "version")
    start = selectors.starts(season=season, bots=[bot.pk]).get(bot.pk, NEWCOMER_MPT)
    begin = {"start_mpt": start, "rating_mpt": start}
    entry, is_fresh = Entry.objects.get_or_create(season=season, bot=bot, defaults=begin)
    entry = _locked(entry)
    _refuse_disqualified(entry)
    if entry.bench == Entry.Bench.STAFF or entry.state == Entry.State.BENCHED:
        raise NotAllowed(f"The bot is benched: {entry.get_bench_display()}.")
    if not is_fresh and entry.state != Entry.State.WITHDRAWN:
        raise Conflict(f"{bot.name} is entered there already.")
    is_benched = entry.bench == Entry.Bench.FAULTS
    entry.state, entry.reason = Entry.State.BENCHED if is_benched else Entry.State.ACTIVE, ""
    if is_benched or entry.version_id != version.pk:
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
    refresh_all(before, version)
    return entry


@transaction.atomic
def promote(*, entry: Entry, version: Version) -> Entry:
    """Make a version the one that plays, from the next block on."""
    entry = _locked(entry)
    before, pending = entry.version, entry.pending
    entry.version, entry.pending = version, None
    entry.save(update_fields=["version", "pending"])
    refresh_all(before, pending, version)
    return entry


@transaction.atomic
def drop_pending(*, entry: Entry, reason: str = "", otherwise: str = Version.State.NEW) -> Entry:
    """Take the pending version back out; the old one, if any, plays on. otherwise: its state if it plays nowhere."""
    entry = _locked(entry)
    version, entry.pending = entry.pending, None
    entry.save(update_fields=["pending"])
    if version is not None:
        refresh(version=version, otherwise=otherwise, reason=reason)
    return entry


@transaction.atomic
def take_out(*, entry: Entry, bench: str, reason: str) -> Entry:
    """Bench an entry; what is open is played to its end. bench: what puts it back, a value of Entry.Bench.

    One that has left the ladder stays away, and may not come back as if nothing had been.
    """
    entry = _locked(entry)
    _refuse_disqualified(entry)
    if entry.state != Entry.State.WITHDRAWN:
        entry.state = Entry.State.BENCHED
    entry.bench, entry.reason = bench, reason
    entry.save(update_fields=["state", "bench", "reason"])
    return entry


@transaction.atomic
def put_back(*, entry: Entry) -> Entry:
    """Let a benched entry play again; its faults and spoiled matches so far do not count towards the bench any more.

    Raises Conflict where it is not benched.
    """
    entry = _locked(entry)
    _refuse_disqualified(entry)
    if not entry.bench:
        raise Conflict(f"{entry.bot.name} is not benched.")
    if entry.state == Entry.State.BENCHED:
        entry.state = Entry.State.ACTIVE
    entry.bench, entry.reason, entry.put_back_at = Entry.Bench.NONE, "", timezone.now()
    entry.save(update_fields=["state", "bench", "reason", "put_back_at"])
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
    if entry.season.state == Season.State.CLOSED:
        raise Conflict(f"{entry.season} is closed; its board stands.")
    _refuse_disqualified(entry)
    if entry.state == Entry.State.BENCHED and state != Entry.State.WITHDRAWN:
        raise NotAllowed(f"The bot is benched: {entry.get_bench_display()}.")
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
    error = 0 if is_anchor else MEASURED_ERROR_MPT
    begin = {"start_mpt": start, "rating_mpt": start, "start_error_mpt": error, "error_mpt": error}
    entry, _ = Entry.objects.get_or_create(season=season, bot=version.bot, defaults={"is_anchor": is_anchor, **begin})
    return entry if entry.version_id == version.pk else promote(entry=entry, version=version)


def refresh(*, version: Version, otherwise: str = Version.State.RETIRED, reason: str = "") -> None:
    """Set a version's state from its entries in seasons that are not closed: live, else on trial, else `otherwise`."""
    entries = Entry.objects.exclude(season__state=Season.State.CLOSED)
    if entries.filter(version=version).exists():
        otherwise = Version.State.LIVE
    elif entries.filter(pending=version).exists():
        otherwise, reason = Version.State.TRIAL, ""
    elif version.state == Version.State.NEW and otherwise == Version.State.RETIRED:
        otherwise = Version.State.NEW
    bots.mark(version=version, state=otherwise, reason=reason)


def refresh_all(*versions: Version | None) -> None:
    """Set the states of versions from their entries, each once."""
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


def _refuse_disqualified(entry: Entry) -> None:
    if entry.state == Entry.State.DISQUALIFIED:
        raise NotAllowed(f"{entry.bot.name} is disqualified from {entry.season}: {entry.reason}")


def _owner_only(actor: User, bot: Bot) -> None:
    if bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner may do that.")


def staff_only(actor: User) -> None:
    """Raise NotAllowed for anybody but staff."""
    if not actor.is_staff:
        raise NotAllowed("Only staff may do that.")
