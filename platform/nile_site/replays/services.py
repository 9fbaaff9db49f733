"""What changes replays: they are stored once and never altered."""

from arena import replay as replays
from nile_site.replays.models import Replay


def store(*, replay: replays.Replay) -> Replay:
    """Keep a replay that has been verified, or return the equal one that is kept already."""
    stored, _ = Replay.objects.get_or_create(
        identity=replay.identity,
        defaults={
            "packed": replays.pack(replay.text),
            "game": replay.header.game,
            "rules_version": replay.header.rules,
            "plies": replay.outcome.plies,
        },
    )
    return stored


def forget_unused() -> int:
    """Delete the replays that no match refers to any more, and return how many there were."""
    deleted, _ = Replay.objects.filter(matches=None).delete()
    return deleted
