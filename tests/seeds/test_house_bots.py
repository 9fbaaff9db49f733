"""The house bots play whole games without a fault, always the same way, and in the order of their names."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import pytest

from arena.games.nefertiti import GAME
from arena.protocol import Clock
from arena.referee.match import MatchRecord, play
from bench.strength import load
from bots_sdk import AnyTurn, Bot, house
from bots_sdk.inline import inline_player

CHEAP = {"nefertiti_searcher": {"candidates": 3, "playouts": 2, "rounds": 2}}
"""Settings that keep a test short; the strength itself is measured by the benchmark."""


def house_bot(name: str) -> type[Bot]:
    path = house.find(name, "nefertiti")
    assert path is not None
    kind = load(path)
    if path.stem in CHEAP:
        settings = type(kind.settings)(**CHEAP[path.stem])  # type: ignore[attr-defined]
        return type(kind.__name__, (kind,), {"settings": settings})
    return kind


def sit(seed: int, *kinds: type[Bot], closing: str = "sum_only") -> MatchRecord:
    players = [inline_player(kind) for kind in kinds]
    names = [str(number) for number in range(len(kinds))]
    return play(GAME, seed=seed, players=players, names=names, options={"closing": closing})


@pytest.mark.parametrize("closing", ["sum_only", "full"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", house.names("nefertiti"))
def test_it_plays_whole_games_without_a_fault_and_always_the_same_way(name: str, seats: int, closing: str) -> None:
    kinds = [house_bot(name)] * seats
    record, again = sit(seats, *kinds, closing=closing), sit(seats, *kinds, closing=closing)
    assert [seat.detail for seat in record.seats] == [""] * seats
    assert record.replay == again.replay


@pytest.mark.parametrize("name", house.names("nefertiti"))
def test_the_clock_changes_no_choice(name: str) -> None:
    class Hurried(house_bot(name)):  # type: ignore[misc]
        def decide(self, turn: AnyTurn) -> object:
            turn.clock = Clock(bank_ms=1, wall_ms=1, used_ms=9_000)
            return super().decide(turn)

    kind = house_bot(name)
    assert sit(3, kind, kind, kind).replay == sit(3, Hurried, kind, kind).replay


@pytest.mark.parametrize("seats", [3, 4])
def test_rules_of_thumb_beat_chance(seats: int) -> None:
    better, chance = house_bot("heuristic"), house_bot("random")
    ranks = []
    for seat in range(seats):
        kinds = [chance] * seats
        kinds[seat] = better
        ranks.append(sit(21, *kinds).ranks[seat])
    assert fmean(ranks) < seats / 2


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
