"""What no ply of Cleopatra may change: cards, pieces, mosaics, merchants, statues, and sums that follow from others."""

from __future__ import annotations

from operator import add, le

from arena.games.cleopatra.board import CARDS, COPIES, DICE, LAST_STEP, MERCHANTS, STATUES, STOCK, TILE_CELLS, TILES
from arena.games.cleopatra.garden import FREE, PLACEMENTS, components, fits
from arena.games.cleopatra.state import NOTHING, State


def conserved(state: State) -> None:
    """Checks the laws (CL-1.2, CL-1.3, CL-1.4, CL-1.7)."""
    _cards(state)
    _known(state)
    _site(state)
    _garden(state)
    assert min(*state.talents, *state.amulets) >= 0, "less than nothing"
    assert all(0 <= count <= MERCHANTS for count in state.merchants), "merchants"
    owners = [owner for owner, _ in state.claims]
    for seat in range(state.seats):
        assert state.statues[seat] + owners.count(seat) == STATUES, f"statues of seat {seat}"


def _cards(state: State) -> None:
    lying = [0] * len(CARDS)
    for cards in (state.deck, state.drawn, *state.market):
        for card in cards:
            lying[card >> 1] += 1
    if state.played != NOTHING:
        lying[state.played] += 1
    there = [sum(counts) for counts in zip(*state.hands, state.discards, state.packet, lying, strict=True)]
    assert there == list(COPIES), f"cards {dict(zip(CARDS, there, strict=True))}"
    assert min(map(min, state.hands)) >= 0, "a hand with less than nothing"
    assert state.sizes == [sum(hand) for hand in state.hands], "sizes of hands"
    assert state.discarded == sum(state.discards), "size of the discard pile"


def _known(state: State) -> None:
    """What everybody knows is true."""
    for dropped, laid in zip(state.down, state.dropped, strict=True):
        assert sum(dropped) <= laid, "more cards face down than were laid"
    assert min(state.open) >= 0, "open cards"
    known = [sum(counts) for counts in zip(state.open, *state.down, strict=True)]
    assert all(map(le, known, state.discards)), "discards that are not there"
    for hand, dropped, seen in zip(state.hands, state.down, state.seen, strict=True):
        assert min(seen) >= 0, "cards seen"
        assert all(map(le, seen, map(add, hand, dropped))), "cards seen that are not there"


def _site(state: State) -> None:
    assert 0 <= state.walls < 1 << STOCK[0], "walls"
    assert 0 <= state.doors < 1 << STOCK[4], "doors"
    assert 0 <= state.obelisks <= STOCK[1], "obelisks"
    assert 0 <= state.sphinxes <= STOCK[2], "sphinxes"
    assert 0 <= state.thrones <= STOCK[3], "throne"
    assert state.cleopatra == min(LAST_STEP, state.done.bit_count()), "Cleopatra's step"
    assert 0 <= state.altar <= DICE, "altar"
    assert 0 <= min(state.need), "needs"
    assert (state.piece == NOTHING) == (not any(state.need)) or state.piece == 5, "a piece without needs"


def _garden(state: State) -> None:
    laid = [PLACEMENTS[number] for number in state.laid]
    assert sorted([*state.tiles, *state.removed, *[p.tile for p in laid]]) == list(range(len(TILES))), "mosaics"
    assert state.covered.bit_count() == TILE_CELLS * len(laid), "mosaics overlap"
    assert state.covered == sum([placement.mask for placement in laid]), "covered squares"
    assert not state.covered & ~FREE, "a mosaic on the foundation"
    assert not state.covered & state.sealed, "a mosaic in a sanctuary"
    fitting = 0
    for part in components(FREE & ~state.covered):
        here = sum([1 << tile for tile in state.tiles if fits(tile, part, state.flips)])
        assert bool(here) != bool(state.sealed & part), "a sanctuary in which something fits"
        assert state.sealed & part in (0, part), "a torn sanctuary"
        fitting |= here
    assert fitting == state.fitting, "what fits"
    assert not state.tiles or fitting >> state.tiles[-1] & 1, "the top of the pile fits nowhere"
    claimed = [part for _, part in state.claims]
    assert not any(part & ~state.sealed for part in [*claimed, *state.fresh]), "a claim outside sanctuaries"
    assert sum([part.bit_count() for part in claimed]) == sum(claimed).bit_count(), "claimed twice"
