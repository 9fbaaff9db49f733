"""What is read about replays. Whether a match's replay may be seen is decided in nile_site.matches.selectors."""

from arena import replay as replays
from nile_site.replays.models import Replay


def text_of(stored: Replay) -> bytes:
    """Return the text of a stored replay."""
    return replays.unpack(bytes(stored.packed))
