"""Paying for a piece unit by unit, and putting it up (CL-4)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import CARD_PAID, DBL, MERCHANT, PAYMENTS, TOOLS, Pay
from arena.games.cleopatra.board import (
    CARDS,
    COLUMN,
    DOOR,
    DOUBLE,
    DOUBLE_AMULETS,
    MOSAIC,
    OBELISK,
    OBELISK_REWARD,
    PAY_ORDER,
    PIECES,
    RESOURCES,
    SIDES,
    SPHINX,
    SPHINX_REWARDS,
    STOCK,
    THRONE_REWARD,
    TROMPE,
    TROMPE_AMULETS,
)
from arena.games.cleopatra.cards import changed, spend
from arena.games.cleopatra.events import Built, Paid
from arena.games.cleopatra.garden import column_reward, door_reward
from arena.games.cleopatra.state import BUILD_MORE, NOTHING, PLACE, State

TOOL = {tool: number for number, tool in enumerate(TOOLS)}
RESOURCE = {resource: number for number, resource in enumerate(RESOURCES)}
AMULETS_PAID = (0, DOUBLE_AMULETS, TROMPE_AMULETS, 0)
"""Amulets by tool."""


def ask_pay(state: State, log: Log) -> Decision | None:
    """Asks with what to pay the next missing unit; a paid piece is built (CL-4.3)."""
    need, seat = state.need, state.active
    hand, merchants = state.hands[seat], state.merchants[seat]
    resource, short, missing_here = NOTHING, 0, 0
    for r in PAY_ORDER:
        if need[r]:
            missing = need[r] - hand[r] - 2 * hand[r + DOUBLE]
            if resource == NOTHING:
                resource, missing_here = r, missing
            if missing > 0:
                short += missing
    if resource == NOTHING:
        _complete(state, seat, log)
        return None
    tools = (1 if hand[resource] else 0) | (2 if hand[resource + DOUBLE] else 0)
    wild = hand[TROMPE]
    if missing_here > 0 or wild + merchants > short:
        tools |= (4 if wild else 0) | (8 if merchants else 0)
    menu = PAYMENTS[resource][tools]
    return Decision("pay", {seat: menu}, {seat: menu[0]})


def pay(state: State, choices: Mapping[Seat, Pay], log: Log) -> None:
    """Pays one unit, or two with a double (CL-4.3)."""
    seat = state.active
    action = choices[seat]
    resource, tool = RESOURCE[action.resource], TOOL[action.tool]
    card = CARD_PAID[resource][tool]
    if tool == MERCHANT:
        state.merchants[seat] -= 1
    else:
        spend(state, seat, card)
    amulets = AMULETS_PAID[tool]
    state.amulets[seat] += amulets
    units = 1
    if tool == DBL:
        if state.need[resource] > 1:
            units = 2
        else:
            state.pool |= 1 << resource
    state.need = changed(state.need, resource, -units)
    if log is not None:
        log.append(Paid(seat, action.resource, "merchant" if card < 0 else CARDS[card], amulets))


def _complete(state: State, seat: int, log: Log) -> None:
    """Puts a paid piece up and rewards it; a mosaic has still to be laid (CL-4.5)."""
    piece, spot = state.piece, state.spot
    if piece == MOSAIC:
        state.phase = PLACE
        return
    at: int | str | None = None
    if piece == COLUMN:
        state.walls |= 1 << spot
        reward, at = column_reward(spot, state.covered), spot
    elif piece == DOOR:
        state.doors |= 1 << spot
        reward, at = door_reward(spot, state.walls), SIDES[spot]
    elif piece == OBELISK:
        state.obelisks -= 1
        reward = OBELISK_REWARD
    elif piece == SPHINX:
        reward = SPHINX_REWARDS[STOCK[SPHINX] - state.sphinxes]
        state.sphinxes -= 1
    else:
        state.thrones -= 1
        reward = THRONE_REWARD
    state.talents[seat] += reward
    if log is not None:
        log.append(Built(seat, PIECES[piece], reward, at))
    built(state)


def built(state: State) -> None:
    """Counts a piece that stands and goes on building (CL-4.4)."""
    state.built += 1
    state.piece = state.spot = NOTHING
    if not state.share:
        state.pool = 0
    state.phase = BUILD_MORE
