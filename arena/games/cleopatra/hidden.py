"""Dealing anew what a seat cannot see: for leak tests, and for bots that search (CL-10).

Kept is what the seat sees, and what everybody can still know for certain (State.seen, State.open). What a seat could
only infer from private memory, such as a card it once gave away, is not kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arena.game import Decision
from arena.games.cleopatra.board import CARDS, COPIES, DOUBLE, STANDARD, TROMPE
from arena.games.cleopatra.burial import Burial
from arena.games.cleopatra.cards import NO_CARDS, changed
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.state import COURTESAN_TAKE, NOTHING, PAY, State
from arena.rng import Stream

TRIES = 12
"""How often cards are dealt until the other seat that is asked has a choice."""


def reshuffle(state: State, seat: int | None, stream: Stream) -> State:
    """Gives a state that is equally possible for the seat and waits for the same decision.

    Where another seat is asked, and no deal comes up that leaves it a choice, it keeps its hand. A finished game
    keeps all hands: they are laid open.
    """
    decision = state.pending
    own = set() if seat is None else {seat}
    if decision is None:
        return _dealt_anew(state, seat, range(state.seats), stream)
    if seat in decision.legal:
        return _dealt_anew(state, seat, own, stream)
    for _ in range(TRIES):
        twin = _dealt_anew(state, seat, own, stream)
        if waits(twin, decision):
            return twin
    return _dealt_anew(state, seat, own | decision.legal.keys(), stream)


def _dealt_anew(state: State, seat: int | None, kept: Collection[int], stream: Stream) -> State:
    twin = state.copy()
    deal_hidden(twin, seat, kept, stream)
    tiles = list(twin.tiles[:-1])
    stream.shuffle(tiles)
    twin.tiles = (*tiles, *twin.tiles[-1:])
    new_chance(twin, stream)
    return twin


def new_chance(state: State, stream: Stream) -> None:
    """Gives the state a future of its own: other dice, other shuffles."""
    state.seed = stream.word()
    state.deck_drawn = state.dice_drawn = 0


def waits(state: State, like: Decision | None = None) -> bool:
    """Lets the state wait for the decision of its phase, and says whether somebody has a choice in it.

    With `like`, the decision must also ask the same seats.
    """
    if state.phase == PAY and not _is_payable(state):
        return False
    decision = PHASES[state.phase].step(state, None)
    if decision is None or (like is not None and decision.legal.keys() != like.legal.keys()):
        return False
    state.pending = decision
    return any(len(menu) > 1 for menu in decision.legal.values())


def _is_payable(state: State) -> bool:
    seat = state.active
    hand = state.hands[seat]
    short = sum([max(0, state.need[r] - hand[r] - 2 * hand[r + DOUBLE]) for r in range(STANDARD)])
    return any(state.need) and short <= hand[TROMPE] + state.merchants[seat]


def deal_hidden(state: State, seat: int | None, kept: Collection[int], stream: Stream) -> None:
    """Deals all cards, in place, that `seat` (None: a spectator) cannot see; hands of the seats in `kept` stay.

    Of the other hands only the sizes matter beforehand, of the discard pile only its size and what is known of it, of
    deck and stalls the cards that lie face up.
    """
    left = list(COPIES)
    for other in kept:
        _subtract(left, state.hands[other])
    for cards in (*state.market, state.drawn, state.deck[-1:]):
        for card in cards:
            if card & 1:
                left[card >> 1] -= 1
    if state.played != NOTHING:
        left[state.played] -= 1
    shown = [] if state.first == NOTHING or state.active in kept else [state.first]
    if state.active in kept:
        _subtract(left, state.packet)
    _subtract(left, _add([0] * len(CARDS), shown))
    if state.active == seat and state.phase == COURTESAN_TAKE:
        rest = _deal_round_pile(state, seat, kept, left, stream)
    else:
        rest = _deal_pile(state, seat, kept, left, stream)
    if state.active not in kept:
        others = [rest.pop() for _ in range(sum(state.packet) - len(shown))]
        state.packet = tuple(_add([0] * len(CARDS), shown + others))
    state.market = [_turned(stall, rest) for stall in state.market]
    state.drawn = _turned(state.drawn, rest)
    sides = [card & 1 for card in state.deck[:-1]]
    stream.shuffle(sides)  # which cards below the top lie face up, nobody knows
    state.deck = (*[rest.pop() << 1 | side for side in sides], *_turned(state.deck[-1:], rest))


def _seen(state: State, elsewhere: Sequence[Sequence[int]]) -> list[list[int]]:
    """Lists by seat the cards that were seen going into its hand and are not accounted for elsewhere."""
    return [
        [card for card, count in enumerate(seen) for _ in range(count - there[card])]
        for seen, there in zip(state.seen, elsewhere, strict=True)
    ]


def _deal_hands(
    state: State, kept: Collection[int], seen: list[list[int]], buried: list[int], left: list[int], stream: Stream
) -> list[int]:
    """Deals hands: first the cards that were seen going there, then any; gives the cards that are left, shuffled.

    buried: by seat, how many of the seen cards may be among its face-down discards instead; they are added to
    State.discards and State.down.
    """
    for seat, cards in enumerate(seen):
        hand = state.hands[seat] if seat in kept else [0] * len(CARDS)
        space, quota = state.sizes[seat] - sum(hand), buried[seat]
        stream.shuffle(cards)
        for card in cards[: space + quota]:
            left[card] -= 1
            if stream.below(space + quota) < space:
                hand[card] += 1
                space -= 1
            else:
                state.discards[card] += 1
                state.down[seat] = changed(state.down[seat], card, 1)
                quota -= 1
        state.hands[seat] = hand
    rest = [card for card, count in enumerate(left) for _ in range(count)]
    stream.shuffle(rest)
    for seat, hand in enumerate(state.hands):
        _add(hand, [rest.pop() for _ in range(state.sizes[seat] - sum(hand))])
    return rest


def _deal_pile(state: State, seat: int | None, kept: Collection[int], left: list[int], stream: Stream) -> list[int]:
    """Deals hands and the discard pile on top of what is known of it; gives the cards that are left, shuffled."""
    own = NO_CARDS if seat is None else state.down[seat]
    pile = [a + b for a, b in zip(state.open, own, strict=True)]
    _subtract(left, pile)
    seen = _seen(state, [hand if other in kept else NO_CARDS for other, hand in enumerate(state.hands)])
    if seat is not None:
        seen[seat] = []
    least = [
        len(cards) if other in kept else max(0, len(cards) - state.sizes[other]) for other, cards in enumerate(seen)
    ]
    spare = state.discarded - sum(pile) - sum(least)
    buried = []
    for other, cards in enumerate(seen):
        more = max(0, min(spare, len(cards) - least[other], state.dropped[other] - least[other]))
        spare -= more
        buried.append(least[other] + more)
    state.discards = pile
    state.down = [own if other == seat else NO_CARDS for other in range(state.seats)]
    rest = _deal_hands(state, kept, seen, buried, left, stream)
    for card in [rest.pop() for _ in range(state.discarded - sum(pile))]:
        pile[card] += 1
        for other, down in enumerate(state.down):
            if other != seat and sum(down) < state.dropped[other]:
                state.down[other] = changed(down, card, 1)
                break
    return rest


def _deal_round_pile(state: State, seat: int, kept: Collection[int], left: list[int], stream: Stream) -> list[int]:
    """Deals hands to a seat that looks through the discard pile; gives the cards that are left, shuffled.

    It sees all cards of the pile, but not who laid which of them down. Cards seen going into a hand lie on the pile
    where they must and where they can; then some of them go back into the hand, where they can.
    """
    _subtract(left, state.discards)
    hidden = state.discards[:]
    _subtract(hidden, state.open)
    _subtract(hidden, state.down[seat])
    own = state.down[seat]
    state.down = [own if other == seat else NO_CARDS for other in range(state.seats)]
    seen = _seen(state, [hand if other in kept else NO_CARDS for other, hand in enumerate(state.hands)])
    seen[seat] = []
    counts = [_add([0] * len(CARDS), cards) for cards in seen]
    spaces = [0 if other in kept else size for other, size in enumerate(state.sizes)]
    rows = [(max(0, len(cards) - space), most) for cards, space, most in zip(seen, spaces, state.dropped, strict=True)]
    wanted = [sum(column) for column in zip(*counts, strict=True)]
    columns = [(max(0, all_ - there), most) for all_, there, most in zip(wanted, left, hidden, strict=True)]
    burial = Burial(counts, rows, columns)
    for other in sorted(range(state.seats), key=lambda other: state.sizes[other] - len(seen[other])):
        for card in seen[other]:
            if burial.may_lay(other, card):
                burial.lay(other, card)
    buried = [_listed(laid) for laid in burial.laid]
    seen = [_listed(_minus(owned, laid)) for owned, laid in zip(counts, burial.laid, strict=True)]
    spare = left[:]
    for cards in seen:
        for card in cards:
            spare[card] -= 1
    for other, cards in enumerate(buried):
        stream.shuffle(cards)
        for card in cards:
            space = 0 if other in kept else state.sizes[other] - len(seen[other])
            if spare[card] > 0 and stream.below(space + state.dropped[other] + 1) < space:
                spare[card] -= 1
                seen[other].append(card)
            else:
                state.down[other] = changed(state.down[other], card, 1)
    return _deal_hands(state, kept, seen, [0] * state.seats, left, stream)


def _add(counts: list[int], cards: list[int]) -> list[int]:
    for card in cards:
        counts[card] += 1
    return counts


def _listed(counts: Sequence[int]) -> list[int]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _minus(counts: Sequence[int], others: Sequence[int]) -> list[int]:
    return [count - other for count, other in zip(counts, others, strict=True)]


def _subtract(left: list[int], counts: Sequence[int]) -> None:
    for card, count in enumerate(counts):
        left[card] -= count


def _turned(cards: tuple[int, ...], rest: list[int]) -> tuple[int, ...]:
    """Deals the cards that lie face down anew."""
    return tuple([card if card & 1 else rest.pop() << 1 for card in cards])
