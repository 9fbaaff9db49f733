"""The environment, read once: each setting that an operator can give, with its type, default and meaning.

`docs/operators.md` lists these names; a test compares the two.
"""

import os
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured

_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off"}


@dataclass(frozen=True, slots=True)
class Variable:
    """One environment variable: its default as text (None: no default) and what it means."""

    name: str
    default: str | None
    meaning: str

    def text(self) -> str:
        """Return its value; an empty or missing one falls back to the default, or raises ImproperlyConfigured."""
        value = os.environ.get(self.name) or self.default
        if value is None:
            raise ImproperlyConfigured(f"{self.name} is not set. {self.meaning}")
        return value

    def is_set(self) -> bool:
        """Does the environment give it a value?"""
        return bool(os.environ.get(self.name))

    def is_on(self) -> bool:
        """Return it as a switch: 1/true/yes/on or 0/false/no/off."""
        value = self.text().strip().lower()
        if value not in _YES | _NO:
            raise ImproperlyConfigured(f"{self.name}={value!r} is neither yes (1) nor no (0).")
        return value in _YES

    def number(self, *, low: int, high: int) -> int:
        """Return it as a whole number between `low` and `high`, both allowed."""
        value = self.text().strip()
        if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
            raise ImproperlyConfigured(f"{self.name}={value!r} is not a whole number from {low} to {high}.")
        return int(value)

    def names(self) -> list[str]:
        """Return it as a list of words separated by commas."""
        return [word.strip() for word in self.text().split(",") if word.strip()]

    def choice(self, *allowed: str) -> str:
        """Return it if it is one of the allowed words."""
        value = self.text().strip().lower()
        if value not in allowed:
            raise ImproperlyConfigured(f"{self.name}={value!r} is not one of: {', '.join(allowed)}.")
        return value


VARIABLES: dict[str, Variable] = {}


def _declare(name: str, default: str | None, meaning: str) -> Variable:
    VARIABLES[name] = variable = Variable(name, default, meaning)
    return variable


DEBUG = _declare("NILE_DEBUG", "0", "Django's debug mode, with its error pages. For developers only.")
SECRET_KEY = _declare(
    "NILE_SECRET_KEY",
    None,
    "The secret that signs sessions: a long random text. `./run` makes one in the data folder.",
)
PUBLIC_URL = _declare(
    "NILE_PUBLIC_URL", "http://localhost:8000", "The address people use. With https, cookies are secure only."
)
ALLOWED_HOSTS = _declare(
    "NILE_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", "The host names that are answered, beside the public one's."
)
BEHIND_PROXY = _declare(
    "NILE_BEHIND_PROXY", "0", "On: one proxy in front sets X-Forwarded-Proto and X-Forwarded-For, and is believed."
)
DATA = _declare("NILE_DATA", ".nile", "The data folder: bots, replays, collected static files.")
DATABASE_URL = _declare(
    "DATABASE_URL",
    "postgresql://localhost/nile",
    "The PostgreSQL database, as postgresql://user:password@host/name. `./run` starts one.",
)
DATABASE_POOL = _declare(
    "NILE_DATABASE_POOL", "0", "Connections kept by one process; 0: none. `./run` gives the web 8."
)
REDIS_URL = _declare(
    "REDIS_URL", "redis://localhost:6379/0", "Redis or Valkey, for the cache and the broker. `./run` starts one."
)
BROKER_URL = _declare("CELERY_BROKER_URL", "", "Celery's broker, where it is not the server of REDIS_URL.")
SANDBOX = _declare(
    "NILE_SANDBOX", "auto", "How bots are contained: auto, namespaces, bwrap, landlock; trusted: not at all."
)
SLOTS = _declare("NILE_SLOTS", "", "Matches played at once on this machine. Default: from its cores and memory.")
SIGNUP_OPEN = _declare("NILE_SIGNUP_OPEN", "1", "On: anybody may make an account.")
EMAIL_URL = _declare(
    "NILE_EMAIL_URL", "console://", "How e-mail leaves: console:// or smtp://user:password@host:port (smtps: TLS)."
)
EMAIL_FROM = _declare("NILE_EMAIL_FROM", "Nile Arena <arena@localhost>", "The sender of the site's e-mail.")
LOG_LEVEL = _declare("NILE_LOG_LEVEL", "INFO", "The least level of log lines: DEBUG, INFO, WARNING or ERROR.")
STATIC = _declare(
    "NILE_STATIC", "", "collected: hashed files made by collectstatic; finders: the sources (default in debug mode)."
)
API_RATE_ANON = _declare("NILE_API_RATE_ANON", "240/min", "API calls by one address without a token.")
API_RATE_USER = _declare("NILE_API_RATE_USER", "1200/min", "API calls by one account.")
