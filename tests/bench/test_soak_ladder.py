"""The proof of the ladder computes a ledger anew without the site, and notices one that is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.soak_ladder import recompute, source_of
from nile_site.ladders.models import RatingEvent
from nile_site.matches import services
from nile_site.matches.services import blocks
from tests.nile_site import stage


@pytest.mark.django_db
def test_a_ledger_is_computed_anew_to_the_byte(tmp_path: Path) -> None:
    season = stage.ladder()
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    for text in ("second", "third"):
        blocks.open_rated(season=season, seated=stage.seated(entry, *stage.house_entries(season, 2)))
        stage.play_all(stage.slot(tmp_path))
        services.rate(season=season)
        stage.upload(ana, "Sphinx", text, bot=entry.bot)
        stage.play_all(stage.slot(tmp_path))
    source = source_of(season)
    assert len(source["lines"].splitlines()) == 6
    assert recompute(Path(sys.executable), source) == ""
    event = RatingEvent.objects.filter(entry=entry).latest("id")
    RatingEvent.objects.filter(pk=event.pk).update(after_mpt=event.after_mpt + 1)
    assert recompute(Path(sys.executable), source_of(season)) == "its ledger is another one"
