"""What staff take back of what was rated, and how they undo it. Nothing is erased: each act adds lines to the ledger.

After every correction everybody stands where they would stand had the blocks that do not count never been rated.
"""

from django.db import transaction

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict
from nile_site.ladders import seasons
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Correction, Entry, Season
from nile_site.ladders.organisers import reason_from
from nile_site.matches.models import Block
from nile_site.matches.services import blocks, ledger, rating, tallies, trials


def disqualify(*, actor: User, entry: Entry, reason: str) -> Correction:
    """Take an entry out of its running season: no block in which it played counts, its open ones are void.

    Raises Refused.
    """
    ladders.staff_only(actor)
    reason = reason_from(reason)
    with transaction.atomic():
        season = _running(entry.season_id)
        entry = Entry.objects.select_related("bot").get(pk=entry.pk)
        if entry.state == Entry.State.DISQUALIFIED:
            raise Conflict(f"{entry.bot.name} is disqualified already.")
        if entry.is_anchor:
            raise Conflict("The anchor holds the scale of all ratings and cannot be disqualified.")
        said = f"{entry.bot.name} was disqualified: {reason}"
        for pk in _open_blocks(season, entry):
            _give_up(pk, said)
        trials.cancel(entry=entry, reason=said)
        state_before = entry.state
        ladders.disqualify(entry=entry, reason=reason)
        kind = Correction.Kind.DISQUALIFY
        return _correct(season, actor, reason, kind=kind, entry=entry, state_before=state_before)


def take_back(*, actor: User, block: Block, reason: str) -> Correction | None:
    """Let a rated block of a running season not count; an open one closes unrated, which cannot be undone.

    A single match cannot be taken out of its block: it would not be played from every seat any more. Returns None
    where the block was open. Raises Refused.
    """
    ladders.staff_only(actor)
    reason = reason_from(reason)
    with transaction.atomic():
        season = _running(block.season_id)
        block = blocks.lock(block.pk)
        if block.kind != Block.Kind.RATED:
            raise Conflict("A trial is not rated: there is nothing to take back.")
        if block.is_open:
            blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=f"staff took it back: {reason}")
            return None
        if block.outcome not in (Block.Outcome.NONE, Block.Outcome.RATED):
            raise Conflict("The block does not count as it is.")
        return _correct(season, actor, reason, kind=Correction.Kind.VOID, block_number=block.number)


def undo(*, actor: User, correction: Correction, reason: str) -> Correction:
    """Undo a correction: what it took back counts again. Raises Refused."""
    ladders.staff_only(actor)
    reason = reason_from(reason)
    with transaction.atomic():
        season = _running(correction.season_id)
        correction = Correction.objects.select_related("entry").get(pk=correction.pk)
        if correction.undoes_id is not None:
            raise Conflict("What was undone can be done again, but an undoing cannot be undone.")
        if Correction.objects.filter(undoes=correction).exists():
            raise Conflict("It is undone already.")
        if correction.entry is not None:
            ladders.readmit(entry=correction.entry, state=correction.state_before)
        return _correct(season, actor, reason, kind=Correction.Kind.UNDO, undoes=correction)


def _running(season_id: int) -> Season:
    season = seasons.locked(season_id)
    if season.state != Season.State.RUNNING:
        raise Conflict(f"{season} does not run: only what a running season has rated can be corrected.")
    return season


def _correct(season: Season, actor: User, reason: str, **what: object) -> Correction:
    """Note a correction of a locked season, say of each block whether it counts, and rate all that do anew."""
    correction = Correction.objects.create(
        season=season, by=actor, reason=reason, after_block=season.next_rated - 1, **what
    )
    counted = [Block.Outcome.RATED, Block.Outcome.TAKEN_BACK, Block.Outcome.NONE]
    played = list(ledger.played_blocks(season, outcomes=counted))
    void = ledger.void_numbers(list(season.corrections.order_by("id")), played)
    _mark(season, void, reason)
    dealt = [each for each in played if each.number < season.next_rated]
    entries = list(season.entries.select_for_update(no_key=True).order_by("id"))
    anchor = next((entry.pk for entry in entries if entry.is_anchor), None)
    stands = ledger.replay({entry.pk: ledger.started(entry) for entry in entries}, anchor, dealt, void)
    for entry in entries:
        before, after = ledger.present(entry), stands[entry.pk]
        if before != after:
            change = ledger.corrected(before, after)
            rating.write(
                entry=entry, change=change, stand=after, block_number=correction.after_block, correction=correction
            )
    tallies.recount(season=season)
    return correction


def _mark(season: Season, void: set[int], reason: str) -> None:
    mine = season.blocks.filter(kind=Block.Kind.RATED, state=Block.State.CLOSED)
    out = mine.filter(number__in=void, outcome__in=[Block.Outcome.RATED, Block.Outcome.NONE])
    out.update(outcome=Block.Outcome.TAKEN_BACK, reason=reason)
    back = mine.filter(outcome=Block.Outcome.TAKEN_BACK).exclude(number__in=void)
    back.filter(number__gte=season.next_rated).update(outcome=Block.Outcome.NONE, reason="")
    back.filter(number__lt=season.next_rated).update(outcome=Block.Outcome.RATED, reason="")


def _open_blocks(season: Season, entry: Entry) -> list[int]:
    seated = season.blocks.filter(state=Block.State.OPEN, matches__seats__entry=entry)
    return list(seated.distinct().order_by("id").values_list("id", flat=True))


def _give_up(block_id: int, reason: str) -> None:
    block = blocks.lock(block_id)
    if block.is_open and block.kind == Block.Kind.RATED:
        blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason=reason)
    elif block.is_open:
        trials.give_up(block=block, reason=reason)
