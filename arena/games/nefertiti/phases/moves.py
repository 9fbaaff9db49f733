"""The moves that several phases share: gifts, money and servants change places."""

from __future__ import annotations

from arena.game import Log
from arena.games.nefertiti.board import GIFTS, MARKETS, PRICES, SLOTS
from arena.games.nefertiti.events import Discarded, Paid, Took
from arena.games.nefertiti.state import EVERY_SEAT, MARKET, NOBODY, NOTHING, SEAT, State

CARD_TYPES = len(GIFTS)


def bid(state: State) -> tuple[int, int, int]:
    """Gives market, price and seat of the highest bid that has not been dealt with (NE-5.1)."""
    market = state.closing
    price = state.occupied[market].bit_length() - 1
    return market, price, state.owner[market * PRICES + price]


def unsealed(state: State, market: int) -> int:
    """Gives the set of slots with an unsealed gift (NE-2.7)."""
    return state.filled[market] & ~(state.sealed >> market & 1)


def gain_gift(state: State, seat: int, gift: int) -> None:
    """Puts a gift into a hand."""
    state.touched |= EVERY_SEAT  # its kind may have one more owner
    state.hands[seat * CARD_TYPES + gift] += 1
    state.held[seat] |= 1 << gift


def lose_gift(state: State, seat: int, gift: int) -> None:
    """Takes a gift out of a hand that holds one."""
    place = seat * CARD_TYPES + gift
    state.touched |= EVERY_SEAT
    state.hands[place] -= 1
    if not state.hands[place]:
        state.held[seat] ^= 1 << gift


def discard_gift(state: State, seat: int, gift: int, why: str, log: Log) -> None:
    """Removes a gift in a hand from the game."""
    lose_gift(state, seat, gift)
    state.removed[gift] += 1
    if log is not None:
        log.append(Discarded(seat, GIFTS[gift], why))


def take_gift(state: State, seat: int, market: int, slot: int, log: Log) -> None:
    """Moves a gift from a display into a hand, and the seal on it into the seat's purse (NE-5.9)."""
    place = market * SLOTS + slot
    gift = state.slots[place]
    state.touched |= MARKET[market]
    state.slots[place] = NOTHING
    state.filled[market] ^= 1 << slot
    gain_gift(state, seat, gift)
    seal = not slot and state.sealed >> market & 1 == 1
    if seal:
        state.sealed ^= 1 << market
        state.seals[seat] += 1
    if log is not None:
        log.append(Took(seat, MARKETS[market], slot, GIFTS[gift], seal))


def pay(state: State, seat: int, market: int, amount: int, log: Log) -> None:
    """Moves money from a seat into the reserve of a market (NE-1.6)."""
    state.touched |= MARKET[market] | SEAT[seat]
    state.money[seat] -= amount
    state.reserve[market] += amount
    if log is not None:
        log.append(Paid(seat, MARKETS[market], amount))


def send_home(state: State, seat: int, market: int, price: int) -> None:
    """Gives a servant back to its owner once its bid has been dealt with (NE-5.10)."""
    state.touched |= MARKET[market] | SEAT[seat]
    state.occupied[market] ^= 1 << price
    state.owner[market * PRICES + price] = NOBODY
    state.servants[seat] += 1
