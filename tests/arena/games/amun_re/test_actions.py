"""Actions, their notation, and the order and size of menus (AR-8.4, AR-8.6)."""

from __future__ import annotations

import pytest

from arena.errors import NotationError
from arena.game import MAX_LEGAL
from arena.games.amun_re import GAME, actions, menus
from arena.games.amun_re.actions import Bid, Done, Good, Harvest, Offer, Steal
from arena.games.amun_re.hands import pack
from arena.rng import Stream


@pytest.mark.parametrize(
    ("text", "json"),
    [
        ("bid memphis 6", '{"type":"bid","p":"memphis","v":6}'),
        ("bid abu 45 blockade rebid", '{"type":"bid","p":"abu","v":45,"c":["blockade","rebid"]}'),
        ("sell nile", '{"type":"sell","card":"nile"}'),
        ("buy 2", '{"type":"buy_cards","n":2}'),
        ("free_farmer abu", '{"type":"free_farmer","p":"abu"}'),
        ("farmers mendes 3", '{"type":"farmers","p":"mendes","n":3}'),
        ("stones abydos 4", '{"type":"stones","p":"abydos","n":4}'),
        ("builder thebes", '{"type":"builder","p":"thebes"}'),
        ("done", '{"type":"done"}'),
        ("offer 7", '{"type":"offer","n":7}'),
        ("offer 9 desert nile", '{"type":"offer","n":9,"c":["desert","nile"]}'),
        ("steal", '{"type":"steal"}'),
        ("good card", '{"type":"good","k":"card"}'),
        ("good farmer mendes", '{"type":"good","k":"farmer","p":"mendes"}'),
        ("harvest -", '{"type":"harvest"}'),
        ("harvest gold8 harvest", '{"type":"harvest","c":["gold8","harvest"]}'),
        ("bonus bank", '{"type":"bonus","card":"bank"}'),
    ],
)
def test_an_action_has_a_notation_and_a_json_form(text: str, json: str) -> None:
    action = GAME.parse_action(text)
    assert str(action) == text
    assert GAME.codec.encode(action).decode() == json
    assert GAME.codec.action(json) == action


@pytest.mark.parametrize(
    "text",
    [
        *("bid memphis", "bid memphis 7", "bid memphis 06", "bid memphis six", "bid cairo 6", "bid memphis 6 nile"),
        *("bid memphis 6 rebid blockade", "bid memphis 6  rebid", "bid memphis 10000000", "offer 0", "offer -3"),
        *("offer 10000", "offer 9 nile desert", "offer 9 nile nile nile nile", "offer 9 camel", "offer", "offer ²"),
        *("steal ", "Done", "bonus gold8", "good card abu", "good stone", "harvest", "farmers mendes 7", "buy 5"),
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_action(text)


def test_actions_are_made_once() -> None:
    assert GAME.parse_action("stones abu 4") is actions.STONES[0][4]
    assert GAME.parse_action("bid abu 6") is actions.BID[0][3]
    assert GAME.parse_action("bid abu 6 rebid") is menus.bids_again(0, 3, 3, 0)[0]
    assert menus.offers(3, 0) == (Offer(1), Offer(2), Offer(3), Steal())
    assert menus.offers(3, pack([7]))[3] is actions.offer_with(("nile",), 4)


def test_menus_are_sorted() -> None:
    """AR-8.4: by the kind of action, province, number, cards."""

    def key(action: object) -> tuple[object, ...]:
        fields = [getattr(action, name) for name in action.__struct_fields__]  # type: ignore[attr-defined]
        return (action.__struct_config__.tag, *[value if value is not None else "" for value in fields])  # type: ignore[attr-defined]

    for seats in (3, 5):
        state = GAME.new_game(seed=11, seats=seats)
        stream = Stream(11, "choices")
        while (decision := GAME.decision(state)) is not None:
            for menu in decision.legal.values():
                assert list(menu) == sorted(menu, key=key)
            choices = {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()}
            GAME.advance(state, choices)


def test_the_largest_menus_stay_below_the_limit() -> None:
    """AR-8.6: bids and offers with 200 gold, and offers with more than anybody can own."""
    largest = 5 * len(menus.bids_with_blockade(0, 0, 19, 19))
    assert largest == 200
    assert len(menus.offers(200, pack(range(8)))) == 200 + 92 + 1
    assert len(menus.offers(999, pack(range(8)))) == 400 + 92 + 1 <= MAX_LEGAL


def test_a_repr_rebuilds_an_action() -> None:
    assert repr(Bid("abu", 6, ("rebid",))) == "Bid(province='abu', price=6, cards=('rebid',))"
    assert (Done(), Good("card"), Harvest()) == (actions.DONE, actions.GOOD_CARD, actions.HARVEST[0])
