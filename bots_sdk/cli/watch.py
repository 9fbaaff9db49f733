"""`nile watch`: shows a replay in the browser, with the site's own viewer, from this machine alone."""

from __future__ import annotations

import mimetypes
import sys
import webbrowser
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import click

import arena
from arena import frames, replay

VIEWER = Path(arena.__file__).with_name("viewer")

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/viewer/tokens.css">
<link rel="stylesheet" href="/viewer/viewer.css">
<style>body {{ margin: 1rem auto; padding: 0 1rem; max-width: 80rem; background: var(--page); color: var(--ink);
font-family: system-ui, sans-serif; }} h1 {{ font-size: 1.1rem; }}</style>
<script src="/viewer/viewer.js" type="module"></script>
</head>
<body><main><h1>{title}</h1><replay-viewer src="/frames.json"></replay-viewer></main></body>
</html>
"""


class Server(ThreadingHTTPServer):
    """Serves one replay's page on the loopback; `url` is its address."""

    def __init__(self, file: Path, port: int) -> None:
        """Raises ReplayError if the file cannot be shown, OSError if the port is taken."""
        found = replay.read(file.read_bytes())
        self.page = _PAGE.format(title=escape(f"{file.name}: {', '.join(found.header.seats)}")).encode()
        self.frames = frames.encode(frames.frames(found, found.header.seats))
        super().__init__(("127.0.0.1", port), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a browser that has gone away; tells of everything else."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """Is where the page is."""
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    """Answers for the page, the frames and the files of the viewer."""

    server: Server
    types: ClassVar[dict[str, str]] = {".js": "text/javascript", ".css": "text/css"}

    def do_GET(self) -> None:
        """Sends what the path names."""
        path = self.path.partition("?")[0]
        if path == "/":
            return self._send(self.server.page, "text/html; charset=utf-8")
        if path == "/frames.json":
            return self._send(self.server.frames, "application/json")
        file = (VIEWER / path.removeprefix("/viewer/")).resolve()
        if path.startswith("/viewer/") and file.is_relative_to(VIEWER.resolve()) and file.is_file():
            kind = self.types.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return self._send(file.read_bytes(), kind)
        self.send_error(404)

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to serve on; without it, any free one.")
@click.option("--browser/--no-browser", default=True, help="Open the page.")
def watch(file: Path, port: int, browser: bool) -> None:
    """Show the replay in FILE in the browser. Ends with Ctrl-C."""
    with Server(file, port) as server:
        click.echo(f"{file} is shown on {server.url} (Ctrl-C ends it)")
        if browser:
            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo()
