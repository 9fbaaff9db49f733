"""What is read about ladders. Everything here is public, except where an actor is asked for."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, NotThere, Refused
from nile_site.bots.models import Bot
from nile_site.bots.selectors import Actor, is_owner
from nile_site.ladders.models import Correction, Entry, Ladder, RatingEvent, Season


def ladder_list() -> list[Ladder]:
    """Return every ladder with `season`, its present season or None, and `players`, how many bots play in it."""
    ladders = list(Ladder.objects.order_by("game", "seats", "id"))
    known: dict[int, list[Season]] = {}
    for season in Season.objects.exclude(state=Season.State.DRAFT).select_related("ladder").order_by("-number", "-id"):
        known.setdefault(season.ladder_id, []).append(season)
    now = timezone.now()
    for ladder in ladders:
        seasons = known.get(ladder.pk, [])
        ladder.season = next((each for each in seasons if each.opens_at <= now), seasons[-1] if seasons else None)
    present = [ladder.season for ladder in ladders if ladder.season is not None]
    playing = Entry.objects.filter(season__in=present).exclude(version=None)
    counts = dict(playing.values_list("season").annotate(Count("id")).order_by("season"))
    for ladder in ladders:
        ladder.players = 0 if ladder.season is None else counts.get(ladder.season.pk, 0)
    return ladders


def ladder_by_slug(slug: str) -> Ladder:
    """Return a ladder. Raises NotThere."""
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is None:
        raise NotThere("There is no such ladder.")
    return ladder


def seasons(ladder: Ladder) -> QuerySet[Season]:
    """Return the seasons of a ladder that the public may see, newest first."""
    return ladder.seasons.exclude(state=Season.State.DRAFT).select_related("ladder").order_by("-number", "-id")


def seasons_for_staff(actor: Actor, ladder: Ladder) -> list[Season]:
    """Return the seasons of a ladder that are planned or run, the first to come first. Raises NotAllowed."""
    if not (isinstance(actor, User) and actor.is_active and actor.is_staff):
        raise NotAllowed("This page is for staff.")
    alive = ladder.seasons.exclude(state=Season.State.CLOSED)
    return list(alive.select_related("ladder").order_by("number", "id"))


def current_season(ladder: Ladder, at: datetime | None = None) -> Season | None:
    """Return the season that is open at an instant (now), else the last one that opened, else the next to come."""
    at = at or timezone.now()
    known = seasons(ladder)
    return known.filter(opens_at__lte=at).first() or known.order_by("number", "id").first()


def season_by_number(ladder: Ladder, number: int) -> Season:
    """Return a season that the public may see. Raises NotThere."""
    season = seasons(ladder).filter(number=number).first()
    if season is None:
        raise NotThere(f"{ladder.title} has no season {number}.")
    return season


def running_seasons(at: datetime | None = None) -> QuerySet[Season]:
    """Return the seasons in which blocks are made at an instant (now).

    A season waits for the one before it to be closed: its ratings begin where those ended.
    """
    at = at or timezone.now()
    earlier = Season.objects.filter(
        ladder=OuterRef("ladder"), number__lt=OuterRef("number"), state=Season.State.RUNNING
    )
    return (
        Season.objects.filter(~Exists(earlier), state=Season.State.RUNNING, opens_at__lte=at)
        .filter(Q(closes_at=None) | Q(closes_at__gt=at))
        .select_related("ladder")
        .order_by("id")
    )


def open_for(games: list[str]) -> QuerySet[Season]:
    """Return the seasons that a bot playing these games can be entered in: those that run and are not frozen."""
    now = timezone.now()
    running = Season.objects.filter(state=Season.State.RUNNING, ladder__game__in=games)
    running = running.filter(Q(closes_at=None) | Q(closes_at__gt=now)).filter(
        Q(freezes_at=None) | Q(freezes_at__gt=now)
    )
    return running.select_related("ladder").order_by("ladder__game", "ladder__seats", "id")


def starts(*, season: Season, bots: Iterable[int]) -> dict[int, int]:
    """Return with which rating each bot that was on the ladder before begins in a season, in thousandths of a point.

    It lies half-way between where the bot stood last and where it first began.
    """
    before = Entry.objects.filter(season__ladder=season.ladder_id, season__number__lt=season.number, bot__in=bots)
    first: dict[int, int] = {}
    begin: dict[int, int] = {}
    for entry in before.order_by("season__number", "id"):
        start = first.setdefault(entry.bot_id, entry.start_mpt)
        begin[entry.bot_id] = (start + entry.rating_mpt) // 2
    return begin


def ranked_counts(seasons: Iterable[Season]) -> dict[int, int]:
    """Return how many entries have a final rank in each closed season, by its id."""
    placed = Entry.objects.filter(season__in=list(seasons)).exclude(final_rank=None)
    return dict(placed.values_list("season").annotate(Count("id")).order_by("season"))


def entry_by_id(pk: int) -> Entry:
    """Return an entry with its bot and season. Raises NotThere."""
    entry = _with_all(Entry.objects.all()).filter(pk=pk).first()
    if entry is None or entry.season.state == Season.State.DRAFT:
        raise NotThere("There is no such entry.")
    return entry


def own_entry(actor: Actor, pk: int) -> Entry:
    """Return an entry for its owner to act on. Raises NotThere, NotAllowed."""
    entry = entry_by_id(pk)
    if not is_owner(actor, entry.bot):
        raise NotAllowed("Only its owner may do that.")
    return entry


def entries_of(bot: Bot) -> QuerySet[Entry]:
    """Return where a bot is or was entered, newest season first."""
    return _with_all(bot.entries.exclude(season__state=Season.State.DRAFT)).order_by("-season_id", "-id")


def entry_of_season(season: Season, pk: int | None) -> Entry:
    """Return an entry of a season by its id. Raises NotThere."""
    entry = season.entries.select_related("bot").filter(pk=pk).first()
    if entry is None:
        raise NotThere("There is no such entry in this season.")
    return entry


def corrections(season: Season) -> list[Correction]:
    """Return what staff corrected in a season, newest first; `undoes` says what was undone, and how."""
    listed = season.corrections.select_related("entry__bot", "undoes__entry__bot", "undone_by")
    return list(listed.order_by("-id"))


def correction_of_season(season: Season, pk: int | None) -> Correction:
    """Return a correction of a season by its id. Raises NotThere."""
    correction = season.corrections.filter(pk=pk).first()
    if correction is None:
        raise NotThere("There is no such correction in this season.")
    return correction


def rating_history(entry: Entry) -> QuerySet[RatingEvent]:
    """Return the ledger of an entry, newest block first."""
    return entry.events.select_related("version", "correction").order_by("-block_number", "-id")


def season_health(season: Season) -> dict[str, int]:
    """Return how many entries are in each state, and how many blocks wait to be rated."""
    counts = dict(season.entries.values_list("state").annotate(Count("id")).order_by("state"))
    return {**counts, "unrated_blocks": season.next_block - season.next_rated}


def _with_all(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("bot__owner", "season__ladder", "version", "pending", "rated_version")


def with_entries(bots: QuerySet[Bot]) -> QuerySet[Bot]:
    """Fetch the entries of each bot with it, as `listed_entries`, in one more query."""
    chosen = _with_all(Entry.objects.exclude(season__state=Season.State.DRAFT)).order_by("-season_id", "-id")
    return bots.prefetch_related(Prefetch("entries", queryset=chosen, to_attr="listed_entries"))  # type: ignore[no-redef]


def ladders_of_game(game: str) -> QuerySet[Ladder]:
    """Return the ladders of a game, by seats."""
    return Ladder.objects.filter(game=game).order_by("seats", "id")


def recent_ratings(entries: Iterable[Entry], most: int) -> dict[int, list[tuple[int, int]]]:
    """Return the ratings before and after the last rated blocks of each entry, oldest first, in thousandths."""
    last = RatingEvent.objects.filter(entry=OuterRef("pk"), correction=None).order_by("-block_number")[:most]
    found = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).annotate(
        before=ArraySubquery(last.values("before_mpt")), after=ArraySubquery(last.values("after_mpt"))
    )
    return {
        pk: list(zip(reversed(before), reversed(after), strict=True))
        for pk, before, after in found.order_by("id").values_list("pk", "before", "after")
    }


def recent_events(entries: Iterable[Entry], most: int) -> dict[int, list[RatingEvent]]:
    """Return the last lines of the ledger of each entry, newest first, with their versions."""
    events: dict[int, list[RatingEvent]] = {entry.pk: [] for entry in entries}
    for event in _newest_events(list(events), most).select_related("entry", "version", "correction"):
        events[event.entry_id].append(event)
    return events


def _newest_events(entries: list[int], most: int) -> QuerySet[RatingEvent]:
    newest = Window(RowNumber(), partition_by=F("entry_id"), order_by=[F("block_number").desc(), F("id").desc()])
    events = RatingEvent.objects.filter(entry__in=entries).annotate(age=newest).filter(age__lte=most)
    return events.order_by("entry_id", "-block_number", "-id")


def ladders() -> QuerySet[Ladder]:
    """Return every ladder, by game and seats."""
    return Ladder.objects.order_by("game", "seats", "id")


def entries_in(season: Season) -> QuerySet[Entry]:
    """Return every entry of a season, also those that have not played yet, newest first."""
    return _with_all(season.entries.all()).order_by("-id")


def entry_of_bot(bot: Bot, season: Season) -> Entry:
    """Return a bot's entry in a season. Raises NotThere."""
    entry = _with_all(season.entries.all()).filter(bot=bot).first()
    if entry is None:
        raise NotThere(f"{bot.name} is not entered in {season}.")
    return entry


def season_to_enter(ladder: Ladder) -> Season:
    """Return the season of a ladder that takes entries now. Raises Conflict."""
    season = open_for([ladder.game]).filter(ladder=ladder).first()
    if season is None:
        frozen = running_seasons().filter(ladder=ladder, closes_at__isnull=False).first()
        why = f"season {frozen.number} is about to close; enter the next one" if frozen else "no season is running"
        raise Conflict(f"{ladder.title} takes no entries now: {why}.", "ladders")
    return season


def seasons_named(slugs: Iterable[str]) -> list[Season]:
    """Return the seasons that take entries now of the ladders with these slugs. Raises Refused."""
    known = {ladder.slug: ladder for ladder in ladders()}
    unknown = sorted(set(slugs) - known.keys())
    if unknown:
        raise Refused(f"There is no ladder {unknown[0]!r}.", "ladders")
    return [season_to_enter(known[slug]) for slug in slugs]
