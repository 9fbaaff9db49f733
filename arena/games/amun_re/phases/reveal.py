"""Phase 1 of a round: provinces are turned up, with the goods that are printed on them (AR-3.1, AR-3.2)."""

from __future__ import annotations

from arena.game import Log
from arena.games.amun_re.board import FREE_CARDS, FREE_GOLD, FREE_STONES, PROVINCES
from arena.games.amun_re.events import Round, TurnedUp
from arena.games.amun_re.phases.moves import build_pyramids, draw
from arena.games.amun_re.state import BID, NOBODY, NOTHING, State


def step(state: State, log: Log) -> None:
    """Begins a round: turns up a province for each seat and opens the auction (AR-3.1, AR-3.2)."""
    seats = state.seats
    first = state.round * seats
    provinces = state.order[first : first + seats]
    state.round += 1
    state.used = [0] * seats
    state.sold = [0] * seats
    if log is not None:
        log.append(Round(state.round))
    cards = {province: turn_up(state, province, log) for province in provinces}
    state.offered = tuple(sorted(provinces))
    state.lying = [cards[province] for province in state.offered]
    state.top = [NOTHING] * seats
    state.holder = [NOBODY] * seats
    state.blocked = 0
    state.last = [NOTHING] * seats
    state.active = state.pharaoh
    state.phase = BID


def turn_up(state: State, province: int, log: Log) -> tuple[int, ...]:
    """Lays stones on a province, and gives the power cards that come to lie there face down (AR-3.2)."""
    state.stones[province] += FREE_STONES[province]
    cards = draw(state, FREE_CARDS[province], log) if FREE_CARDS[province] else ()
    build_pyramids(state, (province,), log)
    if log is not None:
        pieces = state.pyramids[province], state.stones[province]
        log.append(TurnedUp(PROVINCES[province], *pieces, len(cards), FREE_GOLD[province]))
    return cards
