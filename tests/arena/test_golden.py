"""Golden playthroughs: whole games as readable text, compared byte for byte.

A change in behaviour raises the game's rules_version and writes them anew in the same commit:

    NILE_GOLDEN=write ./run test tests/arena/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena import games
from arena.game import AnyGame, Event
from arena.rng import Stream

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
SEED = 7


def variants(game: AnyGame) -> dict[str, dict[str, str]]:
    """Gives the options of each playthrough by name: all defaults, then each other value of each option alone."""
    found: dict[str, dict[str, str]] = {"default": {}}
    for option in game.options:
        for value in option.values[1:]:
            found[f"{option.name}-{value}".replace("_", "-")] = {option.name: value}
    return found


CASES = [
    (slug, seats, variant)
    for slug in games.SLUGS
    for seats in games.get(slug).seats
    for variant in variants(games.get(slug))
]


def playthrough(game: AnyGame, seats: int, options: dict[str, str]) -> str:
    """Plays a random game and tells it: each decision with its choices, what happened, and how it ended."""
    names = NAMES[:seats]
    chosen = ", ".join(f"{name} {value}" for name, value in game.resolve_options(seats, options).items())
    lines = [f"{game.title}, rules {game.rules_version}, {seats} seats, seed {SEED}, {chosen}", ""]
    log: list[Event] = []
    state = game.new_game(seed=SEED, seats=seats, options=options, log=log)
    stream = Stream(SEED, "golden")
    lines += told(game, log, names)
    ply = 0
    while (decision := game.decision(state)) is not None:
        choices = {seat: actions[stream.below(len(actions))] for seat, actions in decision.legal.items()}
        log = []
        game.advance(state, choices, log)
        ply += 1
        answers = [f"{names[seat]}: {choices[seat]} (of {len(decision.legal[seat])})" for seat in choices]
        lines += ["", f"{ply}. {decision.kind} | {' | '.join(answers)}", *told(game, log, names)]
    result = game.result(state)
    assert result is not None
    lines += ["", f"{result.reason}: {ply} plies"]
    table = zip(result.ranks, names, result.scores, strict=True)
    lines += [f"{rank}. {name} {score}" for rank, name, score in sorted(table)]
    return "\n".join(lines) + "\n"


def told(game: AnyGame, log: list[Event], names: tuple[str, ...]) -> list[str]:
    """Tells events, and in front of those that are not for everybody, whom they are told to."""
    lines = []
    for event in log:
        to = "" if event.to is None else f"[to {', '.join(names[seat] for seat in event.to)}] "
        lines.append(f"   {to}{game.describe(event, names)}")
    return lines


def path_of(slug: str, seats: int, variant: str) -> Path:
    return GOLDEN / slug / f"{seats}-{variant}.txt"


@pytest.mark.parametrize(("slug", "seats", "variant"), CASES)
def test_a_playthrough_is_as_it_was(slug: str, seats: int, variant: str) -> None:
    game = games.get(slug)
    text = playthrough(game, seats, variants(game)[variant])
    path = path_of(slug, seats, variant)
    if os.environ.get("NILE_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert path.is_file(), "there is no playthrough of this game with so many seats: write one, read it, keep it"
    assert path.read_text() == text


@pytest.mark.parametrize("slug", games.SLUGS)
def test_there_is_no_playthrough_of_something_else(slug: str) -> None:
    known = {path_of(*case) for case in CASES}
    assert set((GOLDEN / slug).glob("*.txt")) <= known
