"""What the tests of the command share: a place of their own, a way to run it, and a site on the loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner, Result

from bots_sdk.cli import main

Nile = Callable[..., Result]


@pytest.fixture
def nile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nile:
    """Runs `nile` with these words in an empty folder, without a login."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("NILE_TOKEN", raising=False)

    def run(*words: str, text: str | None = None) -> Result:
        return CliRunner().invoke(main, words, input=text, catch_exceptions=False)

    return run


class Stub(BaseHTTPRequestHandler):
    """Answers like the API: knows one token, and gives the answers that a test has laid out."""

    answers: ClassVar[dict[str, tuple[int, Any]]] = {}
    asked: ClassVar[list[tuple[str, bytes]]] = []

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.asked.append((f"{self.command} {self.path}", self.rfile.read(length)))
        status: int = 401
        body: Any = {"errors": [{"detail": "Invalid token.", "attr": None}]}
        if self.headers["Authorization"] == "Token secret":
            status, body = self.answers.get(self.path, (404, None))
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After", "30")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    Stub.answers = {"/api/v1/me/": (200, {"username": "senmut"})}
    Stub.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
