"""Makes a folder of real matches with the viewer, to be looked at and tested without the site.

python -m tests.viewer.harness FOLDER                   write the pages and serve them
python -m tests.viewer.harness FOLDER --shots           take pictures of them, narrow and wide, by day and by night
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from arena import frames, games, replay
from arena.referee.inline import InlinePlayer
from arena.referee.match import play
from arena.rng import streams
from tests.arena import toy

VIEWER = Path(__file__).parents[2] / "arena" / "viewer"
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
NAMES = ("Sekhmet 2", "Ibis", "Reed-and-Pen", "Old Kingdom", "Papyrus Boat")
NASTY = ('<img src=x onerror="alert(1)">', "</script><script>alert(2)</script>", "{{7*7}}", "W" * 60, "&lt;b&gt;")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Replay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="viewer/tokens.css">
<link rel="stylesheet" href="viewer/viewer.css">
<link rel="stylesheet" href="page.css">
<script type="module" src="viewer/viewer.js"></script>
</head>
<body><main><h1>Replay</h1>%s</main></body>
</html>
"""
PAGE_CSS = """
body { margin: 0; background: var(--page); color: var(--ink); font-family: var(--font-text); }
main { max-width: 90rem; margin: 0 auto; padding: 12px; }
h1 { margin: 0 0 8px; font: 600 var(--size-h2) var(--font-title); }
"""


class Failing(Exception):
    """Is what the failing bots die of."""


def bot(number: int, fails_at: int | None = None) -> InlinePlayer:
    """Makes a bot that chooses by chance, and fails at its n-th question (0: at the start)."""

    def make(hello: Any) -> Any:
        if fails_at == 0:
            raise Failing
        stream, asked = streams(number, "bot")[0], 0

        def choose(kind: str, view: Any, events: Any, legal: Sequence[Any]) -> Any:
            nonlocal asked
            asked += 1
            if asked == fails_at:
                raise Failing
            return legal[stream.below(len(legal))]

        return choose

    return InlinePlayer(make)


def match(
    slug: str = "nefertiti",
    *,
    fails_at: Sequence[int | None] = (None,) * 4,
    names: Sequence[str] = NAMES,
    seed: int = 7,
    options: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Plays a match between as many bots as `fails_at` is long and gives its frames as parsed JSON."""
    players = [bot(number, at) for number, at in enumerate(fails_at)]
    record = play(games.get(slug), seed=seed, players=players, names=names[: len(players)], options=options)
    made = frames.frames(replay.read(record.replay), names[: len(players)])
    loaded: dict[str, Any] = json.loads(frames.encode(made))
    return loaded


def tied() -> dict[str, Any]:
    """Gives a match whose end is written over: all seats share the first place."""
    made = match()
    names, ranks, scores = made["seats"], [1] * 4, [70] * 4
    made["result"] |= {"ranks": ranks, "scores": scores, "headline": frames.headline_of(names, ranks, scores, set())}
    return made


def envelopes() -> dict[str, Any]:
    """Gives a match of the tests' own game, which has hidden hands and no drawing."""
    games.register(toy.GAME)
    return match("toy", fails_at=(None, None, 2))


MATCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "four": match,
    "three": partial(match, fails_at=(None,) * 3, options={"closing": "full", "halls": "fixed"}, seed=3),
    "faults": partial(match, fails_at=(None, 9, None, 0)),
    "all-faulted": partial(match, fails_at=(3, 0, 5)),
    "tied": tied,
    "nasty": partial(match, names=NASTY),
    "envelopes": envelopes,
    "cleopatra-three": partial(match, "cleopatra", fails_at=(None,) * 3),
    "cleopatra-five": partial(match, "cleopatra", fails_at=(None,) * 5, seed=11),
    "amun-re-five": partial(match, "amun-re", fails_at=(None,) * 5, seed=262),
    "amun-re-nasty": partial(match, "amun-re", fails_at=(None, 9, None, 0, None), names=NASTY, seed=3),
    "cleopatra-nasty": partial(match, "cleopatra", fails_at=(None, 9, None, 0, None), names=NASTY, seed=3),
}


def build(folder: Path, matches: Sequence[str] = tuple(MATCHES)) -> None:
    """Writes a page and its frames for each match, and two pages that have none."""
    shutil.copytree(VIEWER, folder / "viewer", dirs_exist_ok=True)
    (folder / "page.css").write_text(PAGE_CSS)
    for name in matches:
        (folder / f"{name}.json").write_text(json.dumps(MATCHES[name]()))
        (folder / f"{name}.html").write_text(PAGE % f'<replay-viewer src="{name}.json"></replay-viewer>')
    (folder / "broken.json").write_text('{"format": 99}')
    for name in ("missing", "broken"):
        (folder / f"{name}.html").write_text(PAGE % f'<replay-viewer src="{name}.json"></replay-viewer>')
    (folder / "inline.html").write_text(PAGE % "<replay-viewer unlinked></replay-viewer>")


class _Handler(SimpleHTTPRequestHandler):
    """Serves with the site's policy: no inline script, no inline style."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    """Says nothing of browsers that leave while they are being served."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serves a folder on the loopback and gives its address."""
    server = _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def take_pictures(folder: Path, address: str) -> None:
    """Takes a picture of start, middle and end of each match, at three widths, by day and by night."""
    from playwright.sync_api import sync_playwright

    flags = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
    flags += ["--disable-sync", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        for scheme in ("light", "dark"):
            for width, height in ((360, 740), (768, 1024), (1440, 900)):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
                for name in MATCHES:
                    last = len(json.loads((folder / f"{name}.json").read_text())["frames"]) - 1
                    for when, ply in (("start", 0), ("middle", last // 2), ("end", last)):
                        page.goto(f"{address}/{name}.html?{when}#ply={ply}")
                        page.locator(".rv-stage > *").wait_for()
                        page.screenshot(path=folder / f"{name}-{when}-{width}-{scheme}.png", full_page=True)
                page.close()
        browser.close()


def plies(data: dict[str, Any], kind: str) -> list[int]:
    """Gives the plies that have an event of that kind."""
    return [ply for ply, frame in enumerate(data["frames"]) if any(e["event"]["type"] == kind for e in frame["events"])]


def views(data: dict[str, Any], track: str) -> list[dict[str, Any]]:
    """Unfolds a track."""
    view: dict[str, Any] = {}
    unfolded = []
    for delta in data["tracks"][track]:
        view = {name: value for name, value in view.items() if name not in delta.get("gone", ())} | delta.get("set", {})
        unfolded.append(view)
    return unfolded


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shots", action="store_true", help="take pictures instead of serving")
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    build(arguments.folder)
    with served(arguments.folder, arguments.port) as address:
        if arguments.shots:
            return take_pictures(arguments.folder, address)
        print("\n".join(f"{address}/{name}.html" for name in (*MATCHES, "missing", "broken")), flush=True)
        try:
            while True:
                input()
        except (EOFError, KeyboardInterrupt):
            pass


if __name__ == "__main__":
    main()
