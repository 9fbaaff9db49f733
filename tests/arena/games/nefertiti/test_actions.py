"""Actions are made once, written in one way, and read back."""

from __future__ import annotations

import json

import pytest

from arena.errors import NotationError
from arena.game import Action
from arena.games.nefertiti import GAME, actions
from arena.games.nefertiti.actions import Buy, Coins, Discard, Extra, ForceClose, Hire, Pass, Place, Take

WRITTEN: list[tuple[Action, str, str]] = [
    (Pass(), "pass", '{"type":"pass"}'),
    (Hire("scribe", kind="harp"), "hire scribe harp", '{"type":"hire","card":"scribe","kind":"harp"}'),
    (Hire("vizier"), "hire vizier", '{"type":"hire","card":"vizier"}'),
    (Hire("thief", market="S", slot=1), "hire thief S 1", '{"type":"hire","card":"thief","market":"S","slot":1}'),
    (
        Hire("merchant", target=1, give="chair", get="necklace"),
        "hire merchant 1 chair necklace",
        '{"type":"hire","card":"merchant","target":1,"give":"chair","get":"necklace"}',
    ),
    (Hire("steward"), "hire steward", '{"type":"hire","card":"steward"}'),
    (Hire("priest", kind="mirror"), "hire priest mirror", '{"type":"hire","card":"priest","kind":"mirror"}'),
    (Place("SR7"), "place SR7", '{"type":"place","space":"SR7"}'),
    (ForceClose("G"), "close G", '{"type":"force_close","market":"G"}'),
    (Take((1, 3)), "take 1 3", '{"type":"take","slots":[1,3]}'),
    (Extra(2), "extra 2", '{"type":"extra","slot":2}'),
    (Extra(None), "extra -", '{"type":"extra","slot":null}'),
    (Discard("senet1"), "discard senet1", '{"type":"discard","gift":"senet1"}'),
    (Buy(0), "buy 0", '{"type":"buy","slot":0}'),
    (Coins(), "coins", '{"type":"coins"}'),
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


def test_menus_hold_the_actions_that_were_made_once() -> None:
    state = GAME.new_game(seed=1, seats=4)
    decision = GAME.decision(state)
    assert decision is not None
    for menu in decision.legal.values():
        assert all(GAME.parse_action(str(action)) is action for action in menu)


@pytest.mark.parametrize(
    "text", ["place SR9", "take 1 1", "take 3 1", "hire merchant 1 gold gold", "hire", "Pass", "pass "]
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError, match="no action of Nefertiti"):
        GAME.parse_action(text)


def test_an_action_read_from_json_is_as_good_as_a_listed_one() -> None:
    state = GAME.new_game(seed=1, seats=3)
    decision = GAME.decision(state)
    assert decision is not None
    ((seat, menu),) = decision.legal.items()
    twin = state.copy()
    GAME.advance(state, {seat: menu[3]})
    GAME.advance(twin, {seat: GAME.codec.action(json.dumps(json.loads(GAME.codec.encode(menu[3]))))})
    assert state.to_bytes() == twin.to_bytes()
