"""A small arena to test on: a house with five bots, one ladder, authors, and a runner that plays inside the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.utils import timezone

from arena import games
from arena.errors import MatchVoid, RunnerLost
from arena.game import Action, Event
from arena.protocol import Hello
from arena.referee import match as referee
from arena.referee.inline import InlinePlayer
from arena.referee.runner import MatchSpec
from nile_site.accounts import services as accounts
from nile_site.accounts.models import User
from nile_site.bots import services as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders import seasons
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.matches import services
from nile_site.matches.models import Match
from nile_site.matches.services import blocks
from nile_site.matches.services.claiming import Claim, claim
from nile_site.matches.services.playing import Played, Slot

GAME = "nefertiti"
RULES = games.get(GAME).rules_version
PLAYS = [(GAME, RULES)]
HOUSE_BOTS = ("Scarab", "Ibis", "Heron", "Jackal", "Crocodile")
"""The first is the anchor."""


def code(text: str) -> bytes:
    """A program that differs from others by its text."""
    return f"# {text}\nprint('not run in these tests')\n".encode()


def author(name: str) -> User:
    """A person without a password."""
    return accounts.create_user(username=name, email=f"{name.lower()}@example.org")


def staff() -> User:
    """A person of the staff."""
    return accounts.create_user(username="Overseer", is_staff=True)


def ladder(seats: int = 3, *, closes_at: Any = None) -> Season:
    """A ladder whose first season runs, with the house's bots in it."""
    house = accounts.house_account(name="Nile House")
    made = Ladder.objects.filter(slug=f"{GAME}-{seats}").first() or ladders.make_ladder(
        slug=f"{GAME}-{seats}", title=f"Nefertiti, {seats} seats", game=GAME, seats=seats
    )
    opens_at = timezone.now() - timedelta(hours=1)
    season = seasons.draft_season(ladder=made, opens_at=opens_at, closes_at=closes_at)
    season = seasons.open_season(season=season)
    for name in HOUSE_BOTS:
        bot = Bot.objects.filter(name=name).first()
        version = bot.versions.first() if bot else None
        if version is None:
            version = bots.upload(actor=house, data=code(name), filename="main.py", name=name, games=[GAME])
        ladders.seat_house_bot(season=season, version=version, is_anchor=name == HOUSE_BOTS[0])
    return season


def upload(actor: User, name: str, text: str = "first", bot: Bot | None = None, **more: Any) -> Version:
    """An author's upload, on trial wherever it belongs."""
    return services.submit(
        actor=actor, data=code(f"{name} {text}"), filename="main.py", name=name, bot=bot, games=[GAME], **more
    )


def live(actor: User, name: str, season: Season) -> Entry:
    """An author's bot that has passed its trial, without playing it."""
    version = bots.upload(actor=actor, data=code(name), filename="main.py", name=name, games=[GAME])
    entry = ladders.enter(actor=actor, bot=version.bot, season=season, version=version)
    return ladders.promote(entry=entry, version=version)


def seated(*entries: Entry) -> list[blocks.Seated]:
    """The entries with their versions, as a block takes them."""
    found = [
        Entry.objects.select_related("bot__owner", "version", "season__ladder").get(pk=each.pk) for each in entries
    ]
    return [(each, each.version) for each in found if each.version is not None]


def house_entries(season: Season, count: int) -> list[Entry]:
    """Some of the house's entries, the anchor first."""
    return list(season.entries.filter(bot__owner__is_house=True).order_by("id")[:count])


class InlineRunner:
    """Plays random moves inside the test.

    faulty: names of bots that crash at their first decision.  spoils: called with each specification first; what it
    raises is what the runner raises.
    """

    tier = "inline"

    def __init__(
        self, faulty: Iterable[str] = (), spoils: Callable[[MatchSpec], None] | None = None, runtime: str = "test"
    ) -> None:
        self.runtime_hash = runtime
        self.specs: list[MatchSpec] = []
        self._faulty = frozenset(faulty)
        self._spoils = spoils

    def begin(self, spec: MatchSpec) -> None:
        self.specs.append(spec)

    def end(self, timeout_s: float) -> referee.MatchRecord:
        spec = self.specs[-1]
        if self._spoils is not None:
            self._spoils(spec)
        return play(spec, self._faulty)


def play(spec: MatchSpec, faulty: Iterable[str] = ()) -> referee.MatchRecord:
    """Play a specification with random bots; those named in `faulty` (without their version) crash."""
    crashing = [seat.name.rpartition(" v")[0] in faulty for seat in spec.seats]

    def make(hello: Hello) -> Any:
        chance, crashes = Random(hello.bot_seed), crashing[hello.seat]

        def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
            if crashes:
                raise ArithmeticError("planted")
            return chance.choice(legal)

        return choose

    return referee.play(
        games.get(spec.game),
        seed=int(spec.seed),
        players=[InlinePlayer(make) for _ in spec.seats],
        names=[seat.name for seat in spec.seats],
        options=spec.options,
    )


def slot(room: Path, runner: InlineRunner | None = None, name: str = "test/0") -> Slot:
    """A slot that plays inside the test."""
    return Slot(name, runner or InlineRunner(), room)


def play_all(place: Slot) -> int:
    """Play everything that waits; return how many turns it took."""
    turns = 0
    while services.play_next(slot=place) is not Played.NOTHING:
        turns += 1
    return turns


def take(runtime: str = "test", worker: str = "test/0") -> Claim:
    """Claim the next match."""
    mine = claim(worker=worker, plays=PLAYS, runtime=runtime, tier="inline")
    assert mine is not None
    return mine


def fresh(match_id: int) -> Match:
    """A match as it is in the database now."""
    return Match.objects.select_related("block").get(pk=match_id)


def void(why: str = "planted", seat: int | None = None, *, is_kill: bool = False) -> Callable[[MatchSpec], None]:
    """A runner's fault: every match is spoiled, on that seat."""

    def spoil(spec: MatchSpec) -> None:
        raise MatchVoid(why, seat, is_kill=is_kill)

    return spoil


def lose(spec: MatchSpec) -> None:
    """A runner's end: every match is lost."""
    raise RunnerLost("planted")
