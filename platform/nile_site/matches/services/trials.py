"""Trials: each new version first plays one unrated match on each ladder it is entered in, against house bots."""

import random

from django.db import transaction

from arena.referee.verdicts import Verdict
from nile_site.bots.models import Version
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry
from nile_site.matches.faults import fault_sentence
from nile_site.matches.models import Block, MatchSeat
from nile_site.matches.services import blocks, gates

_chance = random.SystemRandom()


def queue(*, entry: Entry) -> Block | None:
    """Open the trial of an entry's pending version unless it is open, or passed and followed by its gate.

    None where there is nothing to try, or nobody to try it against.
    """
    version = entry.pending
    if version is None or not entry.may_be_tried:
        return None
    with transaction.atomic():
        is_tried = Block.objects.filter(subject=entry, subject_version=version, state=Block.State.OPEN).exists()
        if is_tried or gates.is_open(entry=entry):
            return None
        seats = entry.season.ladder.seats
        house = list(
            entry.season.entries.filter(bot__owner__is_house=True, state=Entry.State.ACTIVE)
            .exclude(version=None)
            .exclude(pk=entry.pk)
            .select_related("bot__owner", "version")
            .order_by("id")
        )
        if len(house) < seats - 1:
            return None
        rivals = _chance.sample(house, seats - 1)
        seated = [(rival, rival.version) for rival in rivals if rival.version is not None]
        seated.insert(_chance.randrange(seats), (entry, version))
        return blocks.open_trial(entry=entry, version=version, seated=seated)


def cancel(*, entry: Entry, reason: str) -> None:
    """Close the open trials of an entry, of which nothing follows."""
    for pk in list(entry.trials.filter(state=Block.State.OPEN).order_by("id").values_list("pk", flat=True)):
        block = blocks.lock(pk)
        if block.is_open:
            blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=reason)


def settle(*, block: Block) -> None:
    """Close a locked trial whose match is finished.

    The version plays from the next block on, also where its entry was benched for faults, or its author reads why not.
    Where its author asked for it, it plays the present version first.
    """
    subject, version = block.subject, block.subject_version
    assert subject is not None
    assert version is not None
    seat = MatchSeat.objects.select_related("log").get(match__block=block, entry=subject)
    has_passed = seat.verdict == Verdict.OK
    reason = "" if has_passed else fault_sentence(seat)
    blocks.close(block=block, outcome=Block.Outcome.PASSED if has_passed else Block.Outcome.FAILED, reason=reason)
    if _is_waiting(subject, version):
        if has_passed and gates.is_due(entry=subject, version=version):
            gates.begin(entry=subject, version=version)
        elif has_passed:
            entry = ladders.promote(entry=subject, version=version)
            if entry.bench == Entry.Bench.FAULTS:
                ladders.put_back(entry=entry)
        else:
            ladders.drop_pending(entry=subject, reason=reason, otherwise=Version.State.FAILED)


def give_up(*, block: Block, reason: str) -> None:
    """Close a locked trial that we could not play; the version can be tried again and is not blamed."""
    blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=reason)
    assert block.subject is not None
    assert block.subject_version is not None
    if _is_waiting(block.subject, block.subject_version):
        told = f"The trial could not be played: {reason}. Start it again."
        ladders.drop_pending(entry=block.subject, reason=told)


def _is_waiting(entry: Entry, version: Version) -> bool:
    return Entry.objects.filter(pk=entry.pk, pending=version).exists()
