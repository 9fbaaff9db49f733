"""Asking whether one bot is better than another on the pages, and who sees the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from nile_site.ladders.models import Entry
from nile_site.matches import services
from nile_site.matches.models import Block, Comparison
from tests.nile_site import stage
from tests.nile_site.arena import ROLES, Arena


def form(arena: Arena) -> str:
    return f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/compare/"


def rival(arena: Arena) -> Entry:
    return Entry.objects.select_related("version").get(bot__name="Ink Pot")


def wish(arena: Arena) -> dict[str, int | None]:
    return {"version": arena.entry.version_id, "against": rival(arena).version_id}


@pytest.fixture
def asked(arena: Arena) -> Comparison:
    answer = arena.client("owner").post(form(arena), wish(arena))
    comparison = Comparison.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/comparisons/{comparison.pk}/")
    return comparison


def test_the_form_offers_what_can_be_compared_and_says_the_terms(arena: Arena) -> None:
    page = arena.client("owner").get(form(arena)).content.decode()
    for said in ("Reed Pen v1", "Ink Pot v1", "Scarab v1", "After 200 blocks", "one comparison at a time"):
        assert said in page
    assert "Broken Reed" not in page
    assert form(arena) in arena.client("owner").get(f"/bots/{arena.bot.slug}/").content.decode()
    assert form(arena) not in arena.client("rival").get(f"/bots/{arena.bot.slug}/").content.decode()


def test_only_its_owner_asks(arena: Arena) -> None:
    assert [arena.client(role).get(form(arena)).status_code for role in ROLES] == [302, 200, 403, 403]
    assert [arena.client(role).post(form(arena), wish(arena)).status_code for role in ROLES] == [302, 302, 403, 403]
    assert Comparison.objects.get().asked_by == arena.owner


def test_what_cannot_be_compared_is_told_at_the_form(arena: Arena) -> None:
    client = arena.client("owner")
    for against in (arena.entry.version_id, arena.broken.pk, "none"):
        answer = client.post(form(arena), {**wish(arena), "against": against})
        assert answer.status_code == 400
        assert "Select a valid choice" in answer.content.decode()
    assert client.post(f"/bots/{arena.broken.bot.slug}/entries/{arena.entry.pk}/compare/").status_code == 404
    assert not Comparison.objects.exists()


def test_a_second_one_waits_for_the_first(arena: Arena, asked: Comparison) -> None:
    client = arena.client("owner")
    assert f"/comparisons/{asked.pk}/" in client.get(form(arena)).content.decode()
    answer = client.post(form(arena), wish(arena))
    assert answer.status_code == 400
    assert Comparison.objects.count() == 1


def test_it_is_shown_to_its_asker_and_staff_alone(arena: Arena, asked: Comparison) -> None:
    match = asked.parts.get().matches.first()
    for address in (
        f"/comparisons/{asked.pk}/",
        f"/comparisons/{asked.pk}/state/",
        f"/matches/{match.pk}/",
        f"/api/v1/matches/{match.pk}/",
    ):
        assert [arena.client(role).get(address).status_code for role in ROLES] == [404, 200, 404, 200]
    assert "Ink Pot v1" in arena.client("owner").get("/me/").content.decode()
    assert "Reed Pen" not in arena.client("rival").get("/me/").content.decode()
    assert f"#{match.pk}" not in arena.client("owner").get("/matches/").content.decode()


def test_the_page_tells_the_figure_so_far_and_what_is_still_needed(arena: Arena, asked: Comparison) -> None:
    Comparison.objects.update(blocks=40, differences=0.8, squares=4.0, slopes=8.0)
    client = arena.client("owner")
    page = client.get(f"/comparisons/{asked.pk}/").content.decode()
    for said in ("After 40 blocks Reed Pen v1 seems 17 points better", "more will tell", "Likely still needed"):
        assert said in page
    assert "After 40 blocks Reed Pen v1 seems 17 points better" in client.get("/me/").content.decode()


def test_a_fragment_tells_the_page_when_it_is_over(arena: Arena, asked: Comparison) -> None:
    client, address = arena.client("owner"), f"/comparisons/{asked.pk}/state/"
    assert "HX-Refresh" not in client.get(address).headers
    services.call_off(actor=arena.owner, comparison=asked)
    assert client.get(address)["HX-Refresh"] == "true"


def test_a_version_is_uploaded_to_take_over_only_if_it_is_not_worse(arena: Arena, tmp_path: Path) -> None:
    client, address = arena.client("owner"), f"/upload/?bot={arena.bot.slug}"
    assert "Take over only if it is not worse" in client.get(address).content.decode()
    assert "only if it is not worse" not in client.get("/upload/").content.decode()
    file = SimpleUploadedFile("main.py", stage.code("better"))
    client.post(address, {"file": file, "games": ["nefertiti"], "only_if_not_worse": "on"})
    assert arena.bot.versions.first().only_if_not_worse
    trial = Block.objects.get(subject=arena.entry, state="open").matches.get()
    while stage.fresh(trial.pk).state == "queued":
        services.play_next(slot=stage.slot(tmp_path))
    gate = Comparison.objects.get()
    for page in (f"/bots/{arena.bot.slug}/", "/me/"):
        shown = client.get(page).content.decode()
        assert "lays version 1 " in shown
        assert f"/comparisons/{gate.pk}/" in shown
    page = client.get(f"/comparisons/{gate.pk}/").content.decode()
    assert "You asked that version 2 takes over only if it is not worse." in page
    assert "Reed Pen v2 takes over unless Reed Pen v1 is found better." in page
    services.pair()
    page = client.get(f"/comparisons/{gate.pk}/").content.decode()
    assert all(f'<span class="muted small">v{number}</span>' in page for number in (1, 2))
    client.post(f"/comparisons/{gate.pk}/call-off/")
    assert "Version 2 did not take over" in client.get(f"/bots/{arena.bot.slug}/").content.decode()
    held = client.get(f"/bots/{arena.bot.slug}/versions/2/").content.decode()
    assert "You called its comparison with version 1 off" in held
    assert "Use it on Nefertiti, 3 seats" in held


def test_only_its_asker_calls_it_off(arena: Arena, asked: Comparison) -> None:
    address = f"/comparisons/{asked.pk}/call-off/"
    assert [arena.client(role).post(address).status_code for role in ROLES] == [302, 302, 404, 403]
    asked.refresh_from_db()
    assert asked.state == Comparison.State.CANCELLED
    again = arena.client("owner").post(address, follow=True).content.decode()
    assert "over already" in again
    assert "Called off: you called it off" in again
