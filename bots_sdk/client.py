"""The arena's site as an author's programs see it: a token, uploads and matches over the API.

The token lies in a file of its own under the user's configuration folder, readable by nobody else.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import httpx
import msgspec

from arena.errors import ArenaError
from arena.sandbox.base import Limits

DEFAULT_URL = "http://localhost:8000"
_TIMEOUT_S = 30.0


class SiteError(ArenaError):
    """Says in sentences for the author why the site did not do what was asked."""


class Login(msgspec.Struct, frozen=True):
    """Is a site's address and the author's token there."""

    url: str
    token: str


class Played(msgspec.Struct, frozen=True):
    """Is a match that the site has played: its replay, packed, the limits of its bots, and the author's own seats."""

    replay: bytes
    limits: Limits
    own: frozenset[int]


def login_file() -> Path:
    """Gives where the login is kept."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "nile-arena" / "login.json"


def save_login(login: Login) -> Path:
    """Writes the login for this user's eyes only and gives the file."""
    path = login_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(msgspec.json.encode(login) + b"\n")
    os.replace(fresh, path)
    return path


def load_login() -> Login:
    """Reads the login. Raises SiteError where there is none."""
    path = login_file()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Login)
    except FileNotFoundError:
        raise SiteError("You are not logged in. Make a token on your account page, then: nile login") from None
    except msgspec.DecodeError:
        raise SiteError(f"{path} is damaged. Log in again: nile login") from None


class Site:
    """Talks to one site for one author. `transport` is for tests."""

    def __init__(self, login: Login, transport: httpx.BaseTransport | None = None) -> None:
        self.url = login.url.rstrip("/")
        self._client = httpx.Client(
            base_url=f"{self.url}/api/v1/",
            headers={"Authorization": f"Token {login.token}", "Accept": "application/json"},
            timeout=_TIMEOUT_S,
            follow_redirects=False,
            transport=transport,
        )

    def whoami(self) -> str:
        """Gives the author's name there, which proves the token. Raises SiteError."""
        found = self._ask("GET", "me/")
        return str(found.get("username") or found.get("name") or "")

    def create_bot(self, name: str, games: list[str], ladders: list[str], filename: str, data: bytes) -> dict[str, Any]:
        """Creates a bot with its first version and gives the site's answer.

        ladders: slugs of those to enter it in, [] leaves that to the site. Raises SiteError.
        """
        fields: dict[str, Any] = {"name": name, "games": games, "ladders": ladders}
        return self._ask("POST", "bots/", data=fields, files={"file": (filename, data)})

    def add_version(
        self, bot: str, games: list[str], filename: str, data: bytes, *, only_if_not_worse: bool = False
    ) -> dict[str, Any]:
        """Uploads the next version of a bot, named by its slug, and gives the site's answer. Raises SiteError.

        only_if_not_worse: it plays the present version after its trial, and takes over unless that one is better.
        """
        fields: dict[str, Any] = {"games": games, **({"only_if_not_worse": "true"} if only_if_not_worse else {})}
        return self._ask("POST", f"bots/{bot}/versions/", data=fields, files={"file": (filename, data)})

    def played(self, number: int) -> Played:
        """Fetches a match whose replay is open. Raises SiteError, which says why if it is not."""
        told = self._ask("GET", f"matches/{number}/")
        response = self._send("GET", f"matches/{number}/replay/")
        if not response.is_success:
            raise SiteError(_explain(self.url, response, _json(response)))
        try:
            limits = msgspec.convert(told["deal"]["limits"], Limits)
            authors = {one["seat"]: one["author"] for one in told["seats"]}
        except (KeyError, TypeError, msgspec.ValidationError) as error:
            raise SiteError(f"{self.url} tells of matches in another way: upgrade nile-arena.") from error
        author = self.whoami()
        return Played(response.content, limits, frozenset(seat for seat, name in authors.items() if name == author))

    def _ask(self, method: str, path: str, **content: Any) -> dict[str, Any]:
        response = self._send(method, path, **content)
        found = _json(response)
        if response.is_success and isinstance(found, dict):
            return found
        raise SiteError(_explain(self.url, response, found))

    def _send(self, method: str, path: str, **content: Any) -> httpx.Response:
        try:
            return self._client.request(method, path, **content)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SiteError(f"{self.url} does not answer: {error or type(error).__name__}") from error


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _explain(url: str, response: httpx.Response, body: Any) -> str:
    """Makes sentences of a refusal."""
    status = response.status_code
    if status == 401:
        return f"{url} does not know this token. Make a new one on your account page, then: nile login"
    if status == 429:
        wait = response.headers.get("Retry-After", "")
        return "That was too often." + (f" Try again in {wait} s." if wait.isdigit() else " Try again later.")
    if isinstance(body, dict):
        errors = body.get("errors")
        if isinstance(errors, list):
            said = [_sentence(error) for error in errors if isinstance(error, dict)]
            if said:
                return "\n".join(said)
        if isinstance(body.get("detail"), str):
            return str(body["detail"])
    if status == 404:
        return f"{url} has nothing there. Is it the arena's address, and the bot's name the one in its address?"
    if response.is_redirect:
        return f"{url} sends us elsewhere, to {response.headers.get('Location', '?')}. Log in with that address."
    return f"{url} answered with status {status}" + (" and no explanation." if status < 500 else ". Try again later.")


def _sentence(error: dict[str, Any]) -> str:
    field, detail = error.get("attr"), str(error.get("detail", ""))
    return f"{field}: {detail}" if field and field not in ("non_field_errors", "file") else detail
