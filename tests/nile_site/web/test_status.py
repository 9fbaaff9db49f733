"""The status page says to staff where bots run, and why a worker takes no matches."""

from __future__ import annotations

import pytest
from django.test import Client

from nile_site.matches.services import workers
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(stage.staff())
    return client


def test_a_worker_that_cannot_isolate_bots_is_shown_with_every_reason(staff: Client) -> None:
    reasons = "bwrap: the system or the container forbids user namespaces. landlock: it needs Linux 5.13 or later."
    workers.report(name="mill/0", reasons=reasons, plays=stage.PLAYS)
    workers.report(name="mill/1", tier="landlock", plays=stage.PLAYS)
    page = staff.get("/status/").content.decode()
    first, second = (page[page.index(f"mill/{slot}") :].partition("</tr>")[0] for slot in (0, 1))
    assert reasons in first
    assert '<span class="mark bad">none</span>' in first
    assert '<span class="mark good">landlock</span>' in second


def test_a_worker_without_walls_is_marked_as_one(staff: Client) -> None:
    workers.report(name="mill/0", tier="trusted", plays=stage.PLAYS)
    page = staff.get("/status/").content.decode()
    assert '<span class="mark wait">trusted</span>' in page


def test_without_any_worker_the_page_says_how_to_get_one(staff: Client) -> None:
    assert "No worker has been heard of lately" in staff.get("/status/").content.decode()
