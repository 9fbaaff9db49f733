"""Benching: a bot whose version makes fault after fault takes no more part until a version has passed a new trial."""

from collections.abc import Iterable

from nile_site.bots.models import Bot
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry
from nile_site.matches.models import MatchSeat
from nile_site.matches.selectors import is_fault, last_faults
from nile_site.world import world


def bench_faulty(*, seats: Iterable[MatchSeat]) -> None:
    """Bench the entries to whom a rated match has brought one fault too many, in the transaction that records it.

    seats: those of the match. Blocks that are open are played to their end and rated.
    """
    failed = [seat.entry_id for seat in seats if is_fault(seat)]
    if not failed:
        return
    playing = Entry.objects.filter(pk__in=failed, state=Entry.State.ACTIVE).select_related("version").order_by("id")
    faults = last_faults(playing)
    due = [entry for entry in playing if len(faults[entry.pk]) >= world().play.faults]
    for entry in _lock(due):
        ladders.take_out(entry=entry, bench=Entry.Bench.FAULTS, reason=_reason(entry, len(faults[entry.pk])))


def _lock(entries: list[Entry]) -> list[Entry]:
    """Lock all bots, then all entries, each in one order, so that nobody waits in a circle; return who still plays."""
    bots = Bot.objects.select_for_update(no_key=True).filter(pk__in=[entry.bot_id for entry in entries])
    list(bots.order_by("id"))
    locked = Entry.objects.select_for_update(no_key=True, of=("self",)).select_related("version")
    return list(locked.filter(pk__in=[entry.pk for entry in entries], state=Entry.State.ACTIVE).order_by("id"))


def _reason(entry: Entry, faults: int) -> str:
    assert entry.version is not None
    return f"Version {entry.version.number} made {faults} faults in its last {world().play.faults_among} rated matches."
