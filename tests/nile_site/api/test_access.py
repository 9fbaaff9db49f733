"""Who may call what: one table of roles, methods and addresses over the whole API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import get_resolver

from nile_site.ladders.models import Entry
from tests.nile_site.arena import ROLES, Arena

Where = Callable[[Arena], str]
OPEN = {"stranger": 200, "owner": 200, "rival": 200, "staff": 200}
OWN = {"stranger": 404, "owner": 200, "rival": 404, "staff": 200}
INSIDE = {"stranger": 401, "owner": 200, "rival": 403, "staff": 200}
ALONE = {"stranger": 401, "owner": 200, "rival": 403, "staff": 403}
ACTING = {"stranger": 401, "rival": 403, "staff": 403}
SIGNED_IN = {"stranger": 401, "owner": 200, "rival": 200, "staff": 200}
NOBODY = dict.fromkeys(ROLES, 404)

READING: list[tuple[str, Where, dict[str, int]]] = [
    ("me", lambda a: "me/", SIGNED_IN),
    ("tokens", lambda a: "tokens/", SIGNED_IN),
    ("games", lambda a: "games/", OPEN),
    ("game", lambda a: "games/nefertiti/", OPEN),
    ("no game", lambda a: "games/chess/", NOBODY),
    ("ladders", lambda a: "ladders/", OPEN),
    ("ladder", lambda a: "ladders/nefertiti-3/", OPEN),
    ("no ladder", lambda a: "ladders/nothing/", NOBODY),
    ("standings", lambda a: "ladders/nefertiti-3/standings/", OPEN),
    ("standings of a season", lambda a: "ladders/nefertiti-3/standings/?season=1", OPEN),
    ("standings of no season", lambda a: "ladders/nefertiti-3/standings/?season=8", NOBODY),
    ("entries", lambda a: "ladders/nefertiti-3/entries/", OPEN),
    ("ledger", lambda a: f"entries/{a.entry.pk}/ledger/", OPEN),
    ("no ledger", lambda a: "entries/999999/ledger/", NOBODY),
    ("bots", lambda a: "bots/", OPEN),
    ("one's bots", lambda a: "bots/?mine=true", OPEN),
    ("bot", lambda a: f"bots/{a.bot.slug}/", OPEN),
    ("no bot", lambda a: "bots/nobody/", NOBODY),
    ("versions", lambda a: f"bots/{a.bot.slug}/versions/", INSIDE),
    ("version", lambda a: f"bots/{a.bot.slug}/versions/1/", INSIDE),
    ("code", lambda a: f"bots/{a.bot.slug}/versions/1/code/", ALONE),
    ("faults", lambda a: f"bots/{a.bot.slug}/faults/", ALONE),
    ("no bot's faults", lambda a: "bots/nobody/faults/", {**NOBODY, "stranger": 401}),
    ("matches", lambda a: "matches/", OPEN),
    ("match", lambda a: f"matches/{a.played.pk}/", OPEN),
    ("waiting match", lambda a: f"matches/{a.waiting.pk}/", OPEN),
    ("trial", lambda a: f"matches/{a.trial.pk}/", OWN),
    ("replay", lambda a: f"matches/{a.played.pk}/replay/", OPEN),
    ("frames", lambda a: f"matches/{a.played.pk}/frames/", OPEN),
    ("trial's replay", lambda a: f"matches/{a.trial.pk}/replay/", OWN),
    ("trial's frames", lambda a: f"matches/{a.trial.pk}/frames/", OWN),
    ("open block's replay", lambda a: f"matches/{a.shut.pk}/replay/", NOBODY),
    ("open block's frames", lambda a: f"matches/{a.shut.pk}/frames/", NOBODY),
    ("log", lambda a: f"matches/{a.played.pk}/log/{a.seat(a.played, a.bot)}/", ALONE),
    (
        "open block's log",
        lambda a: f"matches/{a.shut.pk}/log/{a.seat(a.shut, a.bot)}/",
        {"stranger": 401, "owner": 404, "rival": 403, "staff": 403},
    ),
    (
        "trial's log",
        lambda a: f"matches/{a.trial.pk}/log/{a.seat(a.trial, a.broken.bot)}/",
        {"stranger": 401, "owner": 200, "rival": 404, "staff": 403},
    ),
    ("no seat's log", lambda a: f"matches/{a.played.pk}/log/9/", {**NOBODY, "stranger": 401}),
]

Call = tuple[str, Where, dict[str, Any]]
WRITING: list[Call] = [
    ("post", lambda a: f"bots/{a.bot.slug}/versions/", {}),
    ("post", lambda a: "ladders/nefertiti-3/entries/", {"bot": "reed-pen"}),
    ("patch", lambda a: "ladders/nefertiti-3/entries/", {"bot": "reed-pen", "state": "paused"}),
    ("patch", lambda a: "ladders/nefertiti-3/entries/", {"bot": "reed-pen", "version": 1}),
]


def test_everybody_reads_what_is_theirs_to_read(arena: Arena) -> None:
    wrong = {}
    for role in ROLES:
        client = arena.client(role)
        for name, where, expected in READING:
            found = client.get(f"/api/v1/{where(arena)}").status_code
            if found != expected[role]:
                wrong[role, name] = (found, expected[role])
    assert wrong == {}


@pytest.mark.parametrize(("method", "where", "body"), WRITING)
@pytest.mark.parametrize("role", ["stranger", "rival", "staff"])
def test_nobody_changes_what_is_another_s(
    arena: Arena, role: str, method: str, where: Where, body: dict[str, Any]
) -> None:
    call = getattr(arena.client(role), method)
    kind = {} if not body else {"content_type": "application/json"}
    assert call(f"/api/v1/{where(arena)}", body, **kind).status_code == ACTING[role]
    assert Entry.objects.get(pk=arena.entry.pk).state == Entry.State.ACTIVE


def test_the_table_names_every_address(arena: Arena) -> None:
    listed = {where(arena).partition("?")[0] for _, where, _ in READING}
    resolver = get_resolver("nile_site.api.urls")
    matched = {resolver.resolve("/" + path).url_name for path in listed}
    named = {pattern.name for pattern in resolver.url_patterns if pattern.name}
    assert named - matched == {"token"}  # it is only deleted, in test_tokens.py
