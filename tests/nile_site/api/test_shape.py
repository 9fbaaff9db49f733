"""The API as a whole: its schema, its errors, its pages by key, its pace; and what hostile addresses get."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.throttling import AnonRateThrottle

from nile_site.bots.models import Bot
from nile_site.ladders.models import Entry
from tests.nile_site.arena import Arena

HOSTILE = [
    "matches/99999999999999999999999999/",
    "matches/9223372036854775808/",
    "matches/0/replay/",
    "matches/1/log/99999999999999999999/",
    "entries/9223372036854775808/ledger/",
    "bots/x/versions/99999999999999999999/",
    "matches/?cursor=abc",
    "matches/?cursor=%00",
    "matches/?cursor=cD1hYmM%3D",
    "matches/?cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk%3D",
    "matches/?cursor=bz0tMQ%3D%3D",
    "matches/?cursor=" + "A" * 5000,
    "matches/?bot=%F0%9F%90%8A",
    "bots/?cursor=cD1OYU4%3D",
    "ladders/nefertiti-3/standings/?after=abc",
    "ladders/nefertiti-3/standings/?after=12345678901234567890",
    "ladders/nefertiti-3/standings/?after=999999999",
    "ladders/nefertiti-3/standings/?season=-1",
    "ladders/nefertiti-3/standings/?season=٣",
    "ladders/nefertiti-3/entries/?season=99999999999",
    "ladders/%2e%2e/",
    "games/../../etc/passwd/",
    "nothing/",
]


@pytest.mark.parametrize("address", HOSTILE)
def test_a_hostile_address_gets_400_or_404_in_the_api_s_shape(arena: Arena, address: str) -> None:
    answer = arena.client("owner").get(f"/api/v1/{address}")
    assert answer.status_code in (400, 404), answer.content
    problem = answer.json()
    assert problem["type"] in ("client_error", "validation_error")
    assert problem["errors"][0]["detail"]


def test_a_page_size_is_bounded(arena: Arena) -> None:
    for size in ("0", "-5", "abc", "201", "1000000000000", "", "٣"):
        assert arena.client("stranger").get(f"/api/v1/matches/?page_size={size}").status_code == 400


def test_three_hundred_bots_of_equal_rating_are_each_met_once(arena: Arena) -> None:
    house = arena.season.entries.filter(bot__owner__is_house=True).first()
    assert house is not None
    fresh = [Bot(owner=arena.rival, name=f"T{n}", name_key=f"t{n}", slug=f"t{n}") for n in range(300)]
    Bot.objects.bulk_create(fresh)
    Entry.objects.bulk_create(Entry(season=arena.season, bot=bot, version=house.version) for bot in fresh)
    client = arena.client("stranger")
    for first in ("/api/v1/ladders/nefertiti-3/standings/", "/api/v1/ladders/nefertiti-3/entries/?page_size=70"):
        met: list[str] = []
        address = first
        while address:
            page = client.get(address).json()
            met += [row["bot"]["slug"] for row in page["results"]]
            address = page["next"]
        assert len(met) == len(set(met))
        assert {bot.slug for bot in fresh} <= set(met)
    page, walked = client.get("/ladders/nefertiti-3/"), 0
    while page.context["next_page"]:
        walked += len(page.context["rows"])
        page = client.get(page.context["next_page"])
    assert walked + len(page.context["rows"]) == len(met) - 1  # all but the rival's bot whose trial failed or waits


def test_calls_are_slowed_down(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"})
    client = Client()
    assert [client.get("/api/v1/games/").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/api/v1/games/")
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["errors"][0]["code"] == "throttled"
    cache.clear()


def test_every_call_is_described_with_what_can_go_wrong(arena: Arena) -> None:
    schema = arena.client("stranger").get("/api/v1/schema/", headers={"Accept": "application/json"}).json()
    paths = schema["paths"]
    assert len(paths) == 21
    for path, calls in paths.items():
        for method, call in calls.items():
            answers = call["responses"]
            assert any(status.startswith("2") for status in answers), (path, method)
            assert {"400", "429"} <= answers.keys(), (path, method)
            assert "{" not in path or "404" in answers, (path, method)
            assert call["description"], (path, method)
