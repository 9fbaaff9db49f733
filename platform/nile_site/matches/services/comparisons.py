"""Comparisons: is A better than B? Both play the same deals on the same seats, against the same house bots."""

import random
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Subquery
from django.utils import timezone

from arena.ratings.comparison import Answer, Pair, tally
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, OverQuota, Refused
from nile_site.bots.models import Version
from nile_site.ladders import selectors as ladder_selectors
from nile_site.ladders.models import Entry
from nile_site.matches import compared
from nile_site.matches.models import Block, Comparison, MatchSeat
from nile_site.matches.services import blocks, gates
from nile_site.world import world

_chance = random.SystemRandom()


def compare(*, actor: User, entry: Entry, version: Version, against: Version) -> Comparison:
    """Ask whether a version of one's own entry is better than another version of the same bot, or than a rival.

    An author has one running comparison at a time. Raises Refused.
    """
    if entry.bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner may compare a bot with others.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=actor.pk)  # the quota of one author is counted one by one
        if compared.running_comparison(actor) is not None:
            raise OverQuota("You have a comparison that runs: wait for its answer, or call it off.")
        entry = Entry.objects.select_related("bot__owner", "season__ladder", "version").get(pk=entry.pk)
        if version not in compared.own_candidates(entry):
            raise Refused(f"{version} has not passed a trial on {entry.season.ladder.title}.", "version")
        if against == version:
            raise Refused("Choose two different versions.", "against")
        if against.bot_id == entry.bot_id and against in compared.own_candidates(entry):
            rival = entry
        else:
            found = compared.rival_candidates(entry).filter(version=against).first()
            if found is None:
                raise Refused(f"{against} does not play on {entry.season.ladder.title} now.", "against")
            rival = found
        comparison = Comparison(
            asked_by=actor,
            season=entry.season,
            entry_a=entry,
            version_a=version,
            entry_b=rival,
            version_b=against,
            most=world().quotas.comparison_blocks,
        )
        if obstacle := _obstacle(comparison):
            raise Conflict(f"They cannot be compared: {obstacle}.")
        comparison.save()
        blocks.open_comparison(comparison=comparison, field=_field(comparison))
        return comparison


def call_off(*, actor: User, comparison: Comparison) -> None:
    """Call a comparison off; what is open of it is closed the next time that blocks are made. Raises Refused.

    A new version that was to take over stays out then.
    """
    if comparison.asked_by_id != actor.pk:
        raise NotAllowed("Only who asked for a comparison may call it off.")
    with transaction.atomic():
        comparison = _lock(comparison.pk)
        if not comparison.is_running:
            raise Conflict("The comparison is over already.")
        _end(comparison, Comparison.State.CANCELLED, reason="you called it off")
        if comparison.is_gate:
            old, new = comparison.version_a.number, comparison.version_b.number
            reason = f"You called its comparison with version {old} off, so version {new} did not take over."
            gates.hold(comparison=comparison, reason=reason)


def carry_on() -> int:
    """Open the next block of each comparison that runs, or end it; return how many were opened.

    The caller holds the lock of pairing, and its transaction.
    """
    over = Block.objects.filter(kind=Block.Kind.COMPARISON, state=Block.State.OPEN)
    over = over.exclude(comparison__state=Comparison.State.RUNNING)
    for pk in list(over.order_by("id").values_list("pk", flat=True)):
        block = blocks.lock(pk)
        if block.is_open:
            blocks.close(block=block, outcome=Block.Outcome.UNRATED, reason="the comparison was called off")
    return sum(_carry_on(comparison) for comparison in _running())


def count(*, block: Block) -> None:
    """Close a locked block of a comparison whose matches are finished, and let it speak."""
    blocks.close(block=block, outcome=Block.Outcome.COMPARED)
    assert block.comparison_id is not None
    comparison = _lock(block.comparison_id)
    if not comparison.is_running:
        return
    counted = comparison.tally + tally(_pair(block))
    comparison.blocks, comparison.differences = counted.blocks, counted.differences
    comparison.squares, comparison.slopes = counted.squares, counted.slopes
    comparison.save(update_fields=["blocks", "differences", "squares", "slopes"])
    answer = comparison.found.answer
    if answer is not Answer.UNDECIDED:
        _end(comparison, Comparison.State.DONE, answer=answer)


