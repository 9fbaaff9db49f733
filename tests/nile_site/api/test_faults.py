"""Faults over the API: the card, the list, the bench, and `nile repro` against the real thing."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from django.test import Client

from arena import replay
from arena.errors import ArenaError
from bots_sdk.client import Login, Site
from bots_sdk.local import Room
from bots_sdk.repro import parts, question, repeat
from bots_sdk.sources import find_bot
from nile_site.accounts import tokens
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry
from tests.nile_site.arena import Arena


def site_of(arena: Arena, role: str) -> Site:
    """The site as `nile` sees it, without a server between."""
    token = tokens.create_token(user=getattr(arena, role), days=None).secret
    return Site(Login("http://testserver", token), transport=httpx.MockTransport(_answer))


def _answer(asked: httpx.Request) -> httpx.Response:
    """Carries a request to the site within the test's transaction."""
    path, headers = asked.url.raw_path.decode(), dict(asked.headers)
    answer = Client().generic(asked.method, path, asked.read(), headers=headers)
    return httpx.Response(answer.status_code, headers=dict(answer.headers), content=answer.content)


def test_the_log_of_a_faulty_seat_holds_its_card(arena: Arena) -> None:
    seat = arena.seat(arena.played, arena.bot)
    told = arena.client("owner").get(f"/api/v1/matches/{arena.played.pk}/log/{seat}/").json()
    card = told["card"]
    assert card["sentence"].startswith("It ended before the match was over at ply ")
    assert (card["ply"], card["memory_limit_mib"]) == (told["fault_ply"], 512)
    assert (card["history"]["times"], card["history"]["matches"]) == (4, 4)
    assert card["history"]["first"] < card["history"]["last"]
    assert card["repro"] == f"nile repro {arena.played.pk}"


def test_the_faults_of_a_bot_are_listed_for_its_owner(arena: Arena) -> None:
    told = arena.client("owner").get(f"/api/v1/bots/{arena.bot.slug}/faults/?page_size=3").json()
    assert [one["verdict"] for one in told["results"]] == ["crashed"] * 3
    assert told["results"][0]["match"] == arena.shut.pk
    assert [one["is_log_open"] for one in told["results"]] == [False, True, True]
    rest = arena.client("owner").get(told["next"]).json()
    assert (len(rest["results"]), rest["next"]) == (1, None)


def test_an_author_has_a_benched_bot_tried_again(arena: Arena) -> None:
    ladders.take_out(entry=arena.entry, bench=Entry.Bench.FAULTS, reason="five faults")
    address, body = "/api/v1/ladders/nefertiti-3/entries/", {"bot": arena.bot.slug, "state": "active"}
    for role in ("rival", "staff"):
        answer = arena.client(role).patch(address, body, content_type="application/json")
        assert answer.status_code == 403
    told = arena.client("owner").patch(address, body, content_type="application/json").json()
    assert (told["state"], told["bench"], told["pending"]) == ("benched", "faults", 1)
    again = arena.client("owner").patch(address, body, content_type="application/json")
    assert again.status_code == 409
    assert "waits for its trial already" in again.json()["errors"][0]["detail"]


def test_repro_fetches_a_match_and_asks_a_local_bot_what_was_asked_there(arena: Arena, tmp_path: Path) -> None:
    played = site_of(arena, "owner").played(arena.played.pk)
    seat = arena.seat(arena.played, arena.bot)
    assert (played.own, played.limits.memory_mib) == ({seat}, 512)
    match = replay.read(played.replay)
    seats = parts(match)
    assert (seats[seat].name, seats[seat].verdict, seats[seat].failed_at_once) == ("Reed Pen v1", "crashed", True)
    ply = question(seats[seat], None)
    for bot, is_faulty in (
        ("raise SystemExit", True),
        ("from bots_sdk import *\nclass B(Bot):\n decide = lambda s, t: 0\nrun(B)", False),
    ):
        (tmp_path / "main.py").write_text(bot)
        with Room([find_bot(str(tmp_path / "main.py"), "nefertiti")], sandbox="trusted") as room:
            found = repeat(match, seats, seat, ply, room=room, limits=played.limits)
        assert (found.fault is not None) is is_faulty
        assert bool(found.answer) is not is_faulty


def test_repro_is_refused_what_its_author_may_not_see(arena: Arena) -> None:
    with pytest.raises(ArenaError, match="opens when all matches of the block are played"):
        site_of(arena, "owner").played(arena.shut.pk)
    with pytest.raises(ArenaError, match="There is no such match"):
        site_of(arena, "rival").played(arena.trial.pk)
    assert site_of(arena, "rival").played(arena.played.pk).own == frozenset()
    assert site_of(arena, "owner").played(arena.trial.pk).own == {arena.seat(arena.trial, arena.broken.bot)}
