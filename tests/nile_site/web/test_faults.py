"""The pages on which an author reads of faults, and what they do not tell to others."""

from __future__ import annotations

import pytest

from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry
from nile_site.matches.models import MatchSeat, SeatLog
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage
from tests.nile_site.arena import Arena

HOSTILE = b"\xff\x00\x1b[2J</pre><script>alert(1)</script>\r\n" + "\N{RIGHT-TO-LEFT OVERRIDE}".encode()
SHOWN = "\\xff\\x00\\x1b[2J&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\r\n\\u202e"


def page(arena: Arena, role: str, address: str) -> str:
    answer = arena.client(role).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_match_shows_its_card_to_the_author_of_the_faulty_bot_alone(arena: Arena) -> None:
    address, seat = f"/matches/{arena.played.pk}/", arena.seat(arena.played, arena.bot)
    SeatLog.objects.filter(seat__match=arena.played, seat__seat=seat).update(
        request=b'{"planted":1}', cpu_us=[900, 1700]
    )
    own = page(arena, "owner", address)
    ply = SeatLog.objects.get(seat__match=arena.played, seat__seat=seat).fault_ply
    for said in (
        f"It ended before the match was over at ply {ply}: ArithmeticError: planted.",
        f"ply {ply}, the bot's question 2",
        "1.7 ms for this question",
        "of 512 MiB",
        "in 4 of its 4 matches",
        f"nile repro {arena.played.pk}<",
        "{&quot;planted&quot;:1}",
    ):
        assert said in own
    for role in ("stranger", "rival", "staff"):
        other = page(arena, role, address)
        assert "For the author of <bdi>Reed Pen" not in other
        assert "ArithmeticError" not in other
        assert "nile repro" not in other
        assert "planted" not in other


@pytest.mark.parametrize("field", ["request", "answer", "stderr"])
def test_bytes_of_a_bot_are_text_with_escapes(arena: Arena, field: str) -> None:
    SeatLog.objects.filter(seat__match=arena.played).update(**{field: HOSTILE})
    assert SHOWN in page(arena, "owner", f"/matches/{arena.played.pk}/")
    seat = arena.seat(arena.played, arena.bot)
    told = arena.client("owner").get(f"/api/v1/matches/{arena.played.pk}/log/{seat}/").json()
    assert told[field] == "\\xff\\x00\\x1b[2J</pre><script>alert(1)</script>\\r\n\\u202e"


def test_a_match_of_an_open_block_says_when_the_card_comes(arena: Arena) -> None:
    address = f"/matches/{arena.shut.pk}/"
    assert "Your bot made a fault here." in page(arena, "owner", address)
    assert "Your bot made a fault here." not in page(arena, "rival", address)


def test_a_bot_page_leads_its_owner_to_the_faults(arena: Arena) -> None:
    address, link = f"/bots/{arena.bot.slug}/", f"/matches/{arena.played.pk}/#log-{arena.seat(arena.played, arena.bot)}"
    assert link in page(arena, "owner", address)
    for role in ("stranger", "rival", "staff"):
        assert "Its last faults" not in page(arena, role, address)


@pytest.fixture
def benched(arena: Arena) -> Arena:
    """An arena in which the owner's bot is benched for its faults."""
    reason = "Version 1 made 5 faults in its last 10 rated matches."
    ladders.take_out(entry=arena.entry, bench=Entry.Bench.FAULTS, reason=reason)
    return arena


def test_an_author_reads_why_a_bot_is_benched_and_runs_a_new_trial(benched: Arena) -> None:
    arena, address = benched, f"/bots/{benched.bot.slug}/"
    own, mine = page(arena, "owner", address), page(arena, "owner", "/me/")
    fault = (
        MatchSeat.objects.filter(entry=arena.entry, match__block__kind="rated").exclude(verdict__in=["", "ok"]).first()
    )
    link = f"/matches/{fault.match_id}/#log-{fault.seat}"
    for shown in (own, mine):
        assert "Version 1 made 5 faults in its last 10 rated matches." in shown
        assert link in shown
        assert "Run a new trial" in shown
    assert "new ones go without it, and its rating stays" in own
    for role in ("stranger", "rival", "staff"):
        assert "Run a new trial" not in page(arena, role, address)
    action = f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/"
    answer = arena.client("owner").post(action, {"action": "trial"}, follow=True).content.decode()
    assert "Its trial is set up." in answer
    assert "Version 1 is on trial" in answer
    assert "Run a new trial" not in answer
    assert "Benched until version 1 has passed its new trial." in page(arena, "owner", "/me/")


def test_a_trial_that_failed_is_told(benched: Arena, tmp_path: object) -> None:
    arena = benched
    arena.client("owner").post(f"/bots/{arena.bot.slug}/entries/{arena.entry.pk}/", {"action": "trial"})
    runner = stage.InlineRunner(faulty=["Reed Pen"])
    stage.play_all(Slot("test/0", runner, tmp_path))  # type: ignore[arg-type]
    own = page(arena, "owner", f"/bots/{arena.bot.slug}/")
    assert "The last trial failed. It ended before the match was over" in own
    assert "Run a new trial" in own
    assert "The last trial failed" not in page(arena, "rival", f"/bots/{arena.bot.slug}/")


def test_the_card_leads_to_where_the_guide_tells_of_repro(arena: Arena) -> None:
    link = "/docs/authors/#a-fault-of-a-match"
    assert f'href="{link}"' in page(arena, "owner", f"/matches/{arena.played.pk}/")
    assert 'id="a-fault-of-a-match"' in page(arena, "stranger", "/docs/authors/")
