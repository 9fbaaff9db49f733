"""`nile watch`: the page, its frames, and nothing else of this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from arena import frames, replay
from arena.errors import ReplayFormatError
from arena.game import Action
from arena.games.nefertiti import GAME
from arena.referee.match import play
from bots_sdk import AnyTurn, Bot
from bots_sdk.cli.watch import Server
from bots_sdk.inline import inline_player
from tests.bots_sdk.cli.conftest import Nile


class First(Bot):
    def decide(self, turn: AnyTurn) -> Action:
        return turn.legal[0]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    record = play(GAME, seed=11, players=[inline_player(First) for _ in range(3)], names=["Ra <b>", "Isis", "Thoth"])
    file = tmp_path_factory.mktemp("watch") / "match.replay"
    file.write_bytes(replay.pack(record.replay))
    with Server(file, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def test_the_page_loads_the_sites_viewer_with_the_replays_frames(site: str) -> None:
    page = httpx.get(site)
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Ra &lt;b&gt;, Isis, Thoth" in page.text
    for path in ("viewer/viewer.js", "viewer/viewer.css", "viewer/tokens.css", "viewer/games/nefertiti.js"):
        assert httpx.get(site + path).status_code == 200
    assert httpx.get(site + "viewer/viewer.js").headers["Content-Type"] == "text/javascript"
    assert httpx.get(site + "frames.json").json()["format"] == frames.FORMAT


@pytest.mark.parametrize("path", ["viewer/../game.py", "viewer/%2e%2e/game.py", "etc/passwd", "viewer/", "viewer"])
def test_nothing_else_is_served(site: str, path: str) -> None:
    assert httpx.get(site + path).status_code == 404


def test_what_is_no_replay_is_answered_in_a_sentence(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "odd.replay").write_bytes(b"no replay")
    with pytest.raises(ReplayFormatError):
        Server(tmp_path / "odd.replay", 0)
    result = nile("watch", "odd.replay", "--no-browser")
    assert result.exit_code == 1
    assert "does not look like a replay" in result.output


@pytest.mark.browser
def test_a_browser_shows_the_table_and_steps_through_it(site: str, page: Any) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(site)
    page.get_by_role("button", name="Next").or_(page.locator(".rv-forward")).first.click()
    page.wait_for_function("location.hash.includes('ply=1')")
    assert page.get_by_text("Isis").count() > 0
    assert faults == []
