"""Actions are made once, written in one way, and read back."""

from __future__ import annotations

import pytest

from arena.errors import NotationError
from arena.game import Action
from arena.games.cleopatra import GAME, actions
from arena.games.cleopatra.actions import (
    Bid,
    Build,
    Claim,
    Decline,
    Die,
    Discard,
    End,
    Finish,
    Give,
    Keep,
    KeepDice,
    Limit,
    Market,
    Pass,
    Pay,
    PayTwo,
    Place,
    Play,
    Refill,
    Stop,
    Take,
    Targets,
)

WRITTEN: list[tuple[Action, str, str]] = [
    (Market(0), "market 0", '{"type":"market","stall":0}'),
    (Build("column", slot=4), "build column 4", '{"type":"build","k":"column","slot":4}'),
    (Build("obelisk"), "build obelisk", '{"type":"build","k":"obelisk"}'),
    (Build("door", side="L"), "build door L", '{"type":"build","k":"door","side":"L"}'),
    (Build("mosaic"), "build mosaic", '{"type":"build","k":"mosaic"}'),
    (
        Build("mosaic", tile="X", scribe=True),
        "build mosaic X scribe",
        '{"type":"build","k":"mosaic","tile":"X","scribe":true}',
    ),
    (Play("VIZ"), "play VIZ", '{"type":"play","card":"VIZ"}'),
    (End(), "end", '{"type":"end"}'),
    (Finish(), "finish", '{"type":"finish"}'),
    (Pass(), "pass", '{"type":"pass"}'),
    (Pay("A", "std"), "pay A std", '{"type":"pay","r":"A","with":"std"}'),
    (Place("P3c7"), "place P3c7", '{"type":"place","at":"P3c7"}'),
    (Claim(0), "claim 0", '{"type":"claim","cell":0}'),
    (Decline(), "decline", '{"type":"decline"}'),
    (Take("L"), "take L", '{"type":"take","card":"L"}'),
    (Keep("M"), "keep M", '{"type":"keep","card":"M"}'),
    (Stop(), "stop", '{"type":"stop"}'),
    (PayTwo(), "pay2", '{"type":"pay2"}'),
    (Give("S"), "give S", '{"type":"give","card":"S"}'),
    (Targets((0, 2)), "targets 0 2", '{"type":"targets","seats":[0,2]}'),
    (Targets(()), "targets", '{"type":"targets","seats":[]}'),
    (Die("up"), "die up", '{"type":"die","turn":"up"}'),
    (KeepDice(), "keep_dice", '{"type":"keep_dice"}'),
    (Bid(4), "bid 4", '{"type":"bid","n":4}'),
    (Limit("discard"), "limit discard", '{"type":"limit","how":"discard"}'),
    (Discard("A"), "discard A", '{"type":"discard","card":"A"}'),
    (Refill((2, 0, 1)), "refill 2 0 1", '{"type":"refill","stalls":[2,0,1]}'),
]


@pytest.mark.parametrize(("action", "notation", "text"), WRITTEN, ids=lambda value: str(value))
def test_an_action_is_written_and_read(action: Action, notation: str, text: str) -> None:
    assert str(action) == notation
    assert GAME.parse_action(notation) == action
    assert GAME.codec.encode(action).decode() == text
    assert GAME.codec.action(text) == action
    assert eval(repr(action), vars(actions)) == action


def test_every_action_has_its_own_notation_and_is_made_once() -> None:
    everything = actions.EVERY_ACTION
    assert len({str(action) for action in everything}) == len(everything)
    assert all(GAME.parse_action(str(action)) is action for action in everything)
    assert GAME.parse_action("bid 17") is GAME.parse_action("bid 17") is actions.bids(20)[17]


def test_menus_hold_the_actions_that_were_made_once() -> None:
    state = GAME.new_game(seed=1, seats=4)
    for _ in range(300):
        decision = GAME.decision(state)
        if decision is None:
            break
        for menu in decision.legal.values():
            assert all(GAME.parse_action(str(action)) is action for action in menu)
        GAME.advance(state, {seat: menu[-1] for seat, menu in decision.legal.items()})


@pytest.mark.parametrize(
    "text",
    [
        *("market 3", "build mosaic X", "build throne 1", "pay A", "place P3c9", "place P8a0", "targets 2 0"),
        *("bid", "bid -1", "bid 01", "bid 1000", "bid ４", "refill 0 0 1", "take X", "Pass", "pass ", "play SCR"),
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError, match="no action of Cleopatra"):
        GAME.parse_action(text)


def test_an_action_read_from_json_is_as_good_as_a_listed_one() -> None:
    state, twin = GAME.new_game(seed=1, seats=3), GAME.new_game(seed=1, seats=3)
    for _ in range(200):
        decision = GAME.decision(state)
        if decision is None:
            break
        chosen = {seat: menu[len(menu) // 2] for seat, menu in decision.legal.items()}
        GAME.advance(state, chosen)
        GAME.advance(twin, {seat: GAME.codec.action(GAME.codec.encode(action)) for seat, action in chosen.items()})
        assert state.to_bytes() == twin.to_bytes()
