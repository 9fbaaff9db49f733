"""The board as a file: in the order of page and API, and safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest

from nile_site.bots.models import Bot
from nile_site.ladders.models import Entry
from nile_site.web.exports import table
from tests.nile_site.arena import Arena

FILE = "/ladders/nefertiti-3/seasons/1/standings.csv"


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_page_api_and_file_tell_the_same_in_the_same_order(arena: Arena) -> None:
    Entry.objects.filter(season=arena.season, bot__name="Heron").update(rating_mpt=3_234_567, games=3)
    client = arena.client("stranger")
    answer = client.get(FILE)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="nefertiti-3-season-1.csv"'
    rows = read(answer.content.decode())
    told = client.get("/api/v1/ladders/nefertiti-3/standings/").json()["results"]
    shown = client.get("/ladders/nefertiti-3/").context["rows"]
    assert [row["slug"] for row in rows] == [line["bot"]["slug"] for line in told]
    assert [row["slug"] for row in rows] == [row.line.entry.bot.slug for row in shown]
    assert (rows[0]["slug"], rows[0]["rating"], rows[0]["rank"]) == ("heron", "3234.567", "1")
    for row, line in zip(rows, told, strict=True):
        for name in ("rank", "rating", "error", "games", "blocks", "firsts", "faults"):
            assert row[name] == ("" if line[name] is None else str(line[name])), (row["bot"], name)
        for number, seat in enumerate(line["seats"], start=1):
            assert row[f"seat_{number}_games"] == str(seat["games"])
    own = next(line for line in told if line["bot"]["slug"] == arena.bot.slug)
    assert (own["games"], own["faults"], own["mean_rank"], len(own["form"])) == (3, 3, 3.0, 1)
    assert own["form"][0] < 0


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", 'say "hi", then\nleave'])
def test_a_name_never_becomes_a_formula(arena: Arena, name: str) -> None:
    Bot.objects.filter(pk=arena.bot.pk).update(name=name)
    rows = read(arena.client("stranger").get(FILE).content.decode())
    row = next(row for row in rows if row["slug"] == arena.bot.slug)
    assert row["bot"] == (name if name.startswith("say") else f"'{name}")


def test_negative_numbers_stay_numbers() -> None:
    assert table([["-1", -1, -2.5, None]]) == "'-1,-1,-2.5,\r\n"
