"""The board of Amun-Re in a real browser: what lies open is drawn, what is hidden is not, and every point explained."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from arena.games.amun_re.board import TABLE
from tests.viewer import harness
from tests.viewer.harness import plies, views

pytestmark = pytest.mark.browser

MATCHES = ("amun-re-five", "amun-re-nasty")
Visit = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("viewer")
    harness.build(folder, MATCHES)
    with harness.served(folder) as address:
        yield address, folder


@pytest.fixture
def visit(page: Page, site: tuple[str, Path]) -> Visit:
    """Opens a match at a moment, waits until it is drawn, and gives its frames."""

    def go(name: str, moment: str = "") -> dict[str, Any]:
        address, folder = site
        page.goto("about:blank")
        page.goto(f"{address}/{name}.html{moment}")
        page.locator(".am").wait_for()
        loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text())
        return loaded

    return go


def show(page: Page, ply: int, view: str = "spectator") -> None:
    page.locator("replay-viewer").evaluate("(viewer, [ply, view]) => viewer.show(ply, view)", [ply, view])


def test_provinces_lie_where_the_rules_say() -> None:
    """AR-1.1: by bank, half and river; north is up."""
    plan = (harness.VIEWER / "games" / "amun-re" / "plan.js").read_text()
    places = {name: (int(row), int(column)) for name, row, column in re.findall(r"(\w+): \[(\d), (\d)\]", plan)}
    assert set(places) == {province.name for province in TABLE}
    for province in TABLE:
        row, column = places[province.name]
        assert (province.half, province.bank) == ("LLUU"[row], "WWEE"[column])
        assert province.nile == (column in (1, 2))


@pytest.mark.parametrize("ply", [7, 90, 9999])
def test_the_map_shows_what_stands(page: Page, visit: Visit, ply: int) -> None:
    data = visit("amun-re-five", f"#ply={ply}")
    view = views(data, "spectator")[min(ply, len(data["frames"]) - 1)]
    seen = {province["id"]: province for province in view["provinces"]}
    for printed in data["printed"]["provinces"]:
        drawn = page.locator(f'[data-province="{printed["id"]}"]')
        now = seen.get(printed["id"], {})
        numbers = [str(now[what]) for what in ("pyramids", "stones", "cards") if now.get(what)]
        assert drawn.locator(".am-stands").all_text_contents() == numbers, printed["id"]
        assert drawn.locator(".am-field.am-taken").count() == now.get("farmers", 0)
        assert drawn.locator(".am-beside").count() == now.get("extra", 0)
        assert drawn.locator(".am-field").count() == printed["fields"]
        owner = now.get("owner")
        assert (re.search(r"am-owned seat-(\d)", drawn.get_attribute("class") or "") or [None, None])[1] == (
            None if owner is None else str(owner)
        )
        away = not now or now.get("hidden", False)
        assert ("am-away" in (drawn.get_attribute("class") or "")) is away
    expect(page.locator(".am-level-name.am-here")).to_have_text([str(view["level"])] if view["level"] else [])
    words = page.get_by_role("img", name="Map of the Nile").get_attribute("aria-label") or ""
    assert words.count(";") == len(seen)


def test_an_auction_shows_every_bid_and_who_leads(page: Page, visit: Visit) -> None:
    data = visit("amun-re-five")
    ply = next(ply for ply in plies(data, "bid") if data["frames"][ply]["events"][0]["event"].get("cards") and ply > 0)
    begun = max(opened for opened in plies(data, "round") if opened < ply)
    show(page, ply)
    bids: dict[str, list[dict[str, Any]]] = {}
    for frame in data["frames"][begun + 1 : ply + 1]:
        for event in (told["event"] for told in frame["events"] if told["event"]["type"] == "bid"):
            bids.setdefault(event["province"], []).append(event)
    assert max(map(len, bids.values())) > 1
    for province in views(data, "spectator")[ply]["offered"]:
        drawn = page.locator(f'[data-province="{province}"]')
        made = bids.get(province, [])
        assert drawn.locator(".am-bid").count() == len(made)
        if made:
            expect(drawn.locator(".am-price")).to_have_text(str(made[-1]["price"]))
            expect(drawn.locator(f".am-bid.am-top.seat-{made[-1]['seat']}")).to_have_count(1)
        else:
            expect(drawn.locator(".am-no-bid")).to_have_text("no bid")


def test_a_hand_is_open_to_its_owner_alone(page: Page, visit: Visit) -> None:
    data = visit("amun-re-five", "#ply=13&view=1")
    hand = views(data, "1")[13]["hand"]
    assert sum(hand.values()) > 1
    cards = page.get_by_role("list", name="Power cards of Ibis")
    assert sum(map(int, cards.locator(".am-chip-count").all_text_contents())) == sum(hand.values())
    assert cards.locator(".am-card-back").count() == 0
    for track in ("spectator", "0"):
        show(page, 13, track)
        expect(cards.locator(".am-chip")).to_have_count(1)
        expect(cards.locator(".am-chip .am-card-back")).to_have_count(1)
        expect(cards.locator(".am-chip-count")).to_have_text(str(sum(hand.values())))


def test_the_head_names_what_is_asked_to_nobody_else(page: Page, visit: Visit) -> None:
    data = visit("amun-re-five")
    head = page.locator(".rv-asked")
    seat, ply = next(
        (seat, ply)
        for seat in range(5)
        for ply, view in enumerate(views(data, str(seat)))
        if view["asked"] == "harvest"
    )
    show(page, ply, str(seat))
    expect(head).to_have_text(f"To decide: {harness.NAMES[seat]}, which cards to play in the harvest")
    for track in ("spectator", str((seat + 1) % 5), str((seat + 2) % 5)):
        show(page, ply, track)
        expect(head).to_have_text(f"Turn: {harness.NAMES[seat]}")
    offer = plies(data, "offering")[-1] - 1
    able = [seat for seat, one in enumerate(views(data, "0")[offer]["players"]) if one["gold"] or one["cards"]]
    show(page, offer, "0")
    expect(head).to_have_text(re.compile("To decide: .*, what to offer, or to steal"))
    for seat, name in enumerate(harness.NAMES):
        assert (name in head.inner_text()) is (seat in able)
    expect(page.get_by_text("Everybody offers or steals, sealed.")).to_be_visible()


def test_the_scorings_explain_every_point(page: Page, visit: Visit) -> None:
    data = visit("amun-re-five", "#ply=9999")
    tables = page.locator(".am-scoring table")
    expect(tables).to_have_count(2)
    new, old = (
        [[int(cell) for cell in row.locator("td").evaluate_all("cells => cells.map((one) => one.firstChild.data)")]
         for row in table.locator("tbody tr").all()]
        for table in tables.all()
    )  # fmt: skip
    assert all(sum(parts) == total for *parts, total in (*new, *old))
    assert [ours[-1] + theirs[-1] for ours, theirs in zip(new, old, strict=True)] == data["result"]["scores"]
    over = views(data, "spectator")[plies(data, "kingdom")[0]]
    assert [row[-1] for row in old] == [player["points"] for player in over["players"]]
    for kind, column in (("bonus", 0), ("gold", 5)):
        assert plies(data, kind)
        assert any(row[column] for row in new)
    expect(tables.first.get_by_text("One Region")).to_be_visible()
    show(page, plies(data, "scored")[0] - 1)
    expect(tables).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "sign"),
    [
        ("bid", ".am-province.am-new .am-bid.am-top"),
        ("placed", ".am-province.am-new"),
        ("offering", ".am-offerings.rv-fresh"),
        ("scored", ".am-scoring tr.rv-fresh"),
        ("won", ".am-estate.rv-fresh"),
        ("harvested", ".am-count.rv-fresh .rv-more"),
    ],
)
def test_what_a_step_changed_is_marked(page: Page, visit: Visit, kind: str, sign: str) -> None:
    data = visit("amun-re-five")
    ply = plies(data, kind)[-2]
    show(page, ply)
    assert page.locator(sign).count() >= 1
    show(page, next(quiet for quiet, frame in enumerate(data["frames"]) if quiet and not frame["events"]))
    assert page.locator(".am .rv-fresh, .am .am-new").count() == 0


def test_the_keys_stay_open_from_step_to_step(page: Page, visit: Visit) -> None:
    visit("amun-re-five", "#ply=5")
    page.get_by_text("The power cards", exact=True).click()
    expect(page.get_by_text("a farmer beside the fields")).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    expect(page.get_by_text("a farmer beside the fields")).to_be_visible()
    expect(page.get_by_text("8 gold when camels come")).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "scheme", "moment"),
    [
        (360, "light", "#ply=90&view=0"),
        (360, "dark", "#ply=9999"),
        (1440, "light", "#ply=119"),
        (1440, "dark", "#ply=31&view=2"),
    ],
)
def test_it_can_be_read_by_everybody(page: Page, visit: Visit, width: int, scheme: Any, moment: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visit("amun-re-five", moment)
    for key in ("The power cards", "The provinces"):
        page.get_by_text(key, exact=True).click()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_no_page_scrolls_sideways(page: Page, visit: Visit, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    last = len(visit("amun-re-nasty", "#ply=0&view=1")["frames"]) - 1
    page.get_by_text("The provinces", exact=True).click()
    wide = page.locator("replay-viewer").evaluate(
        """(viewer, last) => {
          const wide = [];
          for (let ply = last; ply >= 0; ply -= 15) {
            viewer.show(ply, ply % 2 ? '1' : 'spectator');
            const boxes = [document.documentElement, ...viewer.querySelectorAll('.am-scoring')];
            if (boxes.some((box) => box.scrollWidth > box.clientWidth)) wide.push(ply);
          }
          return wide;
        }""",
        last,
    )
    assert wide == []
