"""What is let go of after a week, and what never is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.ladders.models import Season
from nile_site.matches import selectors, services
from nile_site.matches.models import Match, MatchSeat, SeatLog
from nile_site.matches.services import blocks, ledger
from nile_site.matches.services.playing import Slot
from nile_site.replays.models import Replay
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def test_old_replays_of_house_matches_go_and_results_and_ratings_stay(season: Season, slot: Slot) -> None:
    owner = stage.author("Ana")
    house = blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    mixed = blocks.open_rated(
        season=season, seated=stage.seated(stage.live(owner, "Sphinx", season), *stage.house_entries(season, 2))
    )
    stage.play_all(slot)
    services.rate(season=season)
    starred, young, old = house.matches.order_by("id")
    services.star(actor=stage.staff(), match=starred, is_starred=True)
    long_ago = timezone.now() - timedelta(days=7, minutes=1)
    Match.objects.exclude(pk=young.pk).update(finished_at=long_ago)
    identity = old.identity
    assert services.prune() == 1
    assert services.prune() == 0
    old.refresh_from_db()
    assert (old.replay, old.identity, old.plies is not None) == (None, identity, True)
    assert not Replay.objects.filter(identity=identity).exists()
    assert Replay.objects.count() == 5
    assert not SeatLog.objects.filter(seat__match=old).exists()
    assert SeatLog.objects.count() == 15
    assert MatchSeat.objects.filter(match=old, rank__isnull=False).count() == 3
    assert ledger.differences(season=season) == []
    with pytest.raises(NotThere, match="was not kept"):
        selectors.replay_of(None, selectors.visible_match(None, old.pk))
    assert all(match.replay_id for match in mixed.matches.all())


def test_old_replays_of_comparisons_go_and_their_ranks_stay(season: Season, slot: Slot) -> None:
    owner = stage.author("Ana")
    entry, scarab = stage.live(owner, "Sphinx", season), stage.house_entries(season, 1)[0]
    services.compare(actor=owner, entry=entry, version=entry.version, against=scarab.version)
    stage.play_all(slot)
    Match.objects.update(finished_at=timezone.now() - timedelta(days=7, minutes=1))
    assert services.prune() == 6
    assert not Replay.objects.exists()
    assert MatchSeat.objects.filter(rank__isnull=False).count() == 18


def test_only_players_and_staff_keep_a_match(season: Season, slot: Slot) -> None:
    owner = stage.author("Ana")
    entry = stage.live(owner, "Sphinx", season)
    blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
    match = Match.objects.first()
    services.star(actor=owner, match=match, is_starred=True)
    match.refresh_from_db()
    assert match.is_starred
    with pytest.raises(NotAllowed):
        services.star(actor=stage.author("Ben"), match=match, is_starred=False)
