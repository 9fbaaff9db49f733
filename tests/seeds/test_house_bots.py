"""The house bots play whole games without a fault, always the same way, and in the order of their names."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest

from arena import games
from arena.protocol import Clock
from arena.referee.match import MatchRecord, play
from bench.strength import load
from bots_sdk import AnyTurn, Bot, house
from bots_sdk.inline import inline_player

CHEAP = {
    "amun_re_searcher": {"samples": 3},
    "nefertiti_searcher": {"candidates": 3, "playouts": 2, "rounds": 2},
    "cleopatra_searcher": {"candidates": 2, "playouts": 1},
}
"""Settings that keep a test short; the strength itself is measured by the benchmark."""

GAMES = ("nefertiti", "cleopatra", "amun-re")
"""The games that have house bots of their own."""
BOTS = [(game, name) for game in GAMES for name in house.names(game)]


def tables(game: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Gives number of seats and options: as they stand, and each option at its last value."""
    seats = games.get(game).seats
    yield from ((n, {}) for n in seats)
    for number, option in enumerate(games.get(game).options):
        yield seats[number % len(seats)], {option.name: option.values[-1]}


def house_bot(game: str, name: str) -> type[Bot]:
    path = house.find(name, game)
    assert path is not None
    kind = load(path)
    if path.stem in CHEAP:
        settings = type(kind.settings)(**CHEAP[path.stem])  # type: ignore[attr-defined]
        return type(kind.__name__, (kind,), {"settings": settings})
    return kind


def sit(game: str, seed: int, *kinds: type[Bot], options: dict[str, str] | None = None) -> MatchRecord:
    players = [inline_player(kind) for kind in kinds]
    names = [str(number) for number in range(len(kinds))]
    return play(games.get(game), seed=seed, players=players, names=names, options=options or {})


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_it_plays_whole_games_without_a_fault_and_always_the_same_way(game: str, name: str) -> None:
    kind = house_bot(game, name)
    for seats, options in tables(game):
        record = sit(game, seats, *[kind] * seats, options=options)
        assert [seat.detail for seat in record.seats] == [""] * seats
        if not options:
            assert record.replay == sit(game, seats, *[kind] * seats).replay


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_the_clock_changes_no_choice(game: str, name: str) -> None:
    kind = house_bot(game, name)

    class Hurried(kind):  # type: ignore[misc, valid-type]
        def decide(self, turn: AnyTurn) -> object:
            turn.clock = Clock(bank_ms=1, wall_ms=1, used_ms=9_000)
            return super().decide(turn)

    assert sit(game, 3, kind, kind, kind).replay == sit(game, 3, Hurried, kind, kind).replay


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in games.get(game).seats])
def test_rules_of_thumb_beat_chance(game: str, seats: int) -> None:
    better, chance = house_bot(game, "heuristic"), house_bot(game, "random")
    ranks = []
    for seat in range(seats):
        kinds = [chance] * seats
        kinds[seat] = better
        ranks.append(sit(game, 21, *kinds).ranks[seat])
    assert fmean(ranks) < seats / 2


@pytest.mark.parametrize("seats", games.get("cleopatra").seats)
def test_builders_by_rules_of_thumb_finish_the_palace(seats: int) -> None:
    kind = house_bot("cleopatra", "heuristic")
    assert sit("cleopatra", 33, *[kind] * seats).reason == "cleopatra"


def test_they_use_nothing_that_a_sandbox_lacks_and_neither_clock_nor_chance_of_their_own() -> None:
    place = house.folder()
    assert place is not None
    library = sys.stdlib_module_names - {"os", "random", "secrets", "socket", "subprocess", "threading", "time"}
    allowed = {*library, "msgspec", "arena", "bots_sdk"}
    for path in Path(place).glob("*.py"):
        lines = path.read_text().splitlines()
        imported = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
        assert imported <= allowed, path.name


WORLD = tomllib.loads((Path(__file__).parents[2] / "seeds" / "world.toml").read_text())


@pytest.mark.parametrize("entry", WORLD["bots"], ids=lambda entry: str(entry["name"]))
def test_the_worlds_settings_are_those_that_its_programs_know(entry: dict[str, Any]) -> None:
    place = house.folder()
    assert place is not None
    settings = entry.get("settings", {})
    kind = load(place / entry["program"])
    if settings:
        assert msgspec.convert(settings, type(kind.settings)) != type(kind.settings)()  # type: ignore[attr-defined]
