"""The moves that several phases share: power cards are drawn, lost and sold, and stones become pyramids."""

from __future__ import annotations

from arena.game import Log
from arena.games.amun_re.board import BUILDER, CARD_GOLD, CARDS, PROVINCES, STONES_IN_PYRAMID
from arena.games.amun_re.events import Built, Drew, Reshuffled, Sold
from arena.games.amun_re.hands import ONE, cards_in, pack
from arena.games.amun_re.state import State
from arena.rng import Stream


def draw(state: State, count: int, log: Log) -> tuple[int, ...]:
    """Draws cards from the deck; an empty deck is made anew from the discards, if there are any (AR-1.7)."""
    drawn: list[int] = []
    while len(drawn) < count:
        if not state.deck:
            if not state.discards:
                break
            reshuffle_discards(state, log)
        drawn.append(state.deck.pop())
    return tuple(drawn)


def reshuffle_discards(state: State, log: Log) -> None:
    """Shuffles the discard pile into a new deck (AR-1.7)."""
    stream = Stream(state.seed, "power", state.position)
    state.deck = list(cards_in(state.discards))
    stream.shuffle(state.deck)
    state.position = stream.position
    state.discards = 0
    if log is not None:
        log.append(Reshuffled(len(state.deck)))


def take_cards(state: State, seat: int, cards: tuple[int, ...], log: Log) -> None:
    """Puts cards into a hand; nobody else sees them (AR-8.3)."""
    if cards:
        state.hands[seat] += pack(cards)
        state.sizes[seat] += len(cards)
        if log is not None:
            log.append(Drew(seat, tuple([CARDS[card] for card in sorted(cards)]), to=(seat,)))


def lose_card(state: State, seat: int, card: int) -> None:
    """Moves a card from a hand to the discard pile, face up (AR-1.5)."""
    state.hands[seat] -= ONE[card]
    state.sizes[seat] -= 1
    state.discards += ONE[card]
    if card == BUILDER:
        state.known &= ~(1 << seat)


def play_card(state: State, seat: int, card: int) -> None:
    """Plays a card: no other of its kind in this round (AR-1.5)."""
    state.used[seat] |= 1 << card
    lose_card(state, seat, card)


def sell_cards(state: State, seat: int, cards: tuple[int, ...], log: Log) -> None:
    """Turns cards into gold (AR-1.6)."""
    for card in cards:
        lose_card(state, seat, card)
        state.sold[seat] += ONE[card]
    state.gold[seat] += len(cards) * CARD_GOLD
    if log is not None:
        log.append(Sold(seat, tuple([CARDS[card] for card in cards])))


def build_pyramids(state: State, provinces: tuple[int, ...], log: Log) -> None:
    """Turns every three stones of each of these provinces into a pyramid (AR-1.8)."""
    stones = state.stones
    for province in provinces:
        if stones[province] >= STONES_IN_PYRAMID:
            pyramids, stones[province] = divmod(stones[province], STONES_IN_PYRAMID)
            state.pyramids[province] += pyramids
            if log is not None:
                log.append(Built(PROVINCES[province], pyramids, False))


def next_in_turn(state: State) -> bool:
    """Passes the turn on, clockwise; False when it comes back to the Pharaoh, who begins (AR-2.6)."""
    seat = state.active + 1
    state.active = seat = seat if seat < state.seats else 0
    return seat != state.pharaoh
