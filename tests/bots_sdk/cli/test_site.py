"""`nile login` and `nile upload` against a small site of our own on the loopback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bots_sdk.cli.conftest import Nile, Stub


def test_login_proves_the_token_and_keeps_it_for_one_pair_of_eyes(nile: Nile, site: str, tmp_path: Path) -> None:
    result = nile("login", "--url", f"{site}/", text="secret\n")
    assert result.exit_code == 0, result.output
    assert f"Logged in to {site} as senmut." in result.output
    assert "secret" not in result.output
    file = tmp_path / "config" / "nile-arena" / "login.json"
    assert json.loads(file.read_text()) == {"url": site, "token": "secret"}
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_wrong_token_is_not_kept(nile: Nile, site: str, tmp_path: Path) -> None:
    result = nile("login", "--url", site, "--token", "wrong")
    assert result.exit_code == 1
    assert "does not know this token" in result.output
    assert not (tmp_path / "config" / "nile-arena" / "login.json").exists()


def test_a_site_that_is_not_there_is_named(nile: Nile) -> None:
    result = nile("login", "--url", "http://127.0.0.1:9", "--token", "secret")
    assert result.exit_code == 1
    assert "http://127.0.0.1:9 does not answer" in result.output


@pytest.mark.parametrize("words", [("--url", "localhost:8000", "--token", "x"), ("--token", "zwei Zeilen\nja")])
def test_odd_addresses_and_tokens_are_refused(nile: Nile, words: tuple[str, ...]) -> None:
    assert nile("login", *words).exit_code == 2


def test_upload_needs_a_login(nile: Nile) -> None:
    nile("new", "crane")
    result = nile("upload", "crane")
    assert result.exit_code == 1
    assert "You are not logged in" in result.output


def test_the_first_upload_makes_a_bot_and_the_next_adds_a_version(nile: Nile, site: str) -> None:
    Stub.answers["/api/v1/bots/"] = (201, {"slug": "crane", "url": "/bots/crane/", "notes": ["It is being tried."]})
    Stub.answers["/api/v1/bots/crane/versions/"] = (201, {"number": 2, "page": f"{site}/bots/crane/"})
    nile("login", "--url", site, "--token", "secret")
    nile("new", "crane")
    result = nile("upload", "crane")
    assert result.exit_code == 0, result.output
    assert "It is being tried." in result.output
    assert f"See {site}/bots/crane/" in result.output
    assert "Next time: nile upload crane --bot crane" in result.output
    asked, body = Stub.asked[-1]
    assert asked == "POST /api/v1/bots/"
    for part in (b'name="name"\r\n\r\ncrane', b'name="games"\r\n\r\nnefertiti', b'filename="crane.zip"', b"PK\x03\x04"):
        assert part in body
    result = nile("upload", "crane", "--bot", "crane")
    assert result.exit_code == 0, result.output
    assert Stub.asked[-1][0] == "POST /api/v1/bots/crane/versions/"
    assert b"only_if_not_worse" not in Stub.asked[-1][1]


def test_the_next_version_may_take_over_only_if_it_is_not_worse(nile: Nile, site: str) -> None:
    Stub.answers["/api/v1/bots/crane/versions/"] = (201, {"number": 2, "page": f"{site}/bots/crane/"})
    nile("login", "--url", site, "--token", "secret")
    nile("new", "crane")
    result = nile("upload", "crane", "--bot", "crane", "--only-if-not-worse")
    assert result.exit_code == 0, result.output
    assert b'name="only_if_not_worse"\r\n\r\ntrue' in Stub.asked[-1][1]
    refused = nile("upload", "crane", "--only-if-not-worse")
    assert refused.exit_code == 2
    assert "name the bot with --bot" in refused.output


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, {"errors": [{"attr": "name", "detail": "You have a bot of that name."}]}, "name: You have a bot of that"),
        (400, {"errors": [{"attr": "file", "detail": "main.py is missing."}]}, "Error: main.py is missing."),
        (403, {"detail": "Uploads are closed."}, "Uploads are closed."),
        (404, None, "has nothing there"),
        (429, None, "Try again in 30 s."),
        (302, None, "sends us elsewhere"),
        (500, "<h1>oops</h1>", "answered with status 500. Try again later."),
        (200, "<h1>welcome</h1>", "answered with status 200 and no explanation."),
    ],
)
def test_a_refusal_is_told_in_sentences(nile: Nile, site: str, status: int, body: Any, said: str) -> None:
    Stub.answers["/api/v1/bots/"] = (status, body)
    nile("login", "--url", site, "--token", "secret")
    nile("new", "crane")
    result = nile("upload", "crane")
    assert result.exit_code == 1
    assert said in result.output


def test_a_single_file_says_its_game_on_the_command_line(nile: Nile, site: str, tmp_path: Path) -> None:
    Stub.answers["/api/v1/bots/"] = (201, {"slug": "heron"})
    (tmp_path / "heron.py").write_text("pass\n")
    nile("login", "--url", site, "--token", "secret")
    assert "Which game does it play?" in nile("upload", "heron.py").output
    assert nile("upload", "heron.py", "--game", "nefertiti", "--ladder", "nefertiti-3").exit_code == 0
    assert b'name="name"\r\n\r\nheron' in Stub.asked[-1][1]
    assert b'name="ladders"\r\n\r\nnefertiti-3' in Stub.asked[-1][1]
