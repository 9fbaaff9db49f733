"""A match as the viewer draws it, computed from its replay and kept in the cache."""

from hashlib import sha256

import msgspec
from django.core.cache import cache

from arena import frames, replay
from nile_site.matches.models import Match
from nile_site.replays.models import Replay
from nile_site.replays.selectors import text_of

KEPT_S = 24 * 3600


def names_at_table(match: Match) -> list[str]:
    """Return the bots' present names, seat by seat; the match needs `listed_seats`."""
    return [seat.bot.name for seat in match.listed_seats]


def frames_tag(stored: Replay, names: list[str]) -> str:
    """Return what names a match's frames: they differ when the replay, a bot's name or the format does."""
    told = msgspec.json.encode([frames.FORMAT, stored.identity, names])
    return sha256(told).hexdigest()[:32]


def frames_of(stored: Replay, names: list[str]) -> bytes:
    """Return the frames as JSON."""
    tag = frames_tag(stored, names)
    data: bytes | None = cache.get(f"frames:{tag}")
    if data is None:
        data = frames.encode(frames.frames(replay.read(text_of(stored)), names))
        cache.set(f"frames:{tag}", data, KEPT_S)
    return data
