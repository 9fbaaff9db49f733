"""Health: well or not, with the reason, and without a secret."""

from __future__ import annotations

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from nile_site.matches.models import WorkerStatus
from nile_site.web import health

pytestmark = pytest.mark.django_db


def test_without_a_worker_the_arena_is_not_well() -> None:
    answer = Client().get("/healthz")
    assert answer.status_code == 503
    told = answer.json()
    assert (told["db"]["ok"], told["broker"]["ok"], told["workers"]["ok"]) == (True, True, False)
    WorkerStatus.objects.create(name="a/0", reasons="bubblewrap is missing.", last_seen=timezone.now())
    assert "bubblewrap is missing." in Client().get("/healthz").json()["workers"]["text"]


def test_with_a_worker_it_is() -> None:
    WorkerStatus.objects.create(name="a/0", tier="bwrap", last_seen=timezone.now())
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    assert "no-store" in answer["Cache-Control"]


def test_a_lost_database_is_told_without_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose() -> None:
        raise DatabaseError("connection to postgresql://user:planted-secret@host failed")

    monkeypatch.setattr(health, "_ask_database", lose)
    answer = Client().get("/healthz")
    assert answer.status_code == 503
    assert "planted-secret" not in answer.content.decode()
    assert answer.json()["db"]["text"] == "The database cannot be reached."