def _carry_on(comparison: Comparison) -> bool:
    if obstacle := _obstacle(comparison):
        _end(comparison, Comparison.State.CANCELLED, reason=obstacle)
    elif comparison.parts.filter(state=Block.State.OPEN).exists() or _must_wait(comparison):
        return False
    elif comparison.parts.count() >= comparison.most:
        _end(comparison, Comparison.State.DONE, answer=Answer.UNDECIDED)
    else:
        blocks.open_comparison(comparison=comparison, field=_field(comparison))
        return True
    return False


def _must_wait(comparison: Comparison) -> bool:
    """Does a house bots' block still wait that the comparison's last block has overtaken?

    It may overtake once. Else one comparison after the other would hold up the ratings of a whole ladder.
    """
    last = comparison.parts.order_by("-id").values("id")[:1]
    waiting = Block.objects.filter(kind=Block.Kind.RATED, state=Block.State.OPEN, is_house_only=True)
    return waiting.filter(pk__lt=Subquery(last)).exists()


def _obstacle(comparison: Comparison) -> str:
    """Say why a comparison cannot go on; "" if it can. One's own bot may be paused, a rival may not."""
    season = comparison.season
    if comparison.is_gate and comparison.entry_b.pending_id != comparison.version_b_id:
        return "another version was chosen"
    if season not in ladder_selectors.running_seasons():
        return f"{season} does not run any more"
    for entry in (comparison.entry_a, comparison.entry_b):
        is_own = entry.bot.owner_id == comparison.asked_by_id
        if entry.state != Entry.State.ACTIVE and not (is_own and entry.state == Entry.State.PAUSED):
            return f"{entry.bot.name} does not play there: {entry.get_state_display()}"
    if len(_field(comparison)) < season.ladder.seats - 1:
        return "too few house bots play there"
    return ""


def _field(comparison: Comparison) -> list[blocks.Seated]:
    """Return the house bots nearest to A's rating, as many as there are other seats, in an order by chance."""
    season, sides = comparison.season, (comparison.entry_a_id, comparison.entry_b_id)
    house = season.entries.filter(bot__owner__is_house=True, state=Entry.State.ACTIVE).exclude(pk__in=sides)
    house = house.exclude(version=None).select_related("bot__owner", "version", "season__ladder").order_by("id")
    near = sorted(house, key=lambda entry: abs(entry.rating_mpt - comparison.entry_a.rating_mpt))
    chosen = [(entry, entry.version) for entry in near[: season.ladder.seats - 1] if entry.version is not None]
    return _chance.sample(chosen, len(chosen))


def _pair(block: Block) -> Pair:
    """Read the ranks of a block, of each match in its base order: who is compared first, then the field."""
    rows = MatchSeat.objects.filter(match__block=block).order_by("match__rotation", "seat")
    ranks = list(rows.values_list("rank", flat=True))
    seats = block.season.ladder.seats
    matches = [ranks[start : start + seats] for start in range(0, len(ranks), seats)]
    turned = [_turned_back(match, rotation % seats) for rotation, match in enumerate(matches)]
    return Pair(turned[:seats], turned[seats:])


def _turned_back(ranks: Sequence[int | None], rotation: int) -> list[int]:
    start = len(ranks) - rotation
    return [rank for rank in [*ranks[start:], *ranks[:start]] if rank is not None]


def _end(comparison: Comparison, state: str, *, answer: str = "", reason: str = "") -> None:
    comparison.state, comparison.answer, comparison.reason = state, answer, reason
    comparison.ended_at = timezone.now()
    comparison.save(update_fields=["state", "answer", "reason", "ended_at"])
    if comparison.is_gate and state == Comparison.State.DONE:
        gates.decide(comparison=comparison)


def _lock(pk: int) -> Comparison:
    return compared.with_sides(Comparison.objects.select_for_update(no_key=True, of=("self",))).get(pk=pk)


def _running() -> list[Comparison]:
    locked = Comparison.objects.select_for_update(no_key=True, of=("self",)).filter(state=Comparison.State.RUNNING)
    return list(compared.with_sides(locked).order_by("id"))
