"""Laying a mosaic, the pile, new sanctuaries and their owners (CL-5)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import CLAIM, DECLINE, PLACES, Claim, Decline, Place
from arena.games.cleopatra.board import TILES
from arena.games.cleopatra.events import Claimed, Placed, Removed, Top
from arena.games.cleopatra.garden import FREE, PLACEMENT, cells_of, components, fits
from arena.games.cleopatra.phases.paying import built
from arena.games.cleopatra.state import BUILD_MORE, State
from arena.games.cleopatra.state import CLAIM as CLAIMING


def ask_place(state: State, log: Log) -> Decision:
    """Asks where to lay the mosaic: any free squares of the garden (CL-5.1)."""
    seat, covered = state.active, state.covered
    menu = tuple([action for mask, action in PLACES[state.flips][state.spot] if not mask & covered])
    return Decision("place", {seat: menu}, {seat: menu[0]})


def place(state: State, choices: Mapping[Seat, Place], log: Log) -> None:
    """Lays the mosaic, rewards it, looks for new sanctuaries and checks the pile (CL-5.1 to CL-5.3)."""
    seat = state.active
    placement = PLACEMENT[choices[seat].at]
    top = state.tiles[-1]
    state.covered |= placement.mask
    state.laid += (placement.number,)
    state.tiles = tuple([tile for tile in state.tiles if tile != placement.tile])
    state.talents[seat] += placement.reward
    state.fresh = survey(state)
    if log is not None:
        sanctuaries = tuple([cells_of(part) for part in state.fresh])
        log.append(Placed(seat, placement.name, placement.reward, sanctuaries))
    _check_pile(state, top, log)
    built(state)
    if state.fresh:
        state.phase = CLAIMING


def survey(state: State) -> tuple[int, ...]:
    """Finds the spaces that have become sanctuaries, by lowest square, and notes what still fits anywhere (CL-5.3).

    A space is a sanctuary if none of the tiles in the pile has a placement inside it.
    """
    new = []
    fitting, flips, tiles = 0, state.flips, state.tiles
    for part in components(FREE & ~(state.covered | state.sealed)):
        is_closed = True
        for tile in tiles:
            if (is_closed or not fitting >> tile & 1) and fits(tile, part, flips):
                fitting |= 1 << tile
                is_closed = False
        if is_closed:
            state.sealed |= part
            new.append(part)
    state.fitting = fitting
    return tuple(new)


def _check_pile(state: State, top: int, log: Log) -> None:
    """Removes mosaics from the top of the pile that fit nowhere (CL-5.2)."""
    while state.tiles and not state.fitting >> state.tiles[-1] & 1:
        tile = state.tiles[-1]
        state.tiles = state.tiles[:-1]
        state.removed += (tile,)
        if log is not None:
            log.append(Removed(TILES[tile]))
    if log is not None and state.tiles and state.tiles[-1] != top:
        log.append(Top(TILES[state.tiles[-1]]))


def ask_claim(state: State, log: Log) -> Decision | None:
    """Asks for a statue in one of the sanctuaries that this mosaic formed (CL-5.4)."""
    seat = state.active
    if not state.fresh or not state.statues[seat]:
        state.fresh = ()
        state.phase = BUILD_MORE
        return None
    menu = (*[CLAIM[(part & -part).bit_length() - 1] for part in state.fresh], DECLINE)
    return Decision("claim", {seat: menu}, {seat: menu[0]})


def claim(state: State, choices: Mapping[Seat, Claim | Decline], log: Log) -> None:
    """Puts a statue into a sanctuary, or leaves them all unclaimed for good (CL-5.4)."""
    seat = state.active
    action = choices[seat]
    if not isinstance(action, Claim):
        state.fresh = ()
        return
    (part,) = [part for part in state.fresh if part >> action.cell & 1]
    state.fresh = tuple([other for other in state.fresh if other != part])
    state.statues[seat] -= 1
    state.claims += ((seat, part),)
    if log is not None:
        log.append(Claimed(seat, cells_of(part)))
