"""Claiming: the most urgent match, to one worker only, and only to one that can play it."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from nile_site.ladders.models import Season
from nile_site.matches.models import Attempt, Block, Match
from nile_site.matches.services import blocks, reap
from nile_site.matches.services.claiming import LEASE_S, Claim, claim, renew
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def open_blocks(season: Season, count: int = 1) -> list[Block]:
    entries = stage.seated(*stage.house_entries(season, 3))
    return [blocks.open_rated(season=season, seated=entries) for _ in range(count)]


def test_a_claim_holds_a_lease_and_begins_an_attempt(season: Season) -> None:
    open_blocks(season)
    mine = stage.take(worker="one/0")
    match = stage.fresh(mine.match_id)
    assert (match.state, match.attempt, match.lease_token) == (Match.State.RUNNING, 1, mine.token)
    assert match.lease_until > timezone.now() + timedelta(seconds=LEASE_S / 2)
    assert (match.worker, match.tier) == ("one/0", "inline")
    assert match.attempts.get().outcome == Attempt.Outcome.RUNNING


def test_trials_come_before_rated_matches_and_those_before_house_matches(season: Season) -> None:
    author = stage.author("Ana")
    open_blocks(season)
    entry = stage.live(author, "Sphinx", season)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    stage.upload(stage.author("Ben"), "Falcon")
    kinds = []
    while (mine := claim(worker="w", plays=stage.PLAYS, runtime="test", tier="inline")) is not None:
        block = stage.fresh(mine.match_id).block
        kinds.append("trial" if block.kind == Block.Kind.TRIAL else "house" if block.is_house_only else "rated")
    assert kinds == ["trial"] + ["rated"] * 3 + ["house"] * 3


def test_an_outdated_worker_gets_nothing(season: Season) -> None:
    open_blocks(season)
    for plays in ([(stage.GAME, stage.RULES - 1)], [("another", stage.RULES)], []):
        assert claim(worker="old/0", plays=plays, runtime="test", tier="inline") is None
    assert not Attempt.objects.exists()


def test_a_block_stays_with_the_runtime_of_its_first_match(season: Season) -> None:
    open_blocks(season, 2)
    first = stage.take(runtime="a")
    other = stage.take(runtime="b")
    assert stage.fresh(first.match_id).block_id != stage.fresh(other.match_id).block_id
    rest = [stage.take(runtime="a") for _ in range(2)]
    assert {stage.fresh(mine.match_id).block_id for mine in rest} == {stage.fresh(first.match_id).block_id}
    assert claim(worker="w", plays=stage.PLAYS, runtime="a", tier="inline") is None
    assert claim(worker="w", plays=stage.PLAYS, runtime="c", tier="inline") is None


def test_a_renewed_lease_is_not_reaped_and_a_lost_one_is_played_again(season: Season) -> None:
    open_blocks(season)
    kept, lost = stage.take(), stage.take()
    Match.objects.filter(state=Match.State.RUNNING).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert renew(claim=kept)
    assert reap() == 1
    assert not renew(claim=lost)
    match = stage.fresh(lost.match_id)
    assert (match.state, match.voids, match.lease_until) == (Match.State.QUEUED, 1, None)
    attempt = match.attempts.get()
    assert (attempt.outcome, attempt.reason) == (
        Attempt.Outcome.LOST,
        "nothing was heard of test/0 any more",
    )
    assert reap() == 0


@pytest.mark.django_db(transaction=True)
def test_threads_that_claim_at_once_never_get_the_same_match() -> None:
    open_blocks(stage.ladder(), 8)
    taken: list[Claim] = []
    ready = threading.Barrier(4)

    def work(number: int) -> None:
        try:
            ready.wait()
            while (mine := claim(worker=f"w/{number}", plays=stage.PLAYS, runtime="test", tier="inline")) is not None:
                taken.append(mine)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(mine.match_id for mine in taken) == dict.fromkeys(Match.objects.values_list("pk", flat=True), 1)
    assert len(taken) == 24
    assert Attempt.objects.count() == 24
