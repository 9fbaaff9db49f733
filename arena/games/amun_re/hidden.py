"""Dealing anew what a seat cannot see: for leak tests, and for bots that search (AR-8.2, AR-8.3).

Hidden are the cards in the others' hands, those that lie on provinces, the order of the deck, and which provinces
come when. Known are the discards and, of each seat, the builder of its start as long as it has lost none.
"""

from __future__ import annotations

from arena.games.amun_re import scoring
from arena.games.amun_re.board import BONUS_CARDS, BUILDER, COPIES, KINGDOM, PROVINCES
from arena.games.amun_re.flow import PHASES
from arena.games.amun_re.hands import ANY, BITS, BUILDERS, HARVEST_CARDS, ONE, kinds_in, pack
from arena.games.amun_re.setup import both_kingdoms
from arena.games.amun_re.state import BONUS, BUILD, HARVEST, PAY, State
from arena.rng import Stream

TRIES = 24
"""How often cards are dealt until the seat whose turn it is has cards that it can be asked about."""


def reshuffle(state: State, seat: int | None, stream: Stream) -> State:
    """Gives a state that is equally possible for the seat and waits for the same decision."""
    twin = state.copy()
    deal_hidden(twin, seat, stream)
    if twin.pending is not None:
        ask(twin)
    return twin


def ask(state: State) -> None:
    """Lets the state wait for the decision of its phase; the state is one that has such a decision."""
    state.pending = PHASES[state.phase].step(state, None)
    assert state.pending is not None


def deal_hidden(state: State, seat: int | None, stream: Stream) -> None:
    """Deals all that `seat` (None: a spectator) cannot see, in place, and gives the state a future of its own.

    Of other hands only the sizes matter beforehand, of deck and provinces only how many cards lie there.
    """
    others = [other for other in range(state.seats) if other != seat]
    pool = _unseen(state, seat, others)
    for _ in range(TRIES):
        stream.shuffle(pool)
        _lay(state, others, pool)
        wanted = _wanted(state, seat)
        if not wanted or state.hands[state.active] & wanted:
            break
    else:
        _swap_in(state, others, pool, wanted)
        _lay(state, others, pool)
    state.seed = stream.word()
    state.position = 0
    state.order = _provinces(state, stream)


def _unseen(state: State, seat: int | None, others: list[int]) -> list[int]:
    left = [copies - (state.discards >> BITS * card & 15) for card, copies in enumerate(COPIES)]
    left[BUILDER] -= sum([state.known >> other & 1 for other in others])
    if seat is not None:
        for card in range(len(left)):
            left[card] -= state.hands[seat] >> BITS * card & 15
    return [card for card, count in enumerate(left) for _ in range(count)]


def _lay(state: State, others: list[int], cards: list[int]) -> None:
    """Puts cards, in their order, into hands, on provinces and into the deck."""
    first = 0
    for other in others:
        known = state.known >> other & 1
        last = first + state.sizes[other] - known
        state.hands[other] = pack(cards[first:last]) + known * ONE[BUILDER]
        first = last
    for slot, lying in enumerate(state.lying):
        last = first + len(lying)
        state.lying[slot] = tuple(cards[first:last])
        first = last
    state.deck = cards[first:]


def _wanted(state: State, seat: int | None) -> int:
    """Gives the cards of which another seat must hold one, because it is asked about them; 0 if there are none."""
    active = state.active
    if active == seat or state.phase not in (PAY, BUILD, HARVEST, BONUS):
        return 0
    if state.phase == BUILD:
        return BUILDERS
    if state.phase == HARVEST:
        return HARVEST_CARDS
    if state.phase == BONUS:
        playable = scoring.met(state, active) & ~state.used[active]
        return sum([ANY[card] for card in BONUS_CARDS if playable >> card & 1])
    return ~ANY[kinds_in(state.hands[active])[0]]  # a choice of what to sell: two kinds


def _swap_in(state: State, others: list[int], cards: list[int], wanted: int) -> None:
    """Moves a wanted card to where the active seat's cards begin."""
    first = 0
    for other in others:
        if other == state.active:
            break
        first += state.sizes[other] - (state.known >> other & 1)
    place = next(place for place, card in enumerate(cards) if wanted & ONE[card])
    cards[first], cards[place] = cards[place], cards[first]


def _provinces(state: State, stream: Stream) -> tuple[int, ...]:
    """Gives an order of provinces that begins as the seats have seen it (AR-8.2)."""
    kingdom = KINGDOM * state.seats
    past = state.order[: state.round * state.seats]
    if len(past) > kingdom:
        rest = sorted(state.order[len(past) :])
        stream.shuffle(rest)
        return (*past, *rest)
    rest = [province for province in range(len(PROVINCES)) if province not in past]
    stream.shuffle(rest)
    return both_kingdoms([*past, *rest][:kingdom], stream)
