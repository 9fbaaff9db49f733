"""Phase 3 of a round, second half: farmers, stones, and the pyramids they become (AR-4.5 to AR-4.8)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.amun_re.actions import Builder, Done, Farmers, Stones
from arena.games.amun_re.board import AFFORD, BUILDER, FIELDS, PRICES, PROVINCE_INDEX, PROVINCES, STONES_FOR_BUILDER
from arena.games.amun_re.events import Built, Paid, Placed
from arena.games.amun_re.hands import BUILDERS
from arena.games.amun_re.menus import FARMERS as FARMER_MENUS
from arena.games.amun_re.menus import builders, stones
from arena.games.amun_re.phases.moves import build_pyramids, next_in_turn, play_card
from arena.games.amun_re.state import BUILD, BUY, OFFER, STONES, State


def step_farmers(state: State, log: Log) -> Decision | None:
    """Asks province by province how many farmers go there; the sum is paid at the end (AR-4.5)."""
    seat = state.active
    own = state.own[seat]
    more = AFFORD[state.gold[seat]] - state.bought
    if more:
        while state.at < len(own):
            province = own[state.at]
            free = FIELDS[province] - state.farmers[province]
            if free:
                menu = FARMER_MENUS[province][free if free < more else more]
                return Decision("farmers", {seat: menu}, {seat: menu[0]})
            state.at += 1
    state.at = 0
    if state.bought:
        pay(state, seat, "farmer", log)
    state.phase = STONES
    return None


def apply_farmers(state: State, choices: Mapping[Seat, Farmers], log: Log) -> None:
    """Puts farmers on fields (AR-4.5)."""
    seat = state.active
    count = choices[seat].count
    province = state.own[seat][state.at]
    state.farmers[province] += count
    place(state, seat, "farmer", province, count, log)


def step_stones(state: State, log: Log) -> Decision | None:
    """Asks province by province how many stones go there; the sum is paid at the end (AR-4.6)."""
    seat = state.active
    own = state.own[seat]
    more = AFFORD[state.gold[seat]] - state.bought
    if more and state.at < len(own):
        menu = stones(own[state.at], more)
        return Decision("stones", {seat: menu}, {seat: menu[0]})
    state.at = 0
    if state.bought:
        pay(state, seat, "stone", log)
    state.phase = BUILD
    return None


def apply_stones(state: State, choices: Mapping[Seat, Stones], log: Log) -> None:
    """Puts stones into a province; they become pyramids at the end of the purchases (AR-4.6, AR-4.8)."""
    seat = state.active
    count = choices[seat].count
    province = state.own[seat][state.at]
    state.stones[province] += count
    place(state, seat, "stone", province, count, log)


def place(state: State, seat: int, what: str, province: int, count: int, log: Log) -> None:
    """Counts pieces that have been placed, and goes on to the next province."""
    state.at += 1
    state.bought += count
    if count and log is not None:
        log.append(Placed(seat, what, PROVINCES[province], count))


def pay(state: State, seat: int, what: str, log: Log) -> None:
    """Pays for all pieces of one sort together (AR-1.3, AR-4.1)."""
    count = state.bought
    state.bought = 0
    state.gold[seat] -= PRICES[count]
    if log is not None:
        log.append(Paid(seat, what, count, PRICES[count]))


def step_builder(state: State, log: Log) -> Decision | None:
    """Asks for a Master Builder where one can be used; else the turn ends (AR-4.7, AR-4.8)."""
    seat = state.active
    if state.hands[seat] & BUILDERS and not state.used[seat] >> BUILDER & 1:
        able = tuple(sorted([p for p in state.own[seat] if state.stones[p] >= STONES_FOR_BUILDER]))
        if able:
            menu = builders(able)
            return Decision("builder", {seat: menu}, {seat: menu[-1]})
    end_turn(state, log)
    return None


def apply_builder(state: State, choices: Mapping[Seat, Builder | Done], log: Log) -> None:
    """Makes a pyramid of two stones, perhaps, and ends the turn (AR-4.7, AR-4.8)."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Builder):
        play_card(state, seat, BUILDER)
        province = PROVINCE_INDEX[action.province]
        state.stones[province] -= STONES_FOR_BUILDER
        state.pyramids[province] += 1
        if log is not None:
            log.append(Built(action.province, 1, True))
    end_turn(state, log)


def end_turn(state: State, log: Log) -> None:
    """Turns stones into pyramids and passes the turn on (AR-4.1, AR-4.8)."""
    build_pyramids(state, state.own[state.active], log)
    state.phase = BUY if next_in_turn(state) else OFFER
