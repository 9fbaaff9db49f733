"""A block from its secret deal to its close."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from arena.rng import SEED_LIMIT
from nile_site.bots.models import Version
from nile_site.ladders.models import Entry, Season
from nile_site.matches.commitment import commit
from nile_site.matches.models import (
    COMPARISON_PRIORITY,
    HOUSE_PRIORITY,
    RATED_PRIORITY,
    TRIAL_PRIORITY,
    Attempt,
    Block,
    Comparison,
    Deal,
    Match,
    MatchSeat,
)
from nile_site.matches.services.wake import wake
from nile_site.world import world

Seated = tuple[Entry, Version]
"""An entry with the version that plays for it in this block."""


@transaction.atomic
def open_rated(*, season: Season, seated: Sequence[Seated]) -> Block:
    """Open the next rated block of a season: one match for each rotation of `seated`, its base order."""
    season = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("ladder").get(pk=season.pk)
    number, now = season.next_block, timezone.now()
    season.next_block = number + 1
    season.save(update_fields=["next_block"])
    is_house_only = all(entry.bot.owner.is_house for entry, _ in seated)
    block = _open(
        season,
        _rotations(seated),
        priority=HOUSE_PRIORITY if is_house_only else RATED_PRIORITY,
        number=number,
        is_house_only=is_house_only,
        deadline=now + timedelta(hours=world().play.block_hours),
    )
    for pk in sorted(entry.pk for entry, _ in seated):
        Entry.objects.filter(pk=pk).update(last_block=number, last_block_at=now)
    return block


def open_trial(*, entry: Entry, version: Version, seated: Sequence[Seated]) -> Block:
    """Open the trial of a version: one match, ahead of everything else."""
    return _open(
        entry.season,
        [seated],
        priority=TRIAL_PRIORITY,
        kind=Block.Kind.TRIAL,
        subject=entry,
        subject_version=version,
        deadline=timezone.now() + timedelta(hours=world().play.trial_hours),
    )


def open_comparison(*, comparison: Comparison, field: Sequence[Seated]) -> Block:
    """Open the next block of a comparison: A plays one deal on every seat against the field, then B does.

    The commitment names A and the field, then B.
    """
    a, b = (comparison.entry_a, comparison.version_a), (comparison.entry_b, comparison.version_b)
    return _open(
        comparison.season,
        [*_rotations([a, *field]), *_rotations([b, *field])],
        priority=COMPARISON_PRIORITY,
        besides=[b],
        kind=Block.Kind.COMPARISON,
        comparison=comparison,
        deadline=timezone.now() + timedelta(hours=world().play.block_hours),
    )


def lock(block_id: int) -> Block:
    """Lock a block in the caller's transaction; whoever changes its matches does this first."""
    return Block.objects.select_for_update(no_key=True, of=("self",)).select_related("season__ladder").get(pk=block_id)


def close(*, block: Block, outcome: str = "", reason: str = "") -> None:
    """Close a locked block: its deal opens, and what of it is not finished is cancelled."""
    now = timezone.now()
    open_matches = block.matches.exclude(state__in=[Match.State.FINISHED, Match.State.CANCELLED])
    Attempt.objects.filter(match__in=open_matches, outcome=Attempt.Outcome.RUNNING).update(
        outcome=Attempt.Outcome.CANCELLED, reason=reason, ended_at=now
    )
    open_matches.update(state=Match.State.CANCELLED, lease_token=None, lease_until=None, reason=reason)
    used = MatchSeat.objects.filter(match__block=block).aggregate(ms=Sum("cpu_ms"))["ms"] or 0
    refereed = block.matches.aggregate(ms=Sum("referee_ms"))["ms"] or 0
    deal = Deal.objects.get(block=block)
    block.state, block.outcome, block.reason = Block.State.CLOSED, outcome, reason
    block.seed, block.salt, block.cpu_ms, block.closed_at = deal.seed, deal.salt, used + refereed, now
    block.save(update_fields=["state", "outcome", "reason", "seed", "salt", "cpu_ms", "closed_at"])
    deal.delete()


def _rotations(seated: Sequence[Seated]) -> list[Sequence[Seated]]:
    return [[*seated[turn:], *seated[:turn]] for turn in range(len(seated))]


def _open(
    season: Season,
    tables: Sequence[Sequence[Seated]],
    *,
    priority: int,
    besides: Sequence[Seated] = (),
    **fields: object,
) -> Block:
    """Open a block with a match for each table. besides: who plays and does not sit at the first table."""
    seed, salt = str(secrets.randbelow(SEED_LIMIT)), secrets.token_hex(32)
    order = [(entry.bot.slug, version.number, version.package_id) for entry, version in [*tables[0], *besides]]
    with transaction.atomic():
        block = Block.objects.create(
            season=season,
            rules_version=season.rules_version,
            options=season.options,
            limits=season.limits,
            commitment=commit(
                salt=salt,
                seed=seed,
                game=season.ladder.game,
                rules=season.rules_version,
                options=season.options,
                order=order,
            ),
            **fields,
        )
        Deal.objects.create(block=block, seed=seed, salt=salt)
        for rotation, seated in enumerate(tables):
            match = Match.objects.create(block=block, rotation=rotation, priority=priority)
            MatchSeat.objects.bulk_create(
                MatchSeat(match=match, seat=seat, entry=entry, version=version, bot_id=entry.bot_id)
                for seat, (entry, version) in enumerate(seated)
            )
        wake()
    return block


def finished(block: Block) -> bool:
    """Are all its matches finished?"""
    return not block.matches.exclude(state=Match.State.FINISHED).exists()


def requeue(match: Match) -> None:
    """Put a locked match back into the queue, for the same deal."""
    match.state, match.lease_token, match.lease_until = Match.State.QUEUED, None, None
    match.voids = F("voids") + 1
    match.save(update_fields=["state", "lease_token", "lease_until", "voids"])
    match.refresh_from_db(fields=["voids"])
    wake()
