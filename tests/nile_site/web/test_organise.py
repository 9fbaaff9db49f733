"""Staff plan seasons on a page; nobody else does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from nile_site.ladders.models import Season
from tests.nile_site.arena import Arena

LADDER = "/ladders/nefertiti-3/organise/"


def at(days: int) -> datetime:
    return (timezone.now() + timedelta(days=days)).replace(second=0, microsecond=0)


def typed(moment: datetime) -> str:
    """As a browser sends the time that was typed, in UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M")


def test_staff_give_a_season_dates_and_plan_the_next(arena: Arena) -> None:
    client = arena.client("staff")
    opens, freezes, closes = at(7), at(13), at(14)
    plan = {"opens_at": typed(opens), "freezes_at": typed(freezes), "closes_at": typed(closes)}
    refused = client.post(LADDER, plan)
    assert refused.status_code == 400
    assert "Season 1 never closes: give it a closing instant first." in refused.content.decode()
    assert client.post(f"{LADDER}1/", {"closes_at": typed(opens)}).status_code == 302
    assert client.post(LADDER, plan, follow=True).status_code == 200
    planned = Season.objects.get(number=2)
    assert (planned.opens_at, planned.freezes_at, planned.closes_at) == (opens, freezes, closes)
    assert (planned.state, planned.options) == (Season.State.DRAFT, arena.season.options)
    page = client.get(LADDER).content.decode()
    assert "Season 2" in page
    assert "planned" in page
    assert "Season 2" not in arena.client("rival").get("/ladders/nefertiti-3/").content.decode()
    for wrong, said in [
        ({**plan, "opens_at": typed(at(10))}, "overlap season 2"),
        ({**plan, "opens_at": "soon"}, "valid date/time"),
        ({**plan, "opens_at": typed(at(20)), "freezes_at": typed(at(19)), "closes_at": typed(at(21))}, "freezes after"),
    ]:
        answer = client.post(LADDER, wrong)
        assert (answer.status_code, said in answer.content.decode()) == (400, True), said
    for _ in range(2):
        assert client.post(f"{LADDER}2/", {"action": "drop"}).status_code in (302, 404)
    assert not Season.objects.filter(number=2).exists()


def test_a_season_is_ended_early_with_a_reason_that_everybody_reads(arena: Arena) -> None:
    client = arena.client("staff")
    assert "Say why" in client.post(f"{LADDER}1/", {"action": "end", "reason": " "}, follow=True).content.decode()
    for _ in range(2):
        client.post(f"{LADDER}1/", {"action": "end", "reason": "<b>Flood</b> of the Nile"})
    season, following = Season.objects.order_by("number")
    assert (season.reason, following.state) == ("<b>Flood</b> of the Nile", Season.State.DRAFT)
    assert following.opens_at == season.closes_at
    page = arena.client("stranger").get("/ladders/nefertiti-3/").content.decode()
    assert "It ended before its time: &lt;b&gt;Flood&lt;/b&gt; of the Nile" in page
    assert "Only a season that has not been opened can be dropped" in (
        client.post(f"{LADDER}1/", {"action": "drop"}, follow=True).content.decode()
    )


def test_the_last_season_is_marked_on_its_page(arena: Arena) -> None:
    answer = arena.client("staff").post(f"{LADDER}1/", {"closes_at": typed(at(3)), "is_last": "on"}, follow=True)
    assert answer.status_code == 200
    assert Season.objects.get().is_last


@pytest.mark.parametrize("role", ["stranger", "owner", "rival"])
@pytest.mark.parametrize("action", ["plan", "move", "end", "drop"])
def test_nobody_but_staff_organises(arena: Arena, role: str, action: str) -> None:
    body = {"action": action, "opens_at": typed(at(3)), "closes_at": typed(at(4)), "reason": "mine"}
    answer = arena.client(role).post(LADDER if action == "plan" else f"{LADDER}1/", body)
    assert answer.status_code == (302 if role == "stranger" else 403)
    season = Season.objects.get()
    assert (season.closes_at, season.reason) == (None, "")
