"""What an open block hides is in no answer, and what is an author's alone is in no other's."""

from __future__ import annotations

import pytest

from nile_site.matches.models import SeatLog
from tests.nile_site.api.test_access import READING as CALLS
from tests.nile_site.arena import Arena
from tests.nile_site.web.test_access import READING as PAGES


@pytest.fixture
def planted(arena: Arena) -> Arena:
    """Marks in what only an owner may read, of a closed block and of an open one."""
    for match, mark in ((arena.played, "closed"), (arena.shut, "open"), (arena.trial, "trial")):
        for log in SeatLog.objects.filter(seat__match=match):
            log.stderr = log.request = log.answer = f"planted-{mark}-{log.seat.bot.slug}".encode()
            log.detail = f"planted-{mark}-{log.seat.bot.slug}"
            log.notes = [[1, f"planted-{mark}-{log.seat.bot.slug}"]]
            log.save()
    return arena


@pytest.mark.parametrize("role", ["stranger", "owner", "rival", "staff"])
def test_no_answer_holds_what_its_reader_may_not_know(planted: Arena, role: str) -> None:
    client = planted.client(role)
    addresses = [f"/api/v1/{where(planted)}" for _, where, _ in CALLS] + [where(planted) for _, where, _ in PAGES]
    forbidden = ["planted-open", planted.deal.seed, planted.deal.salt]
    if role in ("stranger", "rival"):
        forbidden += ["planted-"]
    if role == "staff":
        forbidden += ["planted-closed-reed-pen", "planted-trial-broken-reed"]
    if role == "owner":
        forbidden += ["planted-closed-scarab", "planted-trial-scarab", "planted-closed-ibis"]
    leaks = {}
    for address in addresses:
        answer = client.get(address)
        told = answer.content.decode("utf-8", "replace") + str(answer.headers)
        if found := [secret for secret in forbidden if secret in told]:
            leaks[address] = found
    assert leaks == {}


def test_an_owner_does_read_the_own_log(planted: Arena) -> None:
    client = planted.client("owner")
    seat = planted.seat(planted.played, planted.bot)
    told = client.get(f"/api/v1/matches/{planted.played.pk}/log/{seat}/").json()
    assert told["stderr"] == "planted-closed-reed-pen"
    assert told["verdict"] == "crashed"
    page = client.get(f"/matches/{planted.played.pk}/").content.decode()
    assert "planted-closed-reed-pen" in page
    assert "planted-closed-scarab" not in page
