"""Matches, replays and frames over the API."""

from __future__ import annotations

import gzip
import json

from rest_framework.serializers import ModelSerializer

from arena import replay
from nile_site.api.serializers.matches import MatchShort, Seat
from nile_site.matches import selectors
from tests.nile_site.arena import Arena


def test_a_replay_is_downloaded_verified_and_known_by_its_tag(arena: Arena) -> None:
    client, address = arena.client("stranger"), f"/api/v1/matches/{arena.played.pk}/replay/"
    answer = client.get(address)
    assert answer["Content-Type"] == "application/gzip"
    assert f'filename="match-{arena.played.pk}.nile.gz"' in answer["Content-Disposition"]
    assert replay.verify(answer.content).identity == arena.played.identity
    assert answer["ETag"] == f'"{arena.played.identity}"'
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "public" in answer["Cache-Control"]
    own = arena.client("owner").get(f"/api/v1/matches/{arena.trial.pk}/replay/")
    assert "private" in own["Cache-Control"]


def test_frames_come_packed_or_plain_and_carry_the_names(arena: Arena) -> None:
    client, address = arena.client("stranger"), f"/api/v1/matches/{arena.played.pk}/frames/"
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    frames = json.loads(plain.content)
    assert "Reed Pen" in frames["seats"]
    assert len(frames["frames"]) == arena.played.plies + 1
    assert client.get(address, headers={"If-None-Match": plain["ETag"]}).status_code == 304


def test_an_open_block_tells_its_commitment_and_neither_seed_nor_replay(arena: Arena) -> None:
    told = arena.client("owner").get(f"/api/v1/matches/{arena.shut.pk}/").json()
    assert told["deal"]["commitment"] == arena.shut.block.commitment
    assert (told["deal"]["seed"], told["deal"]["salt"]) == ("", "")
    assert (told["replay"], told["has_replay"]) == (None, False)
    assert told["status"]["next"].startswith("Replay and seed open when 2 more matches")


def test_a_closed_block_tells_all_that_checks_it(arena: Arena) -> None:
    told = arena.client("stranger").get(f"/api/v1/matches/{arena.played.pk}/").json()
    assert told["deal"]["seed"].isdigit()
    assert told["replay"] == arena.played.identity
    assert len(told["rotations"]) == 3
    assert [attempt["outcome"] for attempt in told["attempts"]] == ["recorded"]
    crashed = next(seat for seat in told["seats"] if seat["bot"] == "reed-pen")
    assert (crashed["verdict"], crashed["rank"]) == ("crashed", 3)


def test_matches_are_chosen_by_bot_and_ladder_and_walked_to_the_end(arena: Arena) -> None:
    client = arena.client("owner")
    found, address = [], "/api/v1/matches/?bot=reed-pen&ladder=nefertiti-3&page_size=2"
    while address:
        page = client.get(address).json()
        found += [match["id"] for match in page["results"]]
        address = page["next"]
    assert found == sorted(set(found), reverse=True)
    assert len(found) == 6
    assert client.get("/api/v1/matches/?bot=nobody").status_code == 404
    assert client.get("/api/v1/matches/?ladder=nothing").status_code == 404


def test_trials_are_listed_for_their_owner_only(arena: Arena) -> None:
    def kinds(role: str) -> set[str]:
        return {match["kind"] for match in arena.client(role).get("/api/v1/matches/").json()["results"]}

    assert kinds("owner") == {"rated", "trial"}
    assert kinds("rival") == kinds("stranger") == {"rated"}


def test_lists_are_told_as_the_framework_would_tell_them(arena: Arena) -> None:
    matches = list(selectors.recent_matches())
    assert {match.state for match in matches} >= {"finished"}
    seats = [seat for match in matches for seat in match.listed_seats]
    for serializer, rows in ((MatchShort(), matches), (Seat(), seats)):
        for row in rows:
            assert serializer.to_representation(row) == ModelSerializer.to_representation(serializer, row)
