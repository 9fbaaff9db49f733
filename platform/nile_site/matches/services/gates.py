"""The gate: a version whose author asked for it plays the one before it first, and stays out if that one is better.

The question is put the other way round: is the old version, A, better than the new one, B? Only "better" keeps the new
one out. "Not better", or no answer from all blocks, lets it take over.
"""

from nile_site.bots.models import Bot, Version
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry
from nile_site.matches.models import Comparison
from nile_site.world import world


def is_due(*, entry: Entry, version: Version) -> bool:
    """Does a version that passed its trial have to play the present one first? Not where that one is benched."""
    is_playing = entry.state in (Entry.State.ACTIVE, Entry.State.PAUSED)
    return version.only_if_not_worse and is_playing and entry.version_id not in (None, version.pk)


def is_open(*, entry: Entry) -> bool:
    """Does the version that waits for an entry play the present one just now?"""
    running = Comparison.objects.filter(is_gate=True, state=Comparison.State.RUNNING, entry_b=entry)
    return running.filter(version_b=entry.pending_id).exists()


def begin(*, entry: Entry, version: Version) -> Comparison:
    """Ask whether an entry's present version is better than the one that waits; its blocks are made as they are due."""
    assert entry.version is not None
    return Comparison.objects.create(
        asked_by=entry.bot.owner,
        season=entry.season,
        entry_a=entry,
        version_a=entry.version,
        entry_b=entry,
        version_b=version,
        most=world().quotas.comparison_blocks,
        is_gate=True,
    )


def decide(*, comparison: Comparison) -> None:
    """Let the new version take over once the question is answered, or keep it out."""
    if comparison.answer == Comparison.Answer.BETTER:
        old, new = comparison.version_a.number, comparison.version_b.number
        reason = f"Version {old} was found better in {comparison.blocks} blocks, so version {new} did not take over."
        hold(comparison=comparison, reason=reason)
    elif (entry := _waiting(comparison)) is not None:
        ladders.promote(entry=entry, version=comparison.version_b)


def hold(*, comparison: Comparison, reason: str) -> None:
    """Keep the new version out; its author can let it play all the same."""
    if (entry := _waiting(comparison)) is not None:
        ladders.drop_pending(entry=entry, reason=reason, otherwise=Version.State.HELD)


def _waiting(comparison: Comparison) -> Entry | None:
    """Return the entry if B still waits to take over there, and hold it so: its bot is locked."""
    Bot.objects.select_for_update(no_key=True).get(pk=comparison.entry_b.bot_id)
    return Entry.objects.filter(pk=comparison.entry_b_id, pending=comparison.version_b_id).first()
