"""Moving cards: draw, pay, discard, give, and what everybody may still know of hands and discard pile afterwards.

Knowledge is kept as lower bounds (State.seen, State.open). What a hidden move makes unsure is forgotten, so the
bounds always hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.game import Log
from arena.games.cleopatra.board import CARDS, STANDARD
from arena.games.cleopatra.events import FACE_DOWN, Shuffled
from arena.games.cleopatra.state import State
from arena.rng import Stream

NO_CARDS = (0,) * len(CARDS)


def changed(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Gives counts of which one is changed."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def half_flipped(cards: list[int], stream: Stream, half_flip: bool) -> tuple[int, ...]:
    """Makes a deck, cards with orientation, out of cards: half of them, rounded down, face up (CL-2.2)."""
    stream.shuffle(cards)
    up = len(cards) // 2 if half_flip else 0
    deck = [card * 2 + (place < up) for place, card in enumerate(cards)]
    stream.shuffle(deck)
    return tuple(deck)


def draw(state: State, count: int, log: Log) -> tuple[int, ...]:
    """Draws the top cards, card * 2 + up, one by one; fewer if deck and discard pile run out (CL-2.6)."""
    deck = state.deck
    if len(deck) >= count:
        state.deck = deck[:-count]
        return deck[: -count - 1 : -1]
    state.deck = ()
    if not state.discarded:
        return deck[::-1]
    _reshuffle(state, log)
    return deck[::-1] + draw(state, min(count - len(deck), len(state.deck)), log)


def _reshuffle(state: State, log: Log) -> None:
    cards = [card for card, count in enumerate(state.discards) for _ in range(count)]
    stream = Stream(state.seed, "deck", state.deck_drawn)
    state.deck = half_flipped(cards, stream, state.half_flip)
    state.deck_drawn = stream.position
    for seen, dropped in zip(state.seen, state.dropped, strict=True):
        forget(seen, dropped)
    state.dropped = [0] * state.seats
    state.down = [NO_CARDS] * state.seats
    state.discards = [0] * len(CARDS)
    state.open = [0] * len(CARDS)
    state.discarded = 0
    if log is not None:
        log.append(Shuffled(len(state.deck)))


def forget(bounds: list[int], count: int, cards: int = len(CARDS)) -> None:
    """Lowers the first `cards` bounds after `count` cards of unknown kinds have left."""
    if count:
        for card in range(cards):
            if bounds[card]:
                bounds[card] = max(0, bounds[card] - count)


def spend(state: State, seat: int, card: int) -> None:
    """Lays a card of a hand openly on the discard pile."""
    lift(state, seat, card)
    lay(state, card)


def lift(state: State, seat: int, card: int) -> None:
    """Takes a card openly out of a hand."""
    state.hands[seat][card] -= 1
    state.sizes[seat] -= 1
    seen = state.seen[seat]
    if seen[card]:
        seen[card] -= 1


def lay(state: State, card: int) -> None:
    """Lays a card openly on the discard pile."""
    state.discards[card] += 1
    state.discarded += 1
    state.open[card] += 1


def drop(state: State, seat: int, card: int) -> None:
    """Lays a card of a hand face down on the discard pile (CL-8.2)."""
    state.hands[seat][card] -= 1
    state.sizes[seat] -= 1
    bury(state, seat, card)


def bury(state: State, seat: int, card: int) -> None:
    """Lays a card that only the seat knows face down on the discard pile."""
    state.discards[card] += 1
    state.discarded += 1
    state.dropped[seat] += 1
    state.down[seat] = changed(state.down[seat], card, 1)


def give(state: State, giver: int, receiver: int, card: int) -> None:
    """Passes a standard card from hand to hand, unseen by the others (CL-6.2, CL-6.6)."""
    state.hands[giver][card] -= 1
    state.sizes[giver] -= 1
    state.hands[receiver][card] += 1
    state.sizes[receiver] += 1
    forget(state.seen[giver], 1, STANDARD)


def retrieve(state: State, seat: int, card: int) -> None:
    """Takes a card out of the discard pile, unseen by the others (CL-6.4).

    For all that they know it may be any card; an open one rather than one that somebody laid face down.
    """
    state.discards[card] -= 1
    state.discarded -= 1
    state.hands[seat][card] += 1
    state.sizes[seat] += 1
    for other, down in enumerate(state.down):
        if other != seat and state.dropped[other]:
            forget(state.seen[other], 1)
        state.down[other] = tuple(
            [
                count - 1 if count and not state.open[kind] and (other != seat or kind == card) else count
                for kind, count in enumerate(down)
            ]
        )
    forget(state.open, 1)


def name(card: int) -> str:
    """Names a card on the deck or the market as everybody sees it."""
    return CARDS[card >> 1] if card & 1 else FACE_DOWN


def names(counts: Sequence[int]) -> dict[str, int]:
    """Gives counts of cards by name, without zeros."""
    return {CARDS[card]: count for card, count in enumerate(counts) if count}


def standard(state: State, seat: int) -> int:
    """Gives the number of standard cards in a hand."""
    return sum(state.hands[seat][:STANDARD])
