"""Hiring a character (NE-3): at most one a turn, before placing, for one royal seal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena.game import Action, Decision, Log, Seat
from arena.games.nefertiti import menus
from arena.games.nefertiti.actions import HIRE_STEWARD, HIRE_VIZIER, PASS, Hire, Menu, Pass
from arena.games.nefertiti.board import (
    CARD_TYPES_IN,
    CHARACTERS,
    GIFT_INDEX,
    KIND_INDEX,
    LEVELS,
    MARKET_INDEX,
    MARKETS_IN,
    MERCHANT,
    PILES,
    PRIEST,
    SCRIBE,
    STEWARD,
    THIEF,
    TYPES_OF,
    VIZIER,
)
from arena.games.nefertiti.events import Hired, Passed, Prestige
from arena.games.nefertiti.phases.moves import (
    CARD_TYPES,
    discard_gift,
    gain_gift,
    lose_gift,
    take_gift,
    unsealed,
)
from arena.games.nefertiti.scoring import KINDS_HELD, values_now
from arena.games.nefertiti.state import EVERY_SEAT, PLACE, SEAT, State


def step(state: State, log: Log) -> Decision | None:
    """Asks a seat that has a seal and somebody to hire (NE-3.2)."""
    seat = state.active
    if state.seals[seat]:
        menu = hires(state, seat)
        if len(menu) > 1:
            return Decision("hire", {seat: menu}, {seat: menu[0]})
    state.phase = PLACE
    return None


def hires(state: State, seat: int) -> Menu:
    """Lists what the seat may hire with a seal, passing first (NE-3.2 to NE-3.8)."""
    scribe, vizier, thief, merchant, steward, priest = state.piles
    held = state.held
    menu: list[Action] = [PASS]
    if scribe:
        menu += menus.SCRIBES[KINDS_HELD[held[seat]]]
    if vizier:
        menu.append(HIRE_VIZIER)
    if thief:
        for market in MARKETS_IN[state.open]:
            menu += menus.THIEVES[market][unsealed(state, market)]
    if merchant:
        mine = CARD_TYPES_IN[held[seat]]
        for target, theirs in enumerate(held):
            if target != seat:
                for give in mine:
                    menu += menus.merchants(target, give, theirs)
    if steward and state.servants[seat] >= 2:
        menu.append(HIRE_STEWARD)
    if priest:
        others = 0
        for target, theirs in enumerate(held):
            if target != seat:
                others |= theirs
        menu += menus.PRIESTS[KINDS_HELD[others]]
    return tuple(menu)


def apply(state: State, choices: Mapping[Seat, Pass | Hire], log: Log) -> None:
    """Spends the seal and lets the top card of the character's pile act (NE-3.2)."""
    seat = state.active
    action = choices[seat]
    state.phase = PLACE
    if isinstance(action, Pass):
        if log is not None:
            log.append(Passed(seat, "hire"))
        return
    card = CHARACTERS.index(action.card)
    level = LEVELS[card][PILES[state.seats][card] - state.piles[card]]
    state.touched |= SEAT[seat]
    state.seals[seat] -= 1
    state.piles[card] -= 1
    if log is not None:
        log.append(Hired(seat, action, level))
    EFFECTS[card](state, seat, action, level, log)


def gain_prestige(state: State, seat: int, amount: int, log: Log) -> None:
    """Moves a seat forward on the prestige track."""
    state.prestige[seat] += amount
    if log is not None:
        log.append(Prestige(seat, amount))


def scribe(state: State, seat: int, action: Hire, bonus: int, log: Log) -> None:
    """Scores all of the seat's cards of a kind at once, with a bonus; the cards leave the game (NE-3.3)."""
    assert action.kind is not None
    values = values_now(state)
    points = bonus
    state.touched |= EVERY_SEAT
    for gift in TYPES_OF[KIND_INDEX[action.kind]]:
        place = seat * CARD_TYPES + gift
        count = state.hands[place]
        points += count * values[gift]
        state.hands[place] = 0
        state.held[seat] &= ~(1 << gift)
        state.removed[gift] += count
    gain_prestige(state, seat, points, log)


def vizier(state: State, seat: int, action: Hire, points: int, log: Log) -> None:
    """Gains the prestige on the card (NE-3.4)."""
    gain_prestige(state, seat, points, log)


def thief(state: State, seat: int, action: Hire, level: int, log: Log) -> None:
    """Takes an unsealed gift from an open market for nothing (NE-3.5)."""
    assert action.market is not None
    assert action.slot is not None
    take_gift(state, seat, MARKET_INDEX[action.market], action.slot, log)


def merchant(state: State, seat: int, action: Hire, level: int, log: Log) -> None:
    """Swaps a card with another seat (NE-3.6)."""
    assert action.target is not None
    assert action.give is not None
    assert action.get is not None
    give, get = GIFT_INDEX[action.give], GIFT_INDEX[action.get]
    lose_gift(state, seat, give)
    lose_gift(state, action.target, get)
    gain_gift(state, seat, get)
    gain_gift(state, action.target, give)


def steward(state: State, seat: int, action: Hire, level: int, log: Log) -> None:
    """Lets the seat place two servants in this turn, one after the other (NE-3.7)."""
    state.placings = 2


def priest(state: State, seat: int, action: Hire, level: int, log: Log) -> None:
    """Makes every other seat that holds the kind discard a card of it, a single senet before a double (NE-3.8)."""
    assert action.kind is not None
    for target, theirs in enumerate(state.held):
        if target != seat:
            for gift in TYPES_OF[KIND_INDEX[action.kind]]:
                if theirs >> gift & 1:
                    discard_gift(state, target, gift, "priest", log)
                    break


EFFECTS: dict[int, Callable[[State, int, Hire, int, Log], None]] = {
    SCRIBE: scribe,
    VIZIER: vizier,
    THIEF: thief,
    MERCHANT: merchant,
    STEWARD: steward,
    PRIEST: priest,
}
