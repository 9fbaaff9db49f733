"""Signing up, in and out, and what stands in the way."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings

from nile_site.accounts import services
from nile_site.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "papyrus and reed pens"


@pytest.fixture(autouse=True)
def _no_memory_of_earlier_tries() -> None:
    cache.clear()


def sign_up(name: str) -> Client:
    client = Client()
    body = {"username": name, "email": "scribe@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.answer = client.post("/accounts/signup/", body)  # type: ignore[attr-defined]
    return client


def test_a_person_signs_up_is_in_and_signs_out() -> None:
    client = sign_up("Senmut")
    assert User.objects.get().username == "Senmut"
    assert client.get("/me/").status_code == 200
    assert client.post("/accounts/logout/").status_code == 302
    assert client.get("/me/").status_code == 302
    assert client.post("/accounts/login/", {"login": "senmut", "password": PASSWORD}).status_code == 302
    assert client.get("/me/").status_code == 200


@pytest.mark.parametrize("name", ["Senmut", "SENMUT", "Ѕenmut", "<script>", "a\u202eb", "senmut@example.org"])
def test_names_that_are_taken_or_hostile_are_refused(name: str) -> None:
    services.create_user(username="Senmut", email="first@example.org")
    answer = sign_up(name).answer  # type: ignore[attr-defined]
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


def test_sign_up_can_be_closed() -> None:
    with override_settings(SIGNUP_OPEN=False):
        page = Client().get("/accounts/signup/").content.decode()
        assert "Sign-up is closed" in page
        assert "Sign up" not in Client().get("/").content.decode()
        sign_up("Senmut")
    assert not User.objects.exists()


def test_a_forgotten_password_is_mended_by_mail_and_tells_strangers_nothing() -> None:
    services.create_user(username="Senmut", email="scribe@example.org", password=PASSWORD)
    known = Client().post("/accounts/password/reset/", {"email": "scribe@example.org"}, follow=True)
    assert len(mail.outbox) == 1
    assert "/accounts/password/reset/key/" in mail.outbox[0].body
    cache.clear()
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.content.decode().count("<h1") == unknown.content.decode().count("<h1") == 1
    assert known.redirect_chain == unknown.redirect_chain


def test_the_house_and_blocked_accounts_cannot_sign_in() -> None:
    services.house_account(name="Nile House")
    blocked = services.create_user(username="Senmut", email="scribe@example.org", password=PASSWORD)
    blocked.is_active = False
    blocked.save()
    for name in ("Nile House", "Senmut"):
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert client.get("/me/").status_code == 302


def test_the_page_after_signing_in_stays_on_this_site() -> None:
    services.create_user(username="Senmut", email="scribe@example.org", password=PASSWORD)
    answer = Client().post("/accounts/login/?next=//evil.example/", {"login": "Senmut", "password": PASSWORD})
    assert answer["Location"] == "/"
