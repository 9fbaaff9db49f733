"""Pairing: blocks are made just in time, at full speed while somebody's rating is unsettled, and slowly after that."""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache

from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.utils import timezone

from arena.ratings.elo import widened
from arena.ratings.pairing import HOUSE, Candidate, Share, choose, is_settled, reckoned
from nile_site.ladders import selectors as ladder_selectors
from nile_site.ladders.models import Entry, Season
from nile_site.matches.models import Block, Match, MatchSeat
from nile_site.matches.services import blocks, comparisons, trials, workers
from nile_site.world import Pacing, world

_LOCK = 7_104_001
"""Names the advisory lock of pairing."""

_OF_LATE = timedelta(hours=1)
"""Ladders get the same machine time over so long."""

_AHEAD = 2
"""So many rated matches per slot wait in the queue, and not more."""


def pair(*, chance: random.Random | None = None) -> int:
    """Make what should be played next: trials, rated blocks, and those of comparisons; return how many that is.

    Safe to call at any time, by anybody: only one caller works at a time, and the others return at once.
    """
    chance = chance or random.SystemRandom()
    with transaction.atomic():
        if not is_alone():
            return 0
        made = _missing_trials()
        wanted = _AHEAD * workers.slots()
        seasons = list(ladder_selectors.running_seasons())
        had = reckoned([_share(season) for season in seasons])
        while seasons and _waiting() < wanted:
            season = min(seasons, key=lambda season: (had[season.pk][0], season.pk))
            if _draw(season, chance) is None:
                seasons.remove(season)
                continue
            made += 1
            used, cost = had[season.pk]
            had[season.pk] = used + cost, cost
    with transaction.atomic():  # another one, so that its locks do not follow those that were taken above
        return made + (comparisons.carry_on() if is_alone() else 0)


def is_alone() -> bool:
    """Take the lock of pairing in the caller's transaction; False if somebody else makes blocks just now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        return bool(cursor.fetchone()[0])


def rests_until(*, last: Block, share: float) -> datetime:
    """Return when the next block may be made so that blocks like the last use only that share of one core."""
    assert last.closed_at is not None
    return last.closed_at + timedelta(milliseconds=last.cpu_ms / share)


def _share(season: Season) -> Share:
    late = Block.objects.filter(season=season, kind=Block.Kind.RATED, created_at__gt=timezone.now() - _OF_LATE)
    is_open = Q(state=Block.State.OPEN)
    sums = late.aggregate(used=Sum("cpu_ms"), closed=Count("id", filter=~is_open), open=Count("id", filter=is_open))
    return Share(season.pk, sums["used"] or 0, sums["closed"], sums["open"])


def met(*, season_id: int, entry_id: int) -> set[int]:
    """Return the entries that an entry has met in rated blocks of the season, open ones included."""
    theirs = Block.objects.filter(season=season_id, kind=Block.Kind.RATED, matches__seats__entry=entry_id)
    seats = MatchSeat.objects.filter(match__block__in=theirs, match__rotation=0)
    return set(seats.values_list("entry", flat=True))


def _waiting() -> int:
    return Match.objects.filter(state=Match.State.QUEUED, block__kind=Block.Kind.RATED).count()


def _draw(season: Season, chance: random.Random) -> Block | None:
    """Make the season's next block; None where it should rest, or too few may meet."""
    entries = {
        entry.pk: entry
        for entry in season.entries.filter(state=Entry.State.ACTIVE)
        .exclude(version=None)
        .select_related("bot__owner", "version", "season__ladder")
        .order_by("id")
    }
    candidates = _candidates(season, entries.values())
    pacing = world().pacing
    hungry = [each for each in candidates if not is_settled(each, pacing.settled_points * 1000)]
    if not hungry and _must_rest(candidates, pacing):
        return None
    waiting_people = [each for each in hungry if each.owner is not HOUSE]
    chosen = choose(
        candidates,
        season.ladder.seats,
        chance,
        number=season.next_block,
        met=cache(lambda entry: met(season_id=season.pk, entry_id=entry)),
        hungry=waiting_people or hungry,
    )
    if chosen is None:
        return None
    seated: list[blocks.Seated] = []
    for each in chosen:
        version = entries[each.entry].version
        assert version is not None
        seated.append((entries[each.entry], version))
    return blocks.open_rated(season=season, seated=seated)


def _candidates(season: Season, entries: Iterable[Entry]) -> list[Candidate]:
    seats = MatchSeat.objects.filter(match__block__season=season, match__block__state=Block.State.OPEN)
    seats = seats.filter(match__block__kind=Block.Kind.RATED, match__rotation=0)
    is_open = dict(seats.values_list("entry").annotate(Count("id")).order_by("entry"))
    return [
        Candidate(
            entry=entry.pk,
            owner=HOUSE if entry.bot.owner.is_house else entry.bot.owner_id,
            rating_mpt=entry.rating_mpt,
            error_mpt=widened(entry.error_mpt) if _is_new(entry) else entry.error_mpt,
            open_blocks=is_open.get(entry.pk, 0),
            last_block=entry.last_block,
            blocks=entry.blocks + is_open.get(entry.pk, 0),
        )
        for entry in entries
    ]


def _is_new(entry: Entry) -> bool:
    return not entry.is_anchor and entry.rated_version_id not in (None, entry.version_id)


def _must_rest(candidates: Iterable[Candidate], pacing: Pacing) -> bool:
    """Has play among settled entries had its share of a core for now?

    Blocks among house bots are counted by themselves; they get less.
    """
    is_house_only = all(candidate.owner is HOUSE for candidate in candidates)
    share = pacing.house_share if is_house_only else pacing.settled_share
    alike = Block.objects.filter(kind=Block.Kind.RATED, **({"is_house_only": True} if is_house_only else {}))
    if alike.filter(state=Block.State.OPEN).exists():
        return True
    last = alike.filter(state=Block.State.CLOSED).order_by("-closed_at", "-id").first()
    return last is not None and timezone.now() < rests_until(last=last, share=share)


def _missing_trials() -> int:
    """Open the trials that are due and not open."""
    is_tried = Block.objects.filter(subject=OuterRef("pk"), subject_version=OuterRef("pending"), state=Block.State.OPEN)
    due = Entry.objects.filter(~Exists(is_tried), season__in=ladder_selectors.running_seasons())
    is_benched_for_faults = Q(state=Entry.State.BENCHED, bench=Entry.Bench.FAULTS)
    due = due.exclude(pending=None).filter(
        Q(state__in=[Entry.State.ACTIVE, Entry.State.PAUSED]) | is_benched_for_faults
    )
    due = due.select_related("bot__owner", "season__ladder", "pending").order_by("id")
    return sum(trials.queue(entry=entry) is not None for entry in due)
