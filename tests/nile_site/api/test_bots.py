"""Uploads and entries over the API: what the page refuses, the API refuses in the same words."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from nile_site.bots.models import Bot, Version
from nile_site.ladders.models import Entry
from tests.nile_site import stage
from tests.nile_site.arena import Arena


def zipped(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", ".").replace("SLASH", "/"), text)
    return out.getvalue()


def file(data: bytes, name: str = "main.py", kind: str = "text/x-python") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type=kind)


def test_a_bot_is_made_from_its_first_upload(arena: Arena) -> None:
    body = {"name": "Kohl", "games": ["nefertiti"], "file": file(stage.code("kohl"))}
    answer = arena.client("rival").post("/api/v1/bots/", body)
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["slug"], told["number"], told["state"]) == ("kohl", 1, "trial")
    assert told["page"] == "http://testserver/bots/kohl/"
    assert Entry.objects.get(bot__slug="kohl").pending.number == 1


def test_ladders_are_chosen_and_unknown_ones_refused(arena: Arena) -> None:
    client = arena.client("rival")
    body = {"name": "Kohl", "games": ["nefertiti"], "ladders": ["nothing"], "file": file(stage.code("kohl"))}
    answer = client.post("/api/v1/bots/", body)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["attr"] == "ladders"
    assert not Bot.objects.filter(name="Kohl").exists()
    body |= {"ladders": ["nefertiti-3"], "file": file(stage.code("kohl"))}
    assert client.post("/api/v1/bots/", body).status_code == 201


BAD_UPLOADS: list[tuple[bytes, str, str, str]] = [
    (b"", "main.py", "text/x-python", "empty"),
    (b"hello", "bot.txt", "text/html", "neither a .py file nor a zip"),
    (zipped(main__py="x = 1\n")[:-30], "bot.zip", "application/zip", "zip"),
    (zipped(bot__py="x = 1\n"), "bot.zip", "application/zip", "main.py is not at the top"),
    (zipped(main__py="x = 1\n", ____SLASHoutside__py="y"), "bot.zip", "application/zip", "../outside.py"),
    (zipped(main__py="x = 1\n", MAIN__PY="y"), "bot.zip", "text/html", "twice"),
    (b"main.py\0" * 64 + b"ustar", "bot.zip", "application/zip", "neither a .py file nor a zip"),
    (b"\xff\xfe\x00", "main.py", "text/x-python", "UTF-8"),
    (b"#" * ((1 << 20) + 1), "main.py", "text/x-python", "at most 1 MiB"),
]


@pytest.mark.parametrize(
    ("data", "name", "kind", "reason"),
    BAD_UPLOADS,
    ids=["empty", "text", "cut off", "no main", "outside", "same name", "tar", "not text", "too large"],
)
def test_a_bad_upload_is_told_why_and_leaves_nothing(
    arena: Arena, data: bytes, name: str, kind: str, reason: str
) -> None:
    before = Version.objects.count()
    client = arena.client("owner")
    first = client.post("/api/v1/bots/", {"name": "Kohl", "games": ["nefertiti"], "file": file(data, name, kind)})
    second = client.post(f"/api/v1/bots/{arena.bot.slug}/versions/", {"file": file(data, name, kind)})
    page = client.post("/upload/", {"name": "Kohl", "games": ["nefertiti"], "file": file(data, name, kind)})
    for answer in (first, second):
        assert answer.status_code == 400
        problem = answer.json()
        assert problem["type"] == "validation_error"
        assert problem["errors"][0]["attr"] == "file"
        assert reason in problem["errors"][0]["detail"]
    assert page.status_code == 400
    assert reason in page.content.decode()
    assert Version.objects.count() == before
    assert Entry.objects.get(pk=arena.entry.pk).version_id == arena.entry.version_id


@pytest.mark.parametrize(
    "name",
    ["Reed Pen", "reed pen", " Reed Pen ", "REED PEN", "Rееd Pen", "", "  ", "a\u202eb", "e" + "\u0301" * 50, "x" * 41],
)
def test_a_name_that_is_taken_or_hostile_is_refused(arena: Arena, name: str) -> None:
    body = {"name": name, "games": ["nefertiti"], "file": file(stage.code("other"))}
    for address in ("/api/v1/bots/", "/upload/"):
        body["file"] = file(stage.code("other"))
        answer = arena.client("rival").post(address, body)
        assert answer.status_code == 400, (address, answer.content)
    assert Bot.objects.filter(owner=arena.rival).count() == 1


def test_the_next_version_needs_no_game_and_the_same_code_is_a_clash(arena: Arena) -> None:
    client, address = arena.client("owner"), f"/api/v1/bots/{arena.bot.slug}/versions/"
    assert client.post(address, {"file": file(stage.code("better"))}).status_code == 201
    again = client.post(address, {"file": file(stage.code("better"))})
    assert again.status_code == 409
    assert "very code of version 2" in again.json()["errors"][0]["detail"]
    listed = client.get(address).json()["results"]
    assert [(version["number"], version["state"]) for version in listed] == [(2, "trial"), (1, "live")]


def test_the_next_version_may_take_over_only_if_it_is_not_worse(arena: Arena) -> None:
    client, address = arena.client("owner"), f"/api/v1/bots/{arena.bot.slug}/versions/"
    for number, (wish, kept) in enumerate([({"only_if_not_worse": "true"}, True), ({}, False)], start=2):
        answer = client.post(address, {"file": file(stage.code(f"better {number}")), **wish})
        assert (answer.status_code, answer.json()["only_if_not_worse"]) == (201, kept)
        assert arena.bot.versions.get(number=number).only_if_not_worse is kept
    bad = client.post(address, {"file": file(stage.code("best")), "only_if_not_worse": "perhaps"})
    assert (bad.status_code, bad.json()["errors"][0]["attr"]) == (400, "only_if_not_worse")


def test_own_code_comes_back_as_a_zip(arena: Arena) -> None:
    for address in (f"/api/v1/bots/{arena.bot.slug}/versions/1/code/", f"/bots/{arena.bot.slug}/versions/1/code/"):
        answer = arena.client("owner").get(address)
        assert zipfile.ZipFile(io.BytesIO(answer.content)).read("main.py") == stage.code("Reed Pen")
        assert 'filename="reed-pen-v1.zip"' in answer["Content-Disposition"]


def entries(arena: Arena, method: str, body: Any) -> Any:
    call = getattr(arena.client("owner"), method)
    return call("/api/v1/ladders/nefertiti-3/entries/", body, content_type="application/json")


def test_an_entry_is_paused_resumed_withdrawn_and_entered_again(arena: Arena) -> None:
    for state in ("paused", "active", "withdrawn"):
        answer = entries(arena, "patch", {"bot": "reed-pen", "state": state})
        assert (answer.status_code, answer.json().get("state")) == (200, state)
    again = entries(arena, "patch", {"bot": "reed-pen", "state": "active"})
    assert again.status_code == 409
    assert entries(arena, "post", {"bot": "reed-pen"}).status_code == 201
    assert entries(arena, "post", {"bot": "reed-pen"}).status_code == 409


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"bot": "reed-pen"}, 400),
        ({"bot": "reed-pen", "state": "paused", "version": 1}, 400),
        ({"bot": "reed-pen", "state": "benched"}, 400),
        ({"bot": "reed-pen", "version": 99}, 404),
        ({"bot": "reed-pen", "version": 10**30}, 400),
        ({"bot": "nobody", "state": "paused"}, 404),
        ({"bot": "ink-pot", "state": "paused"}, 403),
        ({"bot": "reed\u0000pen", "state": "paused"}, 400),
        ([], 400),
        ({"bot": "reed-pen", "version": 1}, 409),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(arena: Arena, body: Any, status: int) -> None:
    answer = entries(arena, "patch", body)
    assert answer.status_code == status, answer.content
    assert answer.json()["errors"][0]["detail"]


def test_quotas_hold_for_page_and_api_alike(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    from nile_site import world as worlds
    from nile_site.bots import services

    tight = worlds.Quotas(bots=10, uploads_a_day=2)
    real = worlds.world()
    monkeypatch.setattr(services, "world", lambda: _With(real, tight))
    client = arena.client("owner")
    answer = client.post(f"/api/v1/bots/{arena.bot.slug}/versions/", {"file": file(stage.code("third"))})
    assert answer.status_code == 429
    assert answer.json()["errors"][0]["code"] == "over_quota"
    page = client.post(f"/upload/?bot={arena.bot.slug}", {"file": file(stage.code("third"))})
    assert answer.json()["errors"][0]["detail"] in page.content.decode()


class _With:
    """A world with other quotas."""

    def __init__(self, real: Any, quotas: Any) -> None:
        self._real, self.quotas = real, quotas

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
