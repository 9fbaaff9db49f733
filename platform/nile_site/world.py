"""What seeds/world.toml says, read once and checked: ladders, limits, quotas, pacing and the house's bots."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "seeds"


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much one author may have and do. comparison_blocks: the most that one comparison plays."""

    bots: int = 10
    uploads_a_day: int = 20
    comparison_blocks: int = 200


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the site plays matches.

    match_wall_s: a match that takes longer is lost, and played again.  attempts: a match that was spoiled or lost this
    often closes its block unrated.  voids: so many spoiled matches in a row with one version bench its bot.
    faults, faults_among: so many faults of a version among that many of its last rated matches bench it as well.
    """

    match_wall_s: int = 600
    attempts: int = 6
    voids: int = 3
    faults: int = 5
    faults_among: int = 10
    trial_hours: int = 24
    block_hours: int = 6


class Pacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How fast the site plays when nobody is waiting.

    settled_points: an entry is settled when its standard error is at most this.  house_share, settled_share: the part
    of one core that goes to blocks among house bots, and among others, once all are settled; 1 is no brake.
    replays_days: how long replays of house bots' matches are kept.
    """

    settled_points: int = 80
    house_share: float = 0.05
    settled_share: float = 0.5
    replays_days: int = 7


class LadderPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder with its first season."""

    slug: str
    title: str
    game: str
    seats: int
    options: dict[str, str] = {}


class BotPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house bot: a program of seeds/bots with the settings of this variant. It plays on every ladder of its games.

    start: the rating, in points, that it begins a season with; measured, so that the field starts in its place.
    """

    name: str
    program: str
    games: tuple[str, ...]
    settings: dict[str, Any] = {}
    is_anchor: bool = False
    start: int = 1000


class World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    house: str
    limits: dict[str, int]
    quotas: Quotas
    play: Play
    pacing: Pacing
    ladders: tuple[LadderPlan, ...]
    bots: tuple[BotPlan, ...]


def read(path: Path) -> World:
    """Read a world. Raises msgspec.ValidationError, or tomllib.TOMLDecodeError, with the place that is wrong."""
    return msgspec.convert(tomllib.loads(path.read_text()), World)


@cache
def world() -> World:
    """Return the world of this checkout."""
    return read(SEEDS / "world.toml")
