"""Setting up the table (CL-2). Deck, mosaics and dice each have a labelled stream of chance of their own."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Log
from arena.games.cleopatra.board import (
    CARDS,
    COPIES,
    DEALT,
    MERCHANTS,
    OBELISK,
    SPHINX,
    STALLS,
    STANDARD,
    STATUES,
    STOCK,
    TALENTS,
    THRONE,
    TILES,
)
from arena.games.cleopatra.cards import NO_CARDS, draw, half_flipped, name
from arena.games.cleopatra.events import Dealt, Opened, Top
from arena.games.cleopatra.state import MAIN, NOTHING, State
from arena.rng import streams


def blank(seats: int, options: Mapping[str, str], seed: int) -> State:
    """Gives an empty table: nothing dealt, nothing built, kits handed out (CL-2.5)."""
    state = State()
    state.phase = MAIN
    state.pending = None
    state.seats = seats
    state.seed = seed
    state.deck_drawn = state.dice_drawn = 0
    state.half_flip = options["half_flip"] == "true"
    state.first_up = options["initial_market_face_up"] == "true"
    state.flips = options["allow_flip"] == "true"
    state.share = options["share_surplus"] == "true"
    state.sacrifice = int(options["sacrifice_k"])
    state.turn = state.active = state.plays = state.built = state.ended = 0
    state.refill = False
    state.hands = [[0] * len(CARDS) for _ in range(seats)]
    state.sizes = [0] * seats
    state.talents = [TALENTS] * seats
    state.amulets = [0] * seats
    state.merchants = [MERCHANTS] * seats
    state.statues = [STATUES] * seats
    state.seen = [[0] * len(CARDS) for _ in range(seats)]
    state.dropped = [0] * seats
    state.down = [NO_CARDS] * seats
    state.deck = ()
    state.market = [()] * STALLS
    state.discards = [0] * len(CARDS)
    state.discarded = 0
    state.open = [0] * len(CARDS)
    state.walls = state.doors = 0
    state.obelisks, state.sphinxes, state.thrones = STOCK[OBELISK], STOCK[SPHINX], STOCK[THRONE]
    state.tiles = tuple(range(len(TILES)))
    state.removed = ()
    state.laid = ()
    state.covered = state.sealed = 0
    state.claims = ()
    state.fitting = (1 << len(TILES)) - 1
    state.done = state.cleopatra = state.altar = 0
    state.back = MAIN
    state.played = state.piece = state.spot = NOTHING
    state.need = (0,) * STANDARD
    state.pool = 0
    state.fresh = ()
    state.rolled = state.ankhs = state.scribes = state.turned = 0
    state.asked = NOTHING
    state.named = state.targets = state.given = 0
    state.packet = NO_CARDS
    state.kept = 0
    state.first = NOTHING
    state.drawn = ()
    return state


def set_up(seed: int, seats: int, options: Mapping[str, str], log: Log) -> State:
    """Deals hands, deck, market and mosaics up to the first turn (CL-2.1 to CL-2.5)."""
    state = blank(seats, options, seed)
    cards = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
    deck, mosaics = streams(seed, "deck", "mosaic")
    deck.shuffle(cards)
    for _ in range(DEALT):
        for seat in range(seats):
            state.hands[seat][cards.pop()] += 1
            state.sizes[seat] += 1
    state.deck = half_flipped(cards, deck, state.half_flip)
    state.deck_drawn = deck.position
    turned = 1 if state.first_up or not state.half_flip else 0
    state.market = [(card | turned,) for card in draw(state, STALLS, None)]
    tiles = list(state.tiles)
    mosaics.shuffle(tiles)
    state.tiles = tuple(tiles)
    if log is not None:
        for seat, hand in enumerate(state.hands):
            held = [CARDS[card] for card, count in enumerate(hand) for _ in range(count)]
            log.append(Dealt(seat, tuple(held), to=(seat,)))
        log.append(Opened(tuple([name(card) for (card,) in state.market])))
        log.append(Top(TILES[state.tiles[-1]]))
    return state
