"""Tokens: told once, stored as hashes, gone at once when revoked."""

from __future__ import annotations

from django.test import Client
from knox.models import AuthToken

from nile_site.accounts import tokens
from tests.nile_site.arena import Arena


def test_a_token_is_told_once_and_acts_for_its_owner(arena: Arena) -> None:
    client = arena.client("owner")
    made = client.post("/api/v1/tokens/", {"days": 30}, content_type="application/json")
    assert made.status_code == 201
    assert made["Cache-Control"] == "no-store"
    secret = made.json()["token"]
    assert secret.startswith("nile_")
    assert secret not in client.get("/api/v1/tokens/").content.decode()
    assert secret not in client.get("/me/tokens/").content.decode()
    assert not AuthToken.objects.filter(digest__contains=secret[:20]).exists()
    program = Client(headers={"Authorization": f"Token {secret}"})
    assert program.get("/api/v1/me/").json()["username"] == "Senmut"
    assert program.get("/me/").status_code == 302  # pages are for people

    assert arena.client("rival").delete(f"/api/v1/tokens/{made.json()['key']}/").status_code == 404
    assert client.delete(f"/api/v1/tokens/{made.json()['key']}/").status_code == 204
    assert program.get("/api/v1/me/").status_code == 401


def test_the_page_shows_a_new_token_this_once_and_revokes(arena: Arena) -> None:
    client = arena.client("owner")
    page = client.post("/me/tokens/", {"action": "create", "days": ""})
    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert secret not in client.get("/me/tokens/").content.decode()
    client.post("/me/tokens/", {"action": "revoke", "key": secret[:15]})
    assert not AuthToken.objects.filter(user=arena.owner).exists()
    wrong = client.post("/me/tokens/", {"action": "revoke", "key": "nile_0123456789"})
    assert wrong.status_code == 404


def test_no_account_hoards_tokens(arena: Arena) -> None:
    client = arena.client("owner")
    for _ in range(tokens.MOST):
        tokens.create_token(user=arena.owner)
    assert client.post("/api/v1/tokens/", {}, content_type="application/json").status_code == 429
    assert "which is the most" in client.post("/me/tokens/", {"action": "create"}, follow=True).content.decode()
    for days in (0, -1, 10**9, "soon"):
        answer = client.post("/api/v1/tokens/", {"days": days}, content_type="application/json")
        assert answer.status_code == 400


def test_a_blocked_account_s_token_is_refused(arena: Arena) -> None:
    made = tokens.create_token(user=arena.owner)
    arena.owner.is_active = False
    arena.owner.save()
    try:
        assert Client(headers={"Authorization": f"Token {made.secret}"}).get("/api/v1/me/").status_code == 401
    finally:
        arena.owner.is_active = True
