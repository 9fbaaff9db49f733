"""Menus of actions by what they depend on. Small tables are made at import, large ones grow as they are asked.

A menu is a tuple in the canonical order: by type, then province, number and cards, each in the order of the alphabet
or ascending (AR-8.4).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from arena.game import Action
from arena.games.amun_re import actions as a
from arena.games.amun_re.actions import Menu
from arena.games.amun_re.board import BONUS_CARDS, CARDS, FIELDS, FILLERS, FILLERS_OF_LARGE_HAND, LARGE_HAND
from arena.games.amun_re.hands import cards_in, kinds_in

BUYS = tuple([a.BUY[: most + 1] for most in range(len(a.BUY))])
"""By the most cards that may be bought (AR-4.2)."""
FARMERS = tuple([tuple([row[: most + 1] for most in range(FIELDS[i] + 1)]) for i, row in enumerate(a.FARMERS)])
"""By province and the most farmers that may be bought for it (AR-4.5)."""
HARVESTS = (
    a.HARVEST[:1],
    a.HARVEST[:2],
    (a.HARVEST[0], a.HARVEST[2]),
    (a.HARVEST[0], a.HARVEST[1], a.HARVEST[3], a.HARVEST[2]),
)
"""By the set of cards that are held: 1 gold8, 2 harvest (AR-6.2)."""


@cache
def stones(province: int, most: int) -> Menu:
    """Lists purchases of up to so many stones (AR-4.6)."""
    return a.STONES[province][: most + 1]


@lru_cache(4096)
def sells(hand: int) -> Menu:
    """Lists the kinds of cards that may be sold (AR-1.6)."""
    return tuple([a.SELL[kind] for kind in kinds_in(hand)])


@lru_cache(4096)
def buys(most: int, hand: int) -> Menu:
    """Lists purchases of up to so many cards, then sales (AR-4.2)."""
    return BUYS[most] + sells(hand)


@cache
def _free_farmers(own: tuple[int, ...]) -> Menu:
    return tuple([a.FREE_FARMER[province] for province in sorted(own)])


@lru_cache(4096)
def uses(hand: int, own: tuple[int, ...]) -> Menu:
    """Lists what may be done with cards before buying farmers; own: where a free farmer may go (AR-4.4)."""
    return (a.DONE, *_free_farmers(own), *sells(hand))


@cache
def builders(own: tuple[int, ...]) -> Menu:
    """Lists the provinces, ascending, where a builder has stones enough (AR-4.7)."""
    return (*[a.BUILDER[province] for province in own], a.DONE)


@lru_cache(8192)
def bids_with_blockade(province: int, low: int, high: int, high_with: int) -> Menu:
    """Lists bids from step low on, each alone and with a blockade (AR-3.3, AR-3.6)."""
    menu: list[Action] = []
    for step in range(low, high + 1):
        menu.append(a.BID[province][step])
        if step <= high_with:
            menu.append(a.bid_with(a.BLOCKADE, province, step))
    return tuple(menu)


@lru_cache(8192)
def bids_again(province: int, low: int, high: int, high_with: int) -> Menu:
    """Lists bids where one was overbid last: with a rebid, and up to step high_with also with both (AR-3.7)."""
    menu: list[Action] = []
    for step in range(low, high + 1):
        if step <= high_with:
            menu.append(a.bid_with(a.BOTH, province, step))
        menu.append(a.bid_with(a.REBID, province, step))
    return tuple(menu)


@lru_cache(4096)
def fillers(hand: int) -> tuple[tuple[str, ...], ...]:
    """Lists the cards that may be thrown in together, fewest first (AR-5.3)."""
    cards = [CARDS[kind] for kind in cards_in(hand)]
    most = FILLERS_OF_LARGE_HAND if len(cards) > LARGE_HAND else FILLERS
    found: list[tuple[str, ...]] = []
    for count in range(1, most + 1):
        found += sorted(set(combinations(cards, count)))
    return tuple(found)


@lru_cache(8192)
def offers(gold: int, hand: int) -> Menu:
    """Lists what a seat with that gold and hand may do at the offering (AR-5.1 to AR-5.3)."""
    thrown = [a.offer_with(cards, gold + len(cards)) for cards in fillers(hand)]
    return (*a.OFFER[:gold], *thrown, a.STEAL)


@cache
def goods(own: tuple[int, ...], free: int, card: bool) -> Menu:
    """Lists goods; own: in the order of winning; free: the set of places in it with a free field (AR-5.7)."""
    farmers = [province for place, province in enumerate(own) if free >> place & 1]
    cards: Menu = (a.GOOD_CARD,) if card else ()
    return (
        *cards,
        *[a.GOOD_FARMER[province] for province in sorted(farmers)],
        *[a.GOOD_STONE[province] for province in sorted(own)],
    )


@cache
def bonuses(playable: int) -> Menu:
    """Lists the bonus cards in a set of kinds (AR-7.2)."""
    return (*[a.BONUS[kind] for kind in BONUS_CARDS if playable >> kind & 1], a.DONE)
