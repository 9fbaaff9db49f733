"""Who may open which page: one table of roles and addresses, for reading and for acting."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nile_site.ladders.models import Entry
from tests.nile_site.arena import ROLES, Arena

Where = Callable[[Arena], str]

OPEN = {"stranger": 200, "owner": 200, "rival": 200, "staff": 200}
OWN = {"stranger": 404, "owner": 200, "rival": 404, "staff": 200}
SIGNED_IN = {"stranger": 302, "owner": 200, "rival": 200, "staff": 200}
STAFF = {"stranger": 302, "owner": 403, "rival": 403, "staff": 200}
READING: list[tuple[str, Where, dict[str, int]]] = [
    ("home", lambda a: "/", OPEN),
    ("ladders", lambda a: "/ladders/", OPEN),
    ("ladder", lambda a: "/ladders/nefertiti-3/", OPEN),
    ("season", lambda a: "/ladders/nefertiti-3/seasons/1/", OPEN),
    ("no season", lambda a: "/ladders/nefertiti-3/seasons/9/", dict.fromkeys(ROLES, 404)),
    ("its board as a file", lambda a: "/ladders/nefertiti-3/seasons/1/standings.csv", OPEN),
    ("no season's board", lambda a: "/ladders/nefertiti-3/seasons/9/standings.csv", dict.fromkeys(ROLES, 404)),
    ("organise", lambda a: "/ladders/nefertiti-3/organise/", STAFF),
    ("organise a season", lambda a: "/ladders/nefertiti-3/organise/1/", STAFF),
    ("organise no season", lambda a: "/ladders/nefertiti-3/organise/9/", {**STAFF, "staff": 404}),
    ("corrections", lambda a: "/ladders/nefertiti-3/organise/1/corrections/", STAFF),
    ("no season's corrections", lambda a: "/ladders/nefertiti-3/organise/9/corrections/", {**STAFF, "staff": 404}),
    ("games", lambda a: "/games/", OPEN),
    ("game", lambda a: "/games/nefertiti/", OPEN),
    ("no game", lambda a: "/games/chess/", dict.fromkeys(ROLES, 404)),
    ("matches", lambda a: "/matches/", OPEN),
    ("matches of a bot", lambda a: f"/matches/?bot={a.bot.slug}&ladder=nefertiti-3", OPEN),
    ("a played match", lambda a: f"/matches/{a.played.pk}/", OPEN),
    ("a match of an open block", lambda a: f"/matches/{a.shut.pk}/", OPEN),
    ("a waiting match", lambda a: f"/matches/{a.waiting.pk}/", OPEN),
    ("its state", lambda a: f"/matches/{a.waiting.pk}/state/", OPEN),
    ("a trial", lambda a: f"/matches/{a.trial.pk}/", OWN),
    ("a trial's state", lambda a: f"/matches/{a.trial.pk}/state/", OWN),
    ("bot", lambda a: f"/bots/{a.bot.slug}/", OPEN),
    ("the owner's part", lambda a: f"/bots/{a.bot.slug}/live/", {**dict.fromkeys(ROLES, 403), "owner": 200}),
    ("version", lambda a: f"/bots/{a.bot.slug}/versions/1/", OPEN),
    ("no version", lambda a: f"/bots/{a.bot.slug}/versions/7/", dict.fromkeys(ROLES, 404)),
    (
        "code",
        lambda a: f"/bots/{a.bot.slug}/versions/1/code/",
        {"stranger": 302, "owner": 200, "rival": 403, "staff": 403},
    ),
    ("upload", lambda a: "/upload/", SIGNED_IN),
    (
        "upload a version",
        lambda a: f"/upload/?bot={a.bot.slug}",
        {"stranger": 302, "owner": 200, "rival": 403, "staff": 403},
    ),
    ("one's own", lambda a: "/me/", SIGNED_IN),
    ("tokens", lambda a: "/me/tokens/", SIGNED_IN),
    ("status", lambda a: "/status/", STAFF),
    ("docs", lambda a: "/docs/", OPEN),
    ("a guide", lambda a: "/docs/operators/", OPEN),
    ("no guide", lambda a: "/docs/nothing/", dict.fromkeys(ROLES, 404)),
    ("sign-in", lambda a: "/accounts/login/", {**dict.fromkeys(ROLES, 302), "stranger": 200}),
    ("API's page", lambda a: "/api/v1/docs/", OPEN),
    ("nothing", lambda a: "/nothing/", dict.fromkeys(ROLES, 404)),
]


def test_everybody_reads_what_is_theirs_to_read(arena: Arena) -> None:
    seen = {}
    for role in ROLES:
        client = arena.client(role)
        for name, where, expected in READING:
            found = client.get(where(arena)).status_code
            if found != expected[role]:
                seen[role, name] = (found, expected[role])
    assert seen == {}


@pytest.mark.parametrize("action", ["pause", "resume", "trial", "withdraw", "enter", "use"])
@pytest.mark.parametrize("role", ["stranger", "rival", "staff"])
def test_nobody_but_its_owner_acts_on_an_entry(arena: Arena, role: str, action: str) -> None:
    answer = arena.client(role).post(f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/", {"action": action})
    assert answer.status_code == (302 if role == "stranger" else 403)
    if role == "stranger":
        assert answer["Location"].startswith("/accounts/login/")
    assert Entry.objects.get(pk=arena.entry.pk).state == Entry.State.ACTIVE


def test_an_owner_pauses_resumes_and_withdraws(arena: Arena) -> None:
    client, address = arena.client("owner"), f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/"
    for action, state in [("pause", "paused"), ("resume", "active"), ("withdraw", "withdrawn"), ("enter", "active")]:
        answer = client.post(address, {"action": action}, follow=True)
        assert answer.status_code == 200
        assert Entry.objects.get(pk=arena.entry.pk).state == state
    again = client.post(address, {"action": "enter"}, follow=True)
    assert "entered there already" in again.content.decode()
    assert "Say what is to be done" in client.post(address, {"action": "sell"}, follow=True).content.decode()


def test_an_entry_is_acted_on_through_its_own_bot_only(arena: Arena) -> None:
    address = f"/bots/{arena.broken.bot.slug}/entries/{arena.entry.pk}/"
    assert arena.client("owner").post(address, {"action": "pause"}).status_code == 404


def test_a_form_without_its_secret_changes_nothing(arena: Arena) -> None:
    client = arena.client("owner")
    client.handler.enforce_csrf_checks = True
    answer = client.post(f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/", {"action": "pause"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()
