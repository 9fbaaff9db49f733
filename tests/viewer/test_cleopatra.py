"""The board of Cleopatra in a real browser: what lies open is drawn, what is hidden is not, and changes are marked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.viewer import harness
from tests.viewer.harness import plies, views

pytestmark = pytest.mark.browser

MATCHES = ("cleopatra-three", "cleopatra-five", "cleopatra-nasty")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("viewer")
    harness.build(folder, MATCHES)
    with harness.served(folder) as address:
        yield address, folder


@pytest.fixture
def visit(page: Page, site: tuple[str, Path]) -> Callable[..., dict[str, Any]]:
    """Opens a match at a moment, waits until it is drawn, and gives its frames."""

    def go(name: str, moment: str = "") -> dict[str, Any]:
        address, folder = site
        page.goto("about:blank")
        page.goto(f"{address}/{name}.html{moment}")
        page.locator(".cl").wait_for()
        loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text())
        return loaded

    return go


def test_the_palace_shows_what_stands(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-five", "#ply=9999")
    last = views(data, "spectator")[-1]
    palace = page.get_by_role("img", name="Palace:")
    assert palace.locator(".cl-wall.cl-stands").count() == sum(last["walls"])
    assert palace.locator(".cl-door.cl-stands").count() == sum(last["doors"].values())
    assert palace.locator(".cl-obelisk.cl-stands").count() == 2 - last["stock"]["obelisk"]
    assert palace.locator(".cl-sphinx.cl-stands").count() == 6 - last["stock"]["sphinx"]
    assert palace.locator(".cl-sanctuary").count() == len(last["sanctuaries"])
    laid = [placement[0] for placement in last["mosaics"]["laid"]]
    assert sorted(palace.locator(".cl-tile-name").all_text_contents()) == sorted(laid)
    assert page.locator(".cl-tile.cl-laid").count() == len(laid)
    assert page.locator(".cl-tile.cl-piled, .cl-tile.cl-top").count() == last["stock"]["mosaic"]
    assert f"Cleopatra on step {last['cleopatra']} of 5" in (palace.get_attribute("aria-label") or "")


def test_the_market_shows_backs_of_cards_that_lie_face_down(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-three", "#ply=100")
    market = views(data, "spectator")[100]["market"]
    for stall, cards in enumerate(market):
        drawn = page.locator(".cl-stall").nth(stall)
        assert drawn.locator(".cl-slip").count() == len(cards)
        assert drawn.locator(".cl-card-back").count() == cards.count("?")


def test_a_hand_is_open_to_its_owner_alone(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-five", "#ply=200&view=1")
    mine = views(data, "1")[200]["me"]
    own, other = page.locator(".cl-player").nth(1), page.locator(".cl-player").nth(2)
    expect(own.locator(".cl-count").nth(0)).to_contain_text(str(mine["talents"]))
    expect(own.locator(".cl-count").nth(1)).to_contain_text(str(mine["amulets"]))
    counts = own.locator("ul").first.locator(".cl-chip-count").all_text_contents()
    assert sum(map(int, counts)) == sum(mine["hand"].values())
    expect(other.locator(".cl-count").nth(0)).to_contain_text("hidden")
    expect(other.locator(".cl-count").nth(1)).to_contain_text("hidden")
    page.get_by_role("combobox", name="See as").select_option("spectator")
    expect(own.locator(".cl-count").nth(0)).to_contain_text("hidden")


@pytest.mark.parametrize(("name", "seat"), [("cleopatra-three", 0), ("cleopatra-five", 2)])
def test_the_badges_of_hidden_amounts_add_up_to_what_the_owner_sees(
    page: Page, visit: Callable[..., dict[str, Any]], name: str, seat: int
) -> None:
    data = visit(name)
    badges = """(viewer, [seat, last, eyes]) => {
      const read = (player, nth) => player.querySelectorAll('.cl-count')[nth].querySelector('.rv-change')?.textContent;
      return Array.from({ length: last + 1 }, (_, ply) => {
        viewer.show(ply, eyes);
        const player = viewer.querySelectorAll('.cl-player')[seat];
        return [0, 1].map((nth) => Number((read(player, nth) ?? '0').replace('−', '-')));
      });
    }"""
    own = [[view["me"][field] for field in ("talents", "amulets")] for view in views(data, str(seat))]
    last = len(own) - 1
    ends = plies(data, "turn_ended")
    for eyes, moments in ((str(seat), range(last + 1)), ("spectator", ends)):
        shown = page.locator("replay-viewer").evaluate(badges, [seat, last, eyes])
        for field in (0, 1):
            totals = list(accumulate((change[field] for change in shown), initial=own[0][field]))[1:]
            assert [totals[ply] for ply in moments] == [own[ply][field] for ply in moments]


def test_an_offering_shows_every_bid_once_all_are_in(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-five")
    ply = plies(data, "offering")[0]
    show = "(viewer, ply) => viewer.show(ply, '0')"
    page.locator("replay-viewer").evaluate(show, ply - 1)
    expect(page.get_by_role("region", name="Altar")).to_contain_text("sealed offering")
    expect(page.locator(".cl-offering")).to_have_count(0)
    page.locator("replay-viewer").evaluate(show, ply)
    (event,) = [e["event"] for e in data["frames"][ply]["events"] if e["event"]["type"] == "offering"]
    rows = page.locator(".cl-offering tbody tr")
    assert rows.count() == 5
    for seat, bid in enumerate(event["bids"]):
        row = rows.filter(has_text=harness.NAMES[seat])
        expect(row.locator("td").first).to_have_text(str(bid))


def test_what_a_step_changed_is_marked(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-five", f"#ply={plies(visit('cleopatra-five'), 'placed')[0]}")
    assert page.locator(".cl-palace .cl-mosaic.cl-new").count() == 1
    show = "(viewer, ply) => viewer.show(ply)"
    refilled = plies(data, "refilled")[1]
    page.locator("replay-viewer").evaluate(show, refilled)
    assert page.locator(".cl-slip.cl-new").count() == 3
    for kind, sign in (
        ("claimed", ".cl-sanctuary.cl-new"),
        ("advanced", ".cl-queen.cl-new"),
        ("took", ".cl-stall.rv-fresh"),
    ):
        page.locator("replay-viewer").evaluate(show, plies(data, kind)[0])
        assert page.locator(sign).count() == 1, kind


def test_the_end_opens_every_account(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    data = visit("cleopatra-five", "#ply=9999")
    for seat, account in enumerate(views(data, "spectator")[-1]["accounts"]):
        player = page.locator(".cl-player").nth(seat)
        expect(player.locator(".cl-count").first).to_contain_text(str(account["talents"]))
        expect(player.locator(".cl-account strong")).to_contain_text(str(account["amulets"]))
        expect(player.get_by_text("Given to the crocodile")).to_have_count(1 if account["eaten"] else 0)


def test_the_key_to_the_cards_stays_open_from_step_to_step(page: Page, visit: Callable[..., dict[str, Any]]) -> None:
    visit("cleopatra-three", "#ply=5")
    page.get_by_text("The cards", exact=True).click()
    expect(page.get_by_text("keeps a hand of any size")).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    expect(page.get_by_text("keeps a hand of any size")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "scheme", "moment"),
    [
        (360, "light", "#ply=200&view=1"),
        (360, "dark", "#ply=9999"),
        (1440, "light", "#ply=52"),
        (1440, "dark", "#ply=63"),
    ],
)
def test_it_can_be_read_by_everybody(
    page: Page, visit: Callable[..., dict[str, Any]], width: int, scheme: Any, moment: str
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visit("cleopatra-five", moment)
    page.get_by_text("The cards", exact=True).click()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("width", [320, 360, 768, 1100, 1440])
def test_no_page_scrolls_sideways(page: Page, visit: Callable[..., dict[str, Any]], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for name in MATCHES:
        last = len(visit(name, "#ply=0&view=1")["frames"]) - 1
        page.get_by_text("The cards", exact=True).click()
        wide = page.locator("replay-viewer").evaluate(
            """(viewer, last) => {
              const wide = [];
              for (let ply = 0; ply <= last; ply += 7) {
                viewer.show(ply, ply % 2 ? '1' : 'spectator');
                if (document.documentElement.scrollWidth > innerWidth) wide.push(ply);
              }
              return wide;
            }""",
            last,
        )
        assert wide == [], (name, wide)
