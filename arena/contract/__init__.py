"""Checks that every game must pass: play at random and look closely. For authors of games and for long soaks.

    check_rules(game)
    check_game(game, seats=3, seed=1, games=100, conserved=my_conservation_laws)

Every check raises AssertionError; the message names the game, its seats and options, the seed and the ply, so that
one call brings the failure back.
"""

from __future__ import annotations

from typing import Any

import msgspec

from arena.contract.states import (
    check_asked,
    check_conserved,
    check_copy,
    check_hidden,
    check_illegal,
    check_imagined,
    check_twin,
    check_views,
)
from arena.contract.values import check_decision, check_end, check_events
from arena.contract.walk import POLICIES, Conserved, Seen, Walk
from arena.errors import InvalidOptions, NotationError, UnknownGame
from arena.game import AnyGame, Event, Options
from arena.rng import SEED_LIMIT

__all__ = ["Conserved", "Seen", "check_game", "check_rules", "check_walk"]


LASTING = 8
"""At each so-manieth ply at least it is looked whether states are equal and nothing is lost: that lasts."""


def check_game(
    game: AnyGame,
    *,
    seats: int,
    seed: int,
    options: Options | None = None,
    games: int = 1,
    every: int = 1,
    conserved: Conserved | None = None,
    hides: bool = True,
) -> Seen:
    """Plays `games` random games on seeds from `seed` on, and one of defaults and one of last actions, and checks all.

    every: the costly checks of a state (copies, views, leaks, illegal actions) are made at every so-manieth ply.
    hides: whether the game hides anything; then reshuffling must change a state at least once.
    """
    seen = Seen()
    for number in range(games):
        check_walk(game, seats, options, (seed + number) % SEED_LIMIT, "random", seen, every, conserved)
    for policy in ("default", "last"):
        check_walk(game, seats, options, seed, policy, seen, every, conserved)
    if hides and not seen.hidden:
        raise AssertionError(f"{game.slug}, {seats} seats, seed {seed}: reshuffle_hidden never changed anything")
    return seen


def check_walk(
    game: AnyGame,
    seats: int,
    options: Options | None,
    seed: int,
    policy: str,
    seen: Seen,
    every: int = 1,
    conserved: Conserved | None = None,
) -> None:
    """Plays one game by a policy and checks every ply of it.

    every: plies from one costly check to the next. A twin is dealt from the same seed and played by the same choices
    without a log: histories that are equal must give states that are equal.
    """
    walk = Walk(game, seats, options, seed, policy, seen)
    log: list[Event] = []
    state = walk.state = game.new_game(seed=seed, seats=seats, options=options, log=log)
    twin = game.new_game(seed=seed, seats=seats, options=options)
    chance = walk.stream("choices")
    while True:
        check_events(walk, log)
        decision = game.decision(state)
        if walk.ply % min(every, LASTING) == 0 or decision is None:
            check_twin(walk, twin)
            if conserved is not None:
                check_conserved(walk, conserved, state)
        if decision is not None:
            check_decision(walk, decision)
        costly = walk.ply % every == 0 or decision is None
        if costly:
            check_copy(walk)
            check_views(walk)
            check_hidden(walk, conserved)
            check_imagined(walk, conserved)
            check_illegal(walk)
        if decision is None:
            break
        if costly:
            check_asked(walk)
            seen.inspected.add(decision.kind)
        if game.result(state) is not None:
            walk.fail("there is a result while the game runs")
        if walk.ply == game.longest:
            walk.fail(f"the game goes on after its longest ({game.longest} plies)")
        choices = POLICIES[policy](decision, chance)
        log = []
        walk.play(state, choices, log)
        walk.play(twin, choices, None)
        walk.ply += 1
    check_end(walk)
    check_asked(walk)
    seen.games += 1
    seen.plies += walk.ply
    seen.longest = max(seen.longest, walk.ply)


def check_rules(game: AnyGame) -> None:
    """What a game says of itself is well formed, and it refuses what it does not know."""
    assert game.slug, "a game needs a slug"
    assert game.title, f"{game.slug}: a game needs a title"
    assert game.rules_version >= 1, f"{game.slug}: rules versions start at 1"
    assert list(game.seats) == sorted(set(game.seats)), f"{game.slug}: seat counts ascend"
    assert len(msgspec.json.decode(msgspec.json.encode(game.options))) == len(game.options), (
        f"{game.slug}: options can be published"
    )
    least = game.seats[0]
    game.new_game(seed=SEED_LIMIT - 1, seats=least)
    for option in game.options:
        for value in option.values:
            game.new_game(seed=0, seats=least, options={option.name: value})
        _refuses(game, InvalidOptions, seed=0, seats=least, options={option.name: "no such value"})
    _refuses(game, InvalidOptions, seed=0, seats=least, options={"no such option": "0"})
    _refuses(game, UnknownGame, seed=0, seats=max(game.seats) + 1)
    _refuses(game, ValueError, seed=SEED_LIMIT, seats=least)
    _refuses(game, ValueError, seed=-1, seats=least)
    for text in ("", "no such action", "\N{SNOWMAN}"):
        try:
            game.parse_action(text)
        except NotationError:
            continue
        raise AssertionError(f"{game.slug}: parse_action takes {text!r}")


def _refuses(game: AnyGame, error: type[Exception], **arguments: Any) -> None:
    try:
        game.new_game(**arguments)
    except error:
        return
    raise AssertionError(f"{game.slug}: new_game takes {arguments}")
