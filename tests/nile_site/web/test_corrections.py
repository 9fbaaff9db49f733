"""Staff correct what was rated on a page, and everybody reads why."""

from __future__ import annotations

import pytest

from nile_site.ladders.models import Correction, Entry
from nile_site.matches.models import Block
from tests.nile_site.arena import Arena

PAGE = "/ladders/nefertiti-3/organise/1/corrections/"


def test_a_bot_is_disqualified_and_readmitted_for_everybody_to_read(arena: Arena) -> None:
    client, public = arena.client("staff"), arena.client("stranger")
    body = {"action": "disqualify", "chosen": arena.entry.pk, "reason": "<i>two</i> accounts"}
    for _ in range(2):
        answer = client.post(PAGE, body, follow=True)
        assert answer.status_code == 200
    assert "Reed Pen is disqualified already." in answer.content.decode()
    assert Entry.objects.get(pk=arena.entry.pk).state == Entry.State.DISQUALIFIED
    for address in ("/ladders/nefertiti-3/", f"/bots/{arena.bot.slug}/"):
        assert "&lt;i&gt;two&lt;/i&gt; accounts" in public.get(address).content.decode(), address
    match = public.get(f"/matches/{arena.played.pk}/").content.decode()
    assert "Staff took its block back, and it counts for nobody: &lt;i&gt;two" in match
    ledger = public.get(f"/api/v1/entries/{arena.entry.pk}/ledger/").json()["results"]
    assert ledger[0]["correction"] == "<i>two</i> accounts"
    assert ledger[1]["correction"] is None
    correction = Correction.objects.get()
    client.post(PAGE, {"action": "undo", "chosen": correction.pk, "reason": "one account"})
    page = public.get("/ladders/nefertiti-3/").content.decode()
    for said in ("plays again", "one account", "undone since"):
        assert said in page
    assert Entry.objects.get(pk=arena.entry.pk).rating_mpt == arena.entry.rating_mpt


def test_a_block_is_taken_back_from_its_match(arena: Arena) -> None:
    client = arena.client("staff")
    link = f"{PAGE}?block={arena.played.block.number}"
    assert link in client.get(f"/matches/{arena.played.pk}/").content.decode()
    assert link not in arena.client("owner").get(f"/matches/{arena.played.pk}/").content.decode()
    assert f'value="{arena.played.block.number}"' in client.get(link).content.decode()
    client.post(PAGE, {"action": "take back", "chosen": arena.played.block.number, "reason": "a test"})
    assert Block.objects.get(pk=arena.played.block_id).outcome == Block.Outcome.TAKEN_BACK
    for body, said in [
        ({"action": "take back", "chosen": arena.played.block.number, "reason": "again"}, "does not count as it is"),
        ({"action": "disqualify", "chosen": arena.entry.pk, "reason": ""}, "Say why"),
        ({"action": "sell"}, "Say what is to be done"),
    ]:
        assert said in client.post(PAGE, body, follow=True).content.decode(), said
    for what in ("take back", "disqualify", "undo"):
        for chosen in ("", "999999", "abc", "9" * 30):
            assert client.post(PAGE, {"action": what, "chosen": chosen, "reason": "x"}).status_code == 404


@pytest.mark.parametrize("role", ["stranger", "owner", "rival"])
@pytest.mark.parametrize("action", ["disqualify", "take back", "undo"])
def test_nobody_but_staff_corrects(arena: Arena, role: str, action: str) -> None:
    answer = arena.client(role).post(PAGE, {"action": action, "chosen": arena.entry.pk, "reason": "mine"})
    assert answer.status_code == (302 if role == "stranger" else 403)
    assert not Correction.objects.exists()
