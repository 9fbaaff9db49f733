"""A whole state from a view: what a bot, which sees only the view, needs to search in (CL-10).

Cards that the view hides are dealt. The others' talents and amulets have no field in a view, as on the table: they are
taken to be as many as one's own (a bot that counts events along may put its own figures in their place).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arena import flow
from arena.game import Decision
from arena.games.cleopatra.actions import PASS
from arena.games.cleopatra.board import (
    CARDS,
    DECK_SIZE,
    DICE,
    MOST_CARDS,
    PIECES,
    REASONS,
    RESOURCES,
    SIDES,
    TILES,
    VIZIER,
)
from arena.games.cleopatra.events import FACE_DOWN
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.garden import PLACEMENT
from arena.games.cleopatra.hidden import TRIES, deal_hidden, new_chance, waits
from arena.games.cleopatra.phases.characters import CARD
from arena.games.cleopatra.phases.mosaics import survey
from arena.games.cleopatra.phases.offering import complete
from arena.games.cleopatra.setup import blank
from arena.games.cleopatra.state import (
    BEGGAR_REPLY,
    BID,
    BUILD_MORE,
    CLAIM,
    COURTESAN_TAKE,
    ENVOY_REPLY,
    ENVOY_TARGETS,
    HAND_LIMIT,
    MAIN,
    MARKET_AFTER,
    NOTHING,
    PAY,
    PLACE,
    REFILL,
    VIZIER_KEEP,
    State,
)
from arena.games.cleopatra.view import OVER, WAIT, CleopatraView, PendingView
from arena.rng import Stream

_PHASE = {phase.name: number for number, phase in enumerate(PHASES)}
_CHARACTER_PHASE = {"BEG": BEGGAR_REPLY, "COU": COURTESAN_TAKE, "VIZ": VIZIER_KEEP, "ENV": ENVOY_TARGETS}


def imagine(view: CleopatraView, stream: Stream) -> State:
    """Builds a state that looks like the view.

    If the view's seat waits, somebody else decides; should no deal leave that seat a choice, it is given a single
    action that stands for whatever it does, and the state is good for looking only.
    """
    kept: Collection[int] = () if view.seat is None else (view.seat,)
    if view.phase == OVER:
        kept = range(view.seats)
    table = _table(view, stream)
    for _ in range(TRIES):
        state = table.copy()
        deal_hidden(state, view.seat, kept, stream)
        new_chance(state, stream)
        if view.phase == OVER or (waits(state) and _asks_rightly(state, view)):
            return state
    state = table.copy()
    deal_hidden(state, view.seat, kept, stream)
    asked = state.active if state.asked < 0 else state.asked
    state.pending = Decision(PHASES[state.phase].name, {asked: (PASS,)}, {asked: PASS})
    return state


def _asks_rightly(state: State, view: CleopatraView) -> bool:
    assert state.pending is not None
    return (view.seat in state.pending.legal) == (view.phase != WAIT)


def _counts(cards: Mapping[str, int]) -> list[int]:
    return [cards.get(card, 0) for card in CARDS]


def _lying(names: Sequence[str]) -> list[int]:
    return [0 if name == FACE_DOWN else CARD[name] << 1 | 1 for name in names]


def _mask(flags: Sequence[int]) -> int:
    return sum([1 << number for number, flag in enumerate(flags) if flag])


def _table(view: CleopatraView, stream: Stream) -> State:
    """Sets up all that the view shows; hidden cards are blanks."""
    state = blank(view.seats, view.options, 0)
    state.turn, state.active = view.turn, view.active
    state.plays, state.built, state.refill = view.plays, view.built, view.marketed
    state.ended = REASONS.index(view.ended or "")
    _seats(state, view)
    _site(state, view, stream)
    state.market = [tuple(_lying(stall)) for stall in view.market]
    sides = [int(state.half_flip and place < view.deck.size // 2) for place in range(view.deck.size)]
    stream.shuffle(sides)
    if view.deck.top is not None:
        sides[-1:] = _lying((view.deck.top,))
    state.deck = tuple(sides)
    state.discarded, state.open = view.discard.size, _counts(view.discard.open)
    state.phase = flow.OVER if view.phase == OVER else _PHASE[view.phase] if view.phase != WAIT else _guess(view)
    state.back = MARKET_AFTER if view.marketed else BUILD_MORE if view.built else MAIN
    if view.pending is not None:
        _unfinished(state, view, view.pending)
    if view.faces is not None:
        state.rolled = len(view.faces)
        state.ankhs = state.turned = view.faces.count("ankh")
    return state


def _seats(state: State, view: CleopatraView) -> None:
    state.sizes = [player.hand_size for player in view.players]
    state.merchants = [player.merchants for player in view.players]
    state.statues = [player.statues for player in view.players]
    state.seen = [_counts(player.seen) for player in view.players]
    state.dropped = [player.dropped for player in view.players]
    if view.me is not None and view.seat is not None:
        state.hands[view.seat] = _counts(view.me.hand)
        state.down[view.seat] = tuple(_counts(view.me.dropped))
        # Others have as much, and something to bid: an Offering asks nobody where no seat has a choice.
        state.talents = [max(1, view.me.talents)] * view.seats
        state.talents[view.seat] = view.me.talents
        state.amulets = [view.me.amulets] * view.seats
    if view.accounts is not None:
        state.hands = [_counts(account.hand) for account in view.accounts]
        state.talents = [account.talents for account in view.accounts]
        state.amulets = [account.pyramid for account in view.accounts]


def _site(state: State, view: CleopatraView, stream: Stream) -> None:
    state.walls = _mask(view.walls)
    state.doors = _mask([view.doors[side] for side in SIDES])
    state.obelisks, state.sphinxes, state.thrones = [view.stock[piece] for piece in PIECES[1:4]]
    mosaics = view.mosaics
    tiles = [TILES.index(tile) for tile in mosaics.left if tile != mosaics.top]
    stream.shuffle(tiles)
    if mosaics.top is not None:
        tiles.append(TILES.index(mosaics.top))
    state.tiles = tuple(tiles)
    state.removed = tuple([TILES.index(tile) for tile in mosaics.removed])
    state.laid = tuple([PLACEMENT[name].number for name in mosaics.laid])
    state.covered = sum([PLACEMENT[name].mask for name in mosaics.laid])
    survey(state)
    state.claims = tuple([(sanctuary.owner, _squares(sanctuary.cells)) for sanctuary in view.sanctuaries])
    state.cleopatra, state.altar = view.cleopatra, view.altar
    counted = [piece for piece in range(len(PIECES)) if complete(state) >> piece & 1]
    state.done = sum([1 << piece for piece in counted[: view.cleopatra]])


def _squares(cells: Sequence[int]) -> int:
    return sum([1 << cell for cell in cells])


def _guess(view: CleopatraView) -> int:
    """Gives a phase in which another seat may be, as far as one who waits can tell."""
    pending = view.pending
    if pending is not None:
        if pending.drawn and pending.character is None:
            return REFILL
        if pending.sanctuaries:
            return CLAIM
        if pending.piece is not None:
            return PAY if pending.need else PLACE
        if pending.character is not None:
            return ENVOY_REPLY if pending.character == "ENV" and pending.seats else _CHARACTER_PHASE[pending.character]
    if view.altar == DICE:
        return BID
    if view.built:
        return BUILD_MORE
    if view.marketed:
        return HAND_LIMIT if view.players[view.active].hand_size > MOST_CARDS else MARKET_AFTER
    return MAIN


def _unfinished(state: State, view: CleopatraView, pending: PendingView) -> None:
    """Sets up what lies open in the middle of a turn."""
    if pending.piece is not None:
        state.piece = PIECES.index(pending.piece)
    if isinstance(pending.spot, int):
        state.spot = pending.spot
    elif pending.spot is not None:
        state.spot = (TILES if pending.piece == "mosaic" else SIDES).index(pending.spot)
    state.need = tuple(_counts(pending.need)[: len(RESOURCES)])
    state.pool = _mask([resource in pending.pool for resource in RESOURCES])
    state.fresh = tuple([_squares(cells) for cells in pending.sanctuaries])
    if pending.character == CARDS[VIZIER]:
        state.first = CARD[pending.drawn[0]] if pending.drawn else NOTHING
    else:
        state.drawn = tuple(_lying(pending.drawn))
    if pending.character is not None:
        state.played = CARD[pending.character]
        _resolving(state, view, pending.seats)


def _resolving(state: State, view: CleopatraView, seats: Sequence[int]) -> None:
    """Sets up a character that is being resolved."""
    state.named = sum([1 << seat for seat in seats])
    if state.phase in (BEGGAR_REPLY, ENVOY_REPLY):
        in_turn = sorted(seats, key=lambda seat: (seat - state.active) % state.seats)
        asked = [seat for seat in in_turn if (seat == view.seat) == (view.phase != WAIT)]
        state.asked = asked[0]
        state.targets = sum([1 << seat for seat in in_turn[in_turn.index(asked[0]) + 1 :]])
    elif state.phase == COURTESAN_TAKE and view.choices is not None:
        state.discards = _counts(view.choices)
    elif state.phase == VIZIER_KEEP and view.choices is not None:
        state.packet = tuple(_counts(view.choices))
    elif state.phase == VIZIER_KEEP:
        elsewhere = sum(state.sizes) + len(state.deck) + state.discarded + sum(map(len, state.market)) + 1
        state.packet = (DECK_SIZE - elsewhere, *[0] * (len(CARDS) - 1))
