"""What a person does here, from the first page to the last, in a real browser against the whole site."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from bots_sdk.cli import main as nile
from tests.nile_site.embedded.processes import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PASSWORD = "papyrus and reed pens"
TRIAL_STARTS_WITHIN_S = 10
BROKEN = """\
from bots_sdk import Bot, run


class Broken(Bot):
    def decide(self, turn):
        raise RuntimeError("the scribe dropped the pen")


run(Broken)
"""


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("navigation", name="Account").get_by_role("link", name=name)).to_be_visible()


def upload(page: Page, file: Path, *, name: str, ladder: str) -> None:
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Upload").click()
    page.get_by_label("Name of the bot").fill(name)
    page.get_by_label("Nefertiti", exact=True).check()
    page.get_by_label("File").set_input_files(file)
    page.get_by_label(ladder).check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def asked(page: Page, path: str) -> Any:
    """What the API tells the person who is signed in."""
    answer = page.request.get(path)
    assert answer.ok, (path, answer.status, answer.text())
    return answer.json()


def bundle_of_new_bot(folder: Path) -> Path:
    """A zip of what `nile new` makes."""
    bot, bundle = folder / "mybot", folder / "mybot.zip"
    for command in (["new", str(bot)], ["bundle", str(bot), "--out", str(bundle)]):
        done = CliRunner().invoke(nile, command)
        assert done.exit_code == 0, done.output
    return bundle


def test_a_new_author_gets_onto_the_ladder_and_watches_a_match(visitor: Page, tmp_path: Path) -> None:
    page = visitor
    sign_up(page, "Senmut")
    upload(page, bundle_of_new_bot(tmp_path), name="Reed Pen", ladder="Nefertiti, 3 seats")

    # the trial comes ahead of the house bots' matches, and the page follows it by itself
    expect(page.get_by_role("heading", name=re.compile("on trial|passed"))).to_be_visible(timeout=5_000)
    trials = "/api/v1/matches/?bot=reed-pen"
    wait_until(lambda: any(m["started_at"] for m in asked(page, trials)["results"]), "the trial to start", 60)
    trial = asked(page, trials)["results"][-1]
    assert trial["kind"] == "trial"
    uploaded_at = asked(page, "/api/v1/bots/reed-pen/versions/")["results"][0]["created_at"]
    waited = datetime.fromisoformat(trial["started_at"]) - datetime.fromisoformat(uploaded_at)
    assert waited.total_seconds() < TRIAL_STARTS_WITHIN_S
    expect(page.locator(".ladder-of-bot .mark", has_text="plays")).to_be_visible(timeout=90_000)

    # it stands on the ladder; after its first block, with a rating of its own
    def is_rated() -> bool:
        rows = asked(page, "/api/v1/ladders/nefertiti-3/standings/")["results"]
        return any(row["bot"]["slug"] == "reed-pen" and row["games"] >= 3 for row in rows)

    wait_until(is_rated, "its first block to be rated", 200)
    page.get_by_role("link", name="Nefertiti, 3 seats").first.click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Reed Pen")).first
    expect(row).to_contain_text("Senmut")
    expect(row.locator("strong")).to_have_text(re.compile(r"^\d{3,4}$"))

    # one of its matches, to the end, through the eyes of its seat
    page.get_by_role("link", name="Reed Pen").first.click()
    rated = next(m for m in asked(page, trials)["results"] if m["kind"] == "rated" and m["state"] == "finished")
    page.get_by_role("link", name=f"#{rated['id']}", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Match {rated['id']}")
    seat = next(s["seat"] for s in rated["seats"] if s["bot"] == "reed-pen")
    viewer = page.locator("replay-viewer")
    viewer.get_by_role("button", name="One step forward").click()
    viewer.get_by_role("button", name="To the end").click()
    expect(viewer).to_have_js_property("ply", rated["plies"])
    viewer.get_by_label("See as").select_option(str(seat))
    expect(viewer).to_have_js_property("view", str(seat))
    expect(page.get_by_role("heading", name="For the author of Reed Pen only")).to_be_visible()
    expect(page.get_by_text(f"nile verify match-{rated['id']}.nile.gz")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.request.get(f"/matches/{trial['id']}/").status == 404


def test_an_author_finds_out_why_a_broken_bot_failed(visitor: Page, tmp_path: Path) -> None:
    page = visitor
    sign_up(page, "Paneb")
    escaping = tmp_path / "escaping.zip"
    with ZipFile(escaping, "w") as archive:
        archive.writestr("main.py", BROKEN)
        archive.writestr("../../outside.py", "")
    page.get_by_role("link", name="Upload").first.click()
    page.get_by_label("Name of the bot").fill("Broken Reed")
    page.get_by_label("Nefertiti", exact=True).check()
    page.get_by_label("File").set_input_files(escaping)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_contain_text("outside.py")

    broken = tmp_path / "main.py"
    broken.write_text(BROKEN)
    upload(page, broken, name="Broken Reed", ladder="Nefertiti, 3 seats")
    expect(page.get_by_role("heading", name="Version 1 failed its trial")).to_be_visible(timeout=90_000)
    expect(page.locator("#live")).to_contain_text("ended before the match was over")
    page.get_by_role("link", name="The match, with the exact request and answer").click()
    own = page.locator(".seat-log")
    expect(own).to_contain_text("the scribe dropped the pen")
    expect(own).to_contain_text('"type":"decide"')


PAGES = [
    "/", "/ladders/", "/ladders/nefertiti-3/", "/matches/", "/bots/hatshepsut/", "/bots/hatshepsut/versions/1/",
    "/games/", "/games/nefertiti/", "/docs/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/",
    "/nothing-here/",
]  # fmt: skip
OWN_PAGES = ["/me/", "/me/tokens/", "/upload/", "/accounts/password/change/", "/accounts/email/", "/accounts/logout/"]
AXE = {"resultTypes": ["violations"], "preload": False}  # its preloading writes inline styles, which we forbid


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_no_barriers_and_no_sideways_scrolling(visitor: Page, scheme: Any) -> None:
    page = visitor
    page.emulate_media(color_scheme=scheme)
    match = asked(page, "/api/v1/matches/?ladder=nefertiti-3")["results"][-1]["id"]
    barriers: dict[str, list[tuple[str, str]]] = {}
    for path in [*PAGES, f"/matches/{match}/"]:
        barriers |= look_at(page, path)
    sign_up(page, f"Merit-{scheme}")
    for path in OWN_PAGES:
        barriers |= look_at(page, path)
    assert barriers == {}


def look_at(page: Page, path: str) -> dict[str, list[tuple[str, str]]]:
    """Open a page narrow and wide; return what axe has against it, by its address."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.set_viewport_size({"width": 1280, "height": 900})
    if page.locator("replay-viewer").count():
        page.get_by_role("button", name="To the end").wait_for()
    found = Axe().run(page, options=AXE).response["violations"]
    return (
        {
            path: [
                (each["id"], each["nodes"][0]["html"][:200] + each["nodes"][0]["failureSummary"][:300])
                for each in found
            ]
        }
        if found
        else {}
    )
