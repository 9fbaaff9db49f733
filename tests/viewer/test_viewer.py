"""The replay viewer in a real browser: it draws whole matches, moves by every means, and shows the end properly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.viewer import harness

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("viewer")
    harness.build(folder)
    with harness.served(folder) as address:
        yield address, folder


@pytest.fixture
def trouble(page: Page) -> list[str]:
    """Collects errors and warnings of the page, refusals of its security policy among them, and dialogs."""
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: seen.append(dialog.message))
    return seen


@pytest.fixture
def visit(page: Page, site: tuple[str, Path]) -> Callable[..., dict[str, Any]]:
    """Opens a match at a moment, waits until it is drawn, and gives its frames."""

    def go(name: str, moment: str = "") -> dict[str, Any]:
        address, folder = site
        page.goto("about:blank")  # else a page that differs in its moment alone would not be loaded again
        page.goto(f"{address}/{name}.html{moment}")
        page.locator(".rv-stage > *").first.wait_for()
        loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text())
        return loaded

    return go


def where(page: Page) -> tuple[int, str]:
    ply, view = page.locator("replay-viewer").evaluate("viewer => [viewer.ply, viewer.view]")
    return ply, view


@pytest.mark.parametrize("name", list(harness.MATCHES))
def test_every_match_can_be_stepped_to_its_end_as_everybody(
    page: Page, visit: Callable[..., dict[str, Any]], trouble: list[str], name: str
) -> None:
    data = visit(name)
    last = len(data["frames"]) - 1
    steps = "(viewer, [view, by, last]) => { for (let ply = 0; ply < last; ply += by) viewer.show(ply, view); }"
    for view in ["spectator", *map(str, range(len(data["seats"])))]:
        by = 1 if data["tracks"][view] and not name.endswith("nasty") else 5  # else it shows little that is new
        page.locator("replay-viewer").evaluate(steps, [view, by, last])
        page.locator("replay-viewer").evaluate("(viewer, [last, view]) => viewer.show(last, view)", [last, view])
        assert where(page) == (last, view)
        expect(page.locator(".rv-ending h2")).to_have_text(data["result"]["headline"])
        expect(page.locator(".rv-stage")).not_to_contain_text("undefined")
        expect(page.locator(".rv-stage")).not_to_contain_text("[object")
    assert trouble == []


def test_the_slider_ends_at_the_last_event(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("four")
    last = len(data["frames"]) - 1
    slider = page.get_by_role("slider", name="Ply")
    expect(slider).to_have_attribute("max", str(last))
    slider.fill(str(last))
    expect(page.locator(".rv-ending")).to_be_visible()
    expect(page.locator('.rv-entry[aria-current="step"]')).to_contain_text(data["frames"][-1]["events"][-1]["text"])


def test_a_step_back_and_forward_gives_the_same_picture(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    visit("four", "#ply=9999")
    stage = page.locator(".rv-stage")
    before = stage.inner_html()
    page.get_by_role("button", name="One step back").click()
    assert stage.inner_html() != before
    expect(page.locator(".rv-ending")).to_be_hidden()
    page.get_by_role("button", name="One step forward").click()
    assert stage.inner_html() == before
    expect(page.locator(".rv-ending")).to_be_visible()


def test_keys_play_step_jump_and_choose_whose_eyes(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    last = len(visit("four")["frames"]) - 1
    page.keyboard.press("ArrowRight")  # nothing is in focus: the arrows move the first viewer
    assert where(page) == (1, "spectator")
    page.locator(".rv-stage").click()
    for key, place in [
        ("ArrowRight", (2, "spectator")),
        ("ArrowLeft", (1, "spectator")),
        ("2", (1, "1")),
        ("4", (1, "3")),
        ("9", (1, "3")),
        ("End", (last, "3")),
        ("ArrowRight", (last, "3")),
        ("0", (last, "spectator")),
        ("Home", (0, "spectator")),
        ("ArrowLeft", (0, "spectator")),
    ]:
        page.keyboard.press(key)
        assert where(page) == place, key
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_keys_outside_are_left_alone(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    visit("four", "#ply=5")
    page.evaluate("document.querySelector('h1').append(document.createElement('input'))")
    page.locator("h1 input").press("ArrowLeft")
    page.locator("h1 input").press("2")
    assert where(page) == (5, "spectator")


def test_play_runs_to_the_end_and_starts_again(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    visit("envelopes")
    page.get_by_role("combobox", name="Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play from the start")).to_be_visible(timeout=20_000)
    expect(page.locator(".rv-ending")).to_be_visible()
    page.get_by_role("button", name="Play from the start").click()
    expect(page.locator(".rv-ending")).to_be_hidden()
    page.get_by_role("button", name="Pause").click()


def test_a_link_leads_to_the_ply_and_the_view(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("four", "#ply=42&view=1")
    assert where(page) == (42, "1")
    expect(page.get_by_role("combobox", name="See as")).to_have_value("1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#ply=43&view=1")
    page.get_by_role("combobox", name="See as").select_option("spectator")
    page.wait_for_url("**#ply=43")
    page.evaluate("location.hash = '#ply=7'")
    page.wait_for_function("document.querySelector('replay-viewer').ply === 7")
    for nonsense, place in [
        ("#ply=99999&view=3", (len(data["frames"]) - 1, "3")),
        ("#ply=-4&view=zebra", (0, "spectator")),
        ("#ply=%3Cb%3E", (0, "spectator")),
    ]:
        visit("four", nonsense)
        assert where(page) == place


def test_the_link_to_a_moment_can_be_copied(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit("four", "#ply=42&view=1")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("#ply=42&view=1")


def test_a_sentence_leads_to_its_ply(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("four")
    text = data["frames"][12]["events"][0]["text"]
    page.locator('.rv-entry[data-ply="12"]').click()
    assert where(page) == (12, "spectator")
    expect(page.locator(".rv-caption")).to_contain_text(text)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert where(page) == (13, "spectator")
    assert page.locator('.rv-entry[tabindex="0"]').count() == 1


def test_only_those_who_are_told_read_a_secret(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("envelopes")
    secret = next(
        event for frame in data["frames"] for event in frame["events"] if event["event"].get("type") == "drawn"
    )
    (knows,) = secret["to"]
    log = page.locator(".rv-log")
    expect(log).not_to_contain_text(secret["text"])
    page.get_by_role("combobox", name="See as").select_option(str(knows))
    expect(log).to_contain_text(secret["text"])
    page.get_by_role("combobox", name="See as").select_option(str((knows + 1) % 3))
    expect(log).not_to_contain_text(secret["text"])
    expect(log).to_contain_text("draws a card")


def test_faults_are_named_with_their_verdict(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("faults", "#ply=9999")
    ending = page.locator(".rv-ending")
    expect(ending.get_by_role("row").filter(has_text="crashed")).to_have_count(2)
    expect(ending.get_by_role("row").filter(has_text="no fault")).to_have_count(2)
    for fault in data["result"]["faults"]:
        expect(ending).to_contain_text(fault["text"])
        page.locator(f'.rv-entry[data-ply="{fault["ply"]}"]').click()
        expect(page.locator(".rv-caption")).to_contain_text(fault["text"])


@pytest.mark.parametrize("name", ["tied", "all-faulted"])
def test_an_end_without_a_winner_is_told(page: Page, visit: Callable[..., dict[str, Any]], name: str) -> None:
    visit(name, "#ply=9999")
    words = {"tied": "A draw: all 4 share the first place", "all-faulted": "Nobody wins: every bot made a fault."}
    expect(page.locator(".rv-ending h2")).to_contain_text(words[name])
    expect(page.locator(".rv-tied").first).to_be_visible()


def test_names_are_text(page: Page, visit: Callable[..., dict[str, Any]], trouble: list[str]) -> None:
    visit("nasty", "#ply=9999")
    expect(page.locator(".nf-player").first).to_contain_text(harness.NASTY[0])
    expect(page.locator(".rv-ending")).to_contain_text(harness.NASTY[1])
    assert page.locator("replay-viewer img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert trouble == []


@pytest.mark.parametrize(
    ("name", "words"), [("missing", "There is no replay at this address"), ("broken", "What was given is not a replay")]
)
def test_what_cannot_be_shown_says_so(page: Page, site: tuple[str, Path], name: str, words: str) -> None:
    page.goto(f"{site[0]}/{name}.html")
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_viewer_without_a_replay_says_so_and_takes_one_from_a_module(page: Page, site: tuple[str, Path]) -> None:
    address, folder = site
    page.goto(f"{address}/inline.html#ply=3")
    expect(page.get_by_role("alert")).to_have_text("No replay was chosen.")
    data = json.loads((folder / "four.json").read_text())
    page.locator("replay-viewer").evaluate("(viewer, data) => { viewer.data = data; }", data)
    page.locator(".nf").wait_for()
    assert where(page) == (0, "spectator")  # unlinked: the page's address is not its own
    data["format"] = 99
    page.locator("replay-viewer").evaluate("(viewer, data) => { viewer.data = data; }", data)
    expect(page.get_by_role("alert")).to_contain_text("format 99")


@pytest.mark.parametrize(
    ("width", "scheme", "moment"), [(360, "light", 52), (360, "dark", 9999), (1440, "light", 9999), (1440, "dark", 0)]
)
def test_it_can_be_read_by_everybody(
    page: Page, visit: Callable[..., dict[str, Any]], width: int, scheme: Any, moment: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visit("faults", f"#ply={moment}")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("width", [920, 1240])
def test_labels_of_a_players_counts_stand_apart(page: Page, visit: Callable[..., dict[str, Any]], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    visit("four", "#ply=52")
    gaps = page.locator(".nf-counts").evaluate_all(
        """(lists) => lists.flatMap((list) => {
          const boxes = [...list.querySelectorAll('dt > span')].map((label) => label.getBoundingClientRect());
          return boxes.slice(1).map((box, i) => box.left - boxes[i].right);
        })"""
    )
    assert len(gaps) == 4 * 4
    assert min(gaps) >= 3


@pytest.mark.parametrize("width", [320, 360, 768, 1100])
def test_no_page_scrolls_sideways(page: Page, visit: Callable[..., dict[str, Any]], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for name in ("three", "faults", "nasty", "envelopes"):
        visit(name, "#ply=9999")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
