"""Building: which pieces a seat can afford, and the choice among them (CL-4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import (
    BUILD,
    BUILD_TILE,
    COLUMNS,
    DOORS,
    FINISH,
    LARGE,
    Build,
    Finish,
    Menu,
    Play,
)
from arena.games.cleopatra.board import (
    CARDS,
    COLUMN,
    COST,
    DOOR,
    MOSAIC,
    OBELISK,
    PIECES,
    PLAY_AMULETS,
    SCRIBE,
    SIDES,
    STANDARD,
    STOCK,
    TILES,
    TROMPE,
)
from arena.games.cleopatra.cards import spend
from arena.games.cleopatra.events import Played
from arena.games.cleopatra.phases.characters import play, plays
from arena.games.cleopatra.state import AFTER_BUILDING, BUILD_MORE, PAY, State

ALL_SLOTS = (1 << STOCK[COLUMN]) - 1
BOTH_SIDES = (1 << STOCK[DOOR]) - 1
MOST_NEEDED = tuple([max(needed) for needed in zip(*COST, strict=True)])
DEAREST = max([sum(cost) for cost in COST])


@cache
def affordable(have: tuple[int, ...], wild: int) -> int:
    """Gives the set of pieces that can be paid (CL-4.2).

    have: units by resource, capped at MOST_NEEDED; wild: trompe-l'oeils and merchants, capped at DEAREST.
    """
    return sum(
        [
            1 << piece
            for piece, cost in enumerate(COST)
            if sum([max(0, needed - units) for needed, units in zip(cost, have, strict=True)]) <= wild
        ]
    )


def pieces(state: State, seat: int) -> Menu:
    """Lists the pieces that a seat can build now (CL-4.1)."""
    hand, pool = state.hands[seat], state.pool
    a = hand[0] + 2 * hand[5]
    s = hand[1] + 2 * hand[6]
    m = hand[2] + 2 * hand[7]
    w = hand[3] + 2 * hand[8]
    lapis = hand[4] + 2 * hand[9]
    if pool:
        a, s, m, w, lapis = [units + (pool >> r & 1) for r, units in enumerate((a, s, m, w, lapis))]
    wild = hand[TROMPE] + state.merchants[seat]
    can = affordable(
        (
            a if a < 3 else 3,
            s if s < 2 else 2,
            m if m < 2 else 2,
            w if w < 2 else 2,
            lapis if lapis < 2 else 2,
        ),
        wild if wild < DEAREST else DEAREST,
    )
    if not can:
        return ()
    menu: Menu = COLUMNS[state.walls ^ ALL_SLOTS] if can & 1 << COLUMN else ()
    large = can >> OBELISK & ((1 if state.obelisks else 0) | (2 if state.sphinxes else 0) | (4 if state.thrones else 0))
    if large:
        menu += LARGE[large]
    if can & 1 << DOOR:
        menu += DOORS[state.doors ^ BOTH_SIDES]
    if can & 1 << MOSAIC and state.tiles:
        menu += (BUILD[MOSAIC],)
        if hand[SCRIBE]:
            others = state.fitting & ~(1 << state.tiles[-1])
            menu += tuple([action for tile, action in enumerate(BUILD_TILE) if others >> tile & 1])
    return menu


def choose_piece(state: State, seat: int, action: Build, log: Log) -> None:
    """Starts a piece; units left over from earlier pieces are used first (CL-4.1, CL-4.4)."""
    piece = state.piece = PIECES.index(action.piece)
    if piece == COLUMN:
        assert action.slot is not None
        state.spot = action.slot
    elif piece == DOOR:
        assert action.side is not None
        state.spot = SIDES.index(action.side)
    elif piece == MOSAIC:
        state.spot = state.tiles[-1]
        if action.tile is not None:
            _pick(state, seat, TILES.index(action.tile), log)
    state.need = COST[piece]
    if state.pool:
        used = sum([1 << resource for resource in range(STANDARD) if state.need[resource]]) & state.pool
        state.need = tuple([units - (used >> resource & 1) for resource, units in enumerate(state.need)])
        state.pool ^= used
    state.phase = PAY


def _pick(state: State, seat: int, tile: int, log: Log) -> None:
    """Picks another mosaic than the top one with a Scribe (CL-6.3)."""
    state.spot = tile
    spend(state, seat, SCRIBE)
    state.amulets[seat] += PLAY_AMULETS[SCRIBE]
    if log is not None:
        log.append(Played(seat, CARDS[SCRIBE], PLAY_AMULETS[SCRIBE], TILES[tile]))


def ask_build_more(state: State, log: Log) -> Decision:
    """Asks for a further piece of this turn, a character, or the end of building (CL-4.1)."""
    seat = state.active
    menu = (*pieces(state, seat), *plays(state, seat), FINISH)
    return Decision("build_more", {seat: menu}, {seat: FINISH})


def build_more(state: State, choices: Mapping[Seat, Build | Play | Finish], log: Log) -> None:
    """Builds on, plays a character, or finishes."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Build):
        choose_piece(state, seat, action, log)
    elif isinstance(action, Play):
        play(state, seat, action, BUILD_MORE, log)
    else:
        state.phase = AFTER_BUILDING
