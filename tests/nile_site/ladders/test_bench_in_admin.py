"""Staff bench entries and put them back in the admin; what cannot be done is said there."""

from __future__ import annotations

import pytest
from django.test import Client

from nile_site.ladders.models import Entry
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def test_benching_putting_back_and_what_cannot_be(client: Client) -> None:
    staff, season = stage.staff(), stage.ladder()
    staff.is_superuser = True
    staff.save()
    client.force_login(staff)
    entry = stage.live(stage.author("Ana"), "Sphinx", season)

    def act(action: str) -> str:
        body = {"action": action, "_selected_action": [entry.pk]}
        page = client.post("/admin/ladders/entry/", body, follow=True).content.decode()
        entry.refresh_from_db()
        return page

    act("bench")
    assert (entry.state, entry.bench) == (Entry.State.BENCHED, Entry.Bench.STAFF)
    act("unbench")
    assert (entry.state, entry.bench) == (Entry.State.ACTIVE, Entry.Bench.NONE)
    assert "Sphinx is not benched." in act("unbench")
