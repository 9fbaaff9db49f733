"""What people see on the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from nile_site.bots.models import Bot
from nile_site.ladders.models import Entry
from nile_site.matches.models import Attempt, Match, SeatLog, WorkerStatus
from tests.nile_site import stage
from tests.nile_site.arena import Arena

HOSTILE = ["<img src=x onerror=alert(1)>", "{{7*7}}", "</script><script>", "=1+1", "' onclick='x", "W" * 40]


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def test_the_front_page_says_what_this_is_who_leads_and_how_to_start(arena: Arena) -> None:
    page = text(arena.client("stranger"), "/")
    assert "nile new" in page
    assert "Nefertiti, 3 seats" in page
    assert f"#{arena.played.pk}" in page
    assert f"#{arena.waiting.pk}<" not in page  # what waits is nothing to look at


def test_the_board_shows_rank_author_rating_error_games_and_terms(arena: Arena) -> None:
    page = text(arena.client("stranger"), "/ladders/nefertiti-3/")
    for said in (
        "Reed Pen",
        "Senmut",
        "anchor",
        "a bank of 10\N{NO-BREAK SPACE}s CPU",
        "at most 60\N{NO-BREAK SPACE}s by the wall",
        "512 MiB",
        "Enter a bot",
        "UTC",
    ):
        assert said in page
    assert "Broken Reed" not in page  # its trial failed


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_text_everywhere(arena: Arena, name: str) -> None:
    Bot.objects.filter(pk=arena.bot.pk).update(name=name)
    SeatLog.objects.filter(seat__match=arena.played).update(detail=name, stderr=name.encode(), notes=[[1, name]])
    Match.objects.filter(pk=arena.waiting.pk).update(reason=name)
    client = arena.client("owner")
    addresses = [
        "/", "/ladders/nefertiti-3/", f"/bots/{arena.bot.slug}/", f"/bots/{arena.bot.slug}/versions/1/", "/me/",
        "/matches/", f"/matches/{arena.played.pk}/", f"/upload/?bot={arena.bot.slug}",
    ]  # fmt: skip
    for address in addresses:
        page = text(client, address)
        if "<" in name or "'" in name:
            assert name not in page, address
        assert "49" not in page or "{{7*7}}" != name or "{{7*7}}" in page


def test_pages_forbid_inline_code_and_hold_none(arena: Arena) -> None:
    client = arena.client("owner")
    for address in ("/", f"/bots/{arena.bot.slug}/", f"/matches/{arena.played.pk}/", "/games/nefertiti/", "/upload/"):
        answer = client.get(address)
        page = answer.content.decode()
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert "unsafe" not in answer["Content-Security-Policy"]
        for inline in ("<style", " style=", " onclick=", "<script>", "javascript:"):
            assert inline not in page, (address, inline)


def test_a_bot_page_tells_its_owner_more_than_others(arena: Arena) -> None:
    address = f"/bots/{arena.broken.bot.slug}/"
    own, others = text(arena.client("owner"), address), text(arena.client("rival"), address)
    for said in ("failed its trial", "ArithmeticError: planted", f"/matches/{arena.trial.pk}/", "Upload a new version"):
        assert said in own
    assert "ArithmeticError" not in others
    assert f"/matches/{arena.trial.pk}/" not in others
    assert "Withdraw" not in others


def test_a_match_says_where_it_stands_and_what_comes_next(arena: Arena) -> None:
    client = arena.client("stranger")
    waiting = text(client, f"/matches/{arena.waiting.pk}/")
    assert "It waits for a free slot." in waiting
    assert "hx-get" in waiting
    assert arena.waiting.block.commitment in waiting
    shut = text(client, f"/matches/{arena.shut.pk}/")
    assert "Replay and seed open when 2 more matches of its block are over." in shut
    assert "<replay-viewer" not in shut
    played = text(client, f"/matches/{arena.played.pk}/")
    for said in (
        "<replay-viewer",
        "Its block is rated.",
        "nile verify",
        "ended before the match was over",
        arena.played.identity,
    ):
        assert said in played


def test_a_spoiled_match_is_explained(arena: Arena) -> None:
    Attempt.objects.create(
        match=arena.waiting,
        number=1,
        outcome="void",
        reason="the machine was busy",
        worker="a/0",
        started_at=timezone.now(),
    )
    page = text(arena.client("stranger"), f"/matches/{arena.waiting.pk}/")
    assert "Attempt 1 was spoiled by us: the machine was busy. Nobody is charged for it." in page
    assert "It is played again on the same deal." in page


def test_a_fragment_tells_the_page_when_nothing_more_will_come(arena: Arena) -> None:
    client = arena.client("owner")
    assert "HX-Refresh" not in client.get(f"/matches/{arena.waiting.pk}/state/").headers
    assert client.get(f"/matches/{arena.played.pk}/state/")["HX-Refresh"] == "true"
    assert client.get(f"/bots/{arena.bot.slug}/live/")["HX-Refresh"] == "true"
    stage.upload(arena.owner, "Reed Pen", "second", bot=arena.bot)
    live = client.get(f"/bots/{arena.bot.slug}/live/")
    assert "HX-Refresh" not in live.headers
    assert "Version 2 is on trial on Nefertiti, 3 seats" in live.content.decode()


def test_an_upload_leads_to_the_page_of_the_trial(arena: Arena) -> None:
    body = {"name": "Kohl", "games": ["nefertiti"], "file": SimpleUploadedFile("main.py", stage.code("kohl"))}
    answer = arena.client("rival").post("/upload/", body)
    assert (answer.status_code, answer["Location"]) == (302, "/bots/kohl/")
    page = text(arena.client("rival"), "/bots/kohl/")
    assert "Version 1 is on trial" in page
    assert "It passes when it makes no fault" in page


def test_an_older_version_is_made_to_play_again(arena: Arena) -> None:
    version = stage.upload(arena.owner, "Reed Pen", "second", bot=arena.bot)
    client = arena.client("owner")
    assert "Play this version" in text(client, f"/bots/{arena.bot.slug}/versions/1/") or version.state == "trial"
    address = f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/"
    client.post(address, {"action": "use", "version": "1"})
    assert Entry.objects.get(pk=arena.entry.pk).pending is None
    assert client.post(address, {"action": "use", "version": "99"}).status_code == 404


def test_matches_are_paged_by_key(arena: Arena) -> None:
    client = arena.client("stranger")
    page = client.get(f"/matches/?before={arena.shut.pk}")
    assert all(match.pk < arena.shut.pk for match in page.context["matches"])
    for before in ("abc", "-1", "99999999999999999999999", "%00"):
        assert client.get(f"/matches/?before={before}").status_code in (200, 400)
    assert client.get("/matches/?bot=nobody").status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/matches/99999999999999999999/", "/bots/x%00y/", "/ladders/nefertiti-3/seasons/9999999999999999999999/"],
)
def test_hostile_addresses_are_not_there(arena: Arena, address: str) -> None:
    assert arena.client("stranger").get(address).status_code in (400, 404)


QUERIES = [
    ("/", 14),
    ("/ladders/", 12),
    ("/ladders/nefertiti-3/", 14),
    ("/matches/", 8),
    ("/bots/reed-pen/", 17),
    ("/me/", 10),
]


@pytest.mark.parametrize(("address", "most"), QUERIES)
def test_lists_ask_the_database_a_bounded_number_of_times(
    arena: Arena, address: str, most: int, django_assert_max_num_queries: Any
) -> None:
    house = stage.house_entries(arena.season, 3)
    from nile_site.matches.services import blocks

    for _ in range(8):
        blocks.open_rated(season=arena.season, seated=stage.seated(*house))
    for number in range(5):
        stage.live(arena.rival, f"More {number}", arena.season)
    Match.objects.update(created_at=timezone.now())  # what waits for long has every page look why
    client = arena.client("owner")
    client.get(address)
    with django_assert_max_num_queries(most):
        client.get(address)


def test_every_page_says_why_nothing_is_played(arena: Arena) -> None:
    Match.objects.filter(pk=arena.waiting.pk).update(created_at=timezone.now() - timedelta(minutes=5))
    WorkerStatus.objects.all().delete()
    assert "no worker is running" in text(arena.client("stranger"), "/docs/")
    WorkerStatus.objects.create(name="a/0", tier="trusted", plays=stage.PLAYS, last_seen=timezone.now())
    assert "their clock is wall time" in text(arena.client("stranger"), "/docs/")
