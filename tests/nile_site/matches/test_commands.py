"""The commands of the matches app."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.services import blocks
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def test_ratings_check_agrees_with_an_honest_ledger_and_fails_on_another(
    season: Season, slot: Slot, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(slot)
    services.rate(season=season)
    call_command("ratings_check")
    assert capsys.readouterr().out == "Nefertiti, 3 seats, season 1: 3 lines, 0 differences\n"
    RatingEvent.objects.filter(k_mpt=0).update(expected_ppm=1)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("ratings_check")
