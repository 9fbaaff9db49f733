"""A match as the viewer draws it, computed from its replay and kept in the cache."""

import gzip
from hashlib import sha256

import msgspec
from django.core.cache import cache

from arena import frames, replay
from arena.errors import ReplayError
from nile_site.accounts.refusals import NotThere
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


def packed_frames(stored: Replay, names: list[str]) -> bytes:
    """Return the frames as JSON in gzip, as most clients take it and the cache keeps it. Raises NotThere."""
    tag = frames_tag(stored, names)
    data: bytes | None = cache.get(f"frames:{tag}")
    if data is None:
        try:
            drawn = frames.frames(replay.read(text_of(stored)), names)
        except ReplayError as error:
            raise NotThere(f"This release cannot draw this replay: {error}.") from error
        data = gzip.compress(frames.encode(drawn), 6, mtime=0)
        cache.set(f"frames:{tag}", data, KEPT_S)
    return data
