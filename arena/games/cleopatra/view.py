"""What a seat or a spectator may see of Cleopatra (CL-10). Built field by field: what has no field cannot leak.

Nobody reads what another seat is being asked, nor that it is asked at all: phase, choices and faces are real only for
a seat that decides now.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from arena.game import Asked, View
from arena.games.cleopatra.board import (
    CARDS,
    COLUMN,
    DICE,
    DOOR,
    GARDEN,
    MOSAIC,
    OBELISK,
    PIECES,
    REASONS,
    RESOURCES,
    SIDES,
    SPHINX,
    STANDARD,
    STOCK,
    THRONE,
    TILES,
    WALLS,
    WIDTH,
)
from arena.games.cleopatra.cards import name, names
from arena.games.cleopatra.garden import PLACEMENTS, cells_of
from arena.games.cleopatra.scoring import account
from arena.games.cleopatra.state import (
    BEGGAR_REPLY,
    CLAIM,
    COURTESAN_TAKE,
    DIE_SCRIBE,
    ENVOY_REPLY,
    NOTHING,
    REFILL,
    VIZIER_KEEP,
    State,
)

WAIT = "wait"
OVER = "over"
PLAIN_GARDEN = "".join(GARDEN).replace("P", "p")


class OwnView(msgspec.Struct, frozen=True):
    """Is what a seat alone sees of itself. dropped: cards it laid face down that are certainly still there."""

    hand: dict[str, int]
    talents: int
    amulets: int
    dropped: dict[str, int]


class PlayerView(msgspec.Struct, frozen=True):
    """Is what everybody sees of a seat.

    dropped: cards that it has laid face down since the discard pile was last shuffled; seen: cards of which everybody
    knows that they are in its hand or among those.
    """

    hand_size: int
    merchants: int
    statues: int
    dropped: int
    seen: dict[str, int]


class DeckView(msgspec.Struct, frozen=True):
    """Is the deck; top: the upper side of its first card, None if there is no card."""

    size: int
    top: str | None


class DiscardView(msgspec.Struct, frozen=True):
    """Is the discard pile; open: cards of which everybody knows that they are in it."""

    size: int
    open: dict[str, int]


class MosaicsView(msgspec.Struct, frozen=True):
    """Is the pile of mosaics. left: all of it, in the order of the alphabet; laid: placements in building order."""

    top: str | None
    left: tuple[str, ...]
    removed: tuple[str, ...]
    laid: tuple[str, ...]


class SanctuaryView(msgspec.Struct, frozen=True):
    """Is a claimed sanctuary."""

    owner: int
    cells: tuple[int, ...]


class PendingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is what lies open on the table in the middle of a turn.

    character: being resolved, and the seats it turns to; piece: being built, with its slot, side or tile, the units
    still to be paid and those left over; sanctuaries: that may be claimed; drawn: cards for the market, in order, or
    the first of the Vizier's cards if it lay face up.
    """

    character: str | None = None
    seats: tuple[int, ...] = ()
    piece: str | None = None
    spot: int | str | None = None
    need: dict[str, int] = {}
    pool: tuple[str, ...] = ()
    sanctuaries: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[str, ...] = ()


class AccountView(msgspec.Struct, frozen=True):
    """Is what a finished game lays open of a seat.

    pyramid: amulets in it; squares: of own sanctuaries; amulets: those left after tainted cards and sanctuaries.
    """

    hand: dict[str, int]
    talents: int
    pyramid: int
    squares: int
    amulets: int
    eaten: bool
    score: int


class CleopatraView(View, frozen=True):
    """Is the table as `seat` sees it (None: a spectator).

    phase: the kind of the decision that this seat is asked, else wait, or over. turn: turns completed; plays and
    built: characters played and pieces built in this turn; marketed: it has visited the market (or passed). garden:
    its rows from the back, p a palm, # the foundation, a capital the mosaic that covers the square. choices: cards to
    choose from with Beggar, Courtesan, Envoy and Vizier; faces: the dice just rolled, as Scribes have turned them.
    ended: why the game is over; accounts: by seat, once it is.
    """

    seat: int | None
    seats: int
    options: dict[str, str]
    phase: str
    turn: int
    active: int
    plays: int
    built: int
    marketed: bool
    me: OwnView | None
    choices: dict[str, int] | None
    faces: tuple[str, ...] | None
    players: tuple[PlayerView, ...]
    market: tuple[tuple[str, ...], ...]
    deck: DeckView
    discard: DiscardView
    stock: dict[str, int]
    walls: tuple[int, ...]
    doors: dict[str, bool]
    garden: tuple[str, ...]
    mosaics: MosaicsView
    sanctuaries: tuple[SanctuaryView, ...]
    cleopatra: int
    altar: int
    pending: PendingView | None
    ended: str | None
    accounts: tuple[AccountView, ...] | None


def view(state: State, seat: int | None) -> CleopatraView:
    """Shows the table to a seat, or to a spectator (CL-10.1, CL-10.2)."""
    decision = state.pending
    is_asked = decision is not None and seat in decision.legal
    phase = OVER if decision is None else decision.kind if is_asked else WAIT
    return CleopatraView(
        seat=seat,
        seats=state.seats,
        options=_options(state.half_flip, state.first_up, state.flips, state.share, state.sacrifice),
        phase=phase,
        turn=state.turn,
        active=state.active,
        plays=state.plays,
        built=state.built,
        marketed=state.refill,
        me=None if seat is None else _own(state, seat),
        choices=_choices(state, seat) if is_asked and seat is not None else None,
        faces=_faces(state) if is_asked and state.phase == DIE_SCRIBE else None,
        players=_players(state),
        market=tuple([_cards(stall) for stall in state.market]),
        deck=DeckView(len(state.deck), name(state.deck[-1]) if state.deck else None),
        discard=DiscardView(state.discarded, _names(tuple(state.open))),
        stock=_stock(state),
        walls=_walls(state.walls),
        doors=_doors(state.doors),
        garden=_garden(state.laid),
        mosaics=_mosaics(state.tiles, state.removed, state.laid),
        sanctuaries=_sanctuaries(state.claims),
        cleopatra=state.cleopatra,
        altar=state.altar,
        pending=_pending(state),
        ended=REASONS[state.ended] if state.ended else None,
        accounts=_accounts(state) if state.ended else None,
    )


def asked(view: CleopatraView) -> Asked | None:
    """Says what the view tells of the decision to come: one's own, else only whose turn it is (CL-10.2).

    Only of the Offering everybody knows: a full altar calls all seats to it.
    """
    if view.phase == OVER:
        return None
    if view.altar == DICE:
        return Asked("bid", tuple(range(view.seats)))
    if view.phase == WAIT or view.seat is None:
        return Asked(None, (view.active,))
    return Asked(view.phase, (view.seat,))


# From ply to ply most of the table stays as it is: what follows builds a part once for each look that it takes.


@lru_cache(64)
def _options(half_flip: bool, first_up: bool, flips: bool, share: bool, sacrifice: int) -> dict[str, str]:
    return {
        "half_flip": _word(half_flip),
        "initial_market_face_up": _word(first_up),
        "allow_flip": _word(flips),
        "share_surplus": _word(share),
        "sacrifice_k": str(sacrifice),
    }


def _word(switch: bool) -> str:
    return "true" if switch else "false"


def _own(state: State, seat: int) -> OwnView:
    hand, down = _names(tuple(state.hands[seat])), _names(state.down[seat])
    return OwnView(hand, state.talents[seat], state.amulets[seat], down)


_names = lru_cache(4096)(names)


@lru_cache(1024)
def _cards(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([name(card) for card in cards])


def _players(state: State) -> tuple[PlayerView, ...]:
    return tuple(
        [
            _player_view(
                state.sizes[seat],
                state.merchants[seat],
                state.statues[seat],
                state.dropped[seat],
                tuple(state.seen[seat]),
            )
            for seat in range(state.seats)
        ]
    )


@lru_cache(4096)
def _player_view(hand_size: int, merchants: int, statues: int, dropped: int, seen: tuple[int, ...]) -> PlayerView:
    return PlayerView(hand_size, merchants, statues, dropped, names(seen))


def _accounts(state: State) -> tuple[AccountView, ...]:
    closing = account(state)
    return tuple(
        [
            AccountView(
                hand=names(state.hands[seat]),
                talents=state.talents[seat],
                pyramid=state.amulets[seat],
                squares=closing.sanctuaries[seat],
                amulets=closing.amulets[seat],
                eaten=closing.eaten[seat],
                score=closing.scores[seat],
            )
            for seat in range(state.seats)
        ]
    )


def _choices(state: State, seat: int) -> dict[str, int] | None:
    if state.phase == VIZIER_KEEP:
        return names(state.packet)
    if state.phase == COURTESAN_TAKE:
        return names(state.discards)
    if state.phase in (BEGGAR_REPLY, ENVOY_REPLY):
        return names(state.hands[seat][:STANDARD])
    return None


def _faces(state: State) -> tuple[str, ...]:
    return ("ankh",) * state.turned + ("blank",) * (state.rolled - state.turned)


def _stock(state: State) -> dict[str, int]:
    columns, doors = STOCK[COLUMN] - state.walls.bit_count(), STOCK[DOOR] - state.doors.bit_count()
    return _pieces(columns, state.obelisks, state.sphinxes, state.thrones, doors, len(state.tiles))


@lru_cache(4096)
def _pieces(columns: int, obelisks: int, sphinxes: int, thrones: int, doors: int, mosaics: int) -> dict[str, int]:
    left = {COLUMN: columns, OBELISK: obelisks, SPHINX: sphinxes, THRONE: thrones, DOOR: doors, MOSAIC: mosaics}
    return {PIECES[piece]: count for piece, count in left.items()}


@lru_cache(1024)
def _walls(walls: int) -> tuple[int, ...]:
    return tuple([walls >> slot & 1 for slot in range(len(WALLS))])


@lru_cache(16)
def _doors(doors: int) -> dict[str, bool]:
    return {side: bool(doors >> number & 1) for number, side in enumerate(SIDES)}


@lru_cache(1024)
def _garden(laid: tuple[int, ...]) -> tuple[str, ...]:
    signs = list(PLAIN_GARDEN)
    for number in laid:
        placement = PLACEMENTS[number]
        for cell in cells_of(placement.mask):
            signs[cell] = TILES[placement.tile]
    squares = "".join(signs)
    return tuple([squares[first : first + WIDTH] for first in range(0, len(squares), WIDTH)])


@lru_cache(1024)
def _mosaics(tiles: tuple[int, ...], removed: tuple[int, ...], laid: tuple[int, ...]) -> MosaicsView:
    return MosaicsView(
        top=TILES[tiles[-1]] if tiles else None,
        left=tuple([TILES[tile] for tile in sorted(tiles)]),
        removed=tuple([TILES[tile] for tile in removed]),
        laid=tuple([PLACEMENTS[number].name for number in laid]),
    )


@lru_cache(1024)
def _sanctuaries(claims: tuple[tuple[int, int], ...]) -> tuple[SanctuaryView, ...]:
    return tuple([SanctuaryView(owner, cells_of(part)) for owner, part in claims])


def _pending(state: State) -> PendingView | None:
    drawn = tuple([name(card) for card in state.drawn]) if state.phase == REFILL else ()
    if state.first != NOTHING:
        drawn = (CARDS[state.first],)
    fresh = tuple([cells_of(part) for part in state.fresh]) if state.phase == CLAIM else ()
    if state.played == NOTHING and state.piece == NOTHING and not state.pool and not drawn and not fresh:
        return None
    spot: int | str | None = None
    if state.piece == COLUMN:
        spot = state.spot
    elif state.piece == DOOR:
        spot = SIDES[state.spot]
    elif state.piece == MOSAIC:
        spot = TILES[state.spot]
    return PendingView(
        character=None if state.played == NOTHING else CARDS[state.played],
        seats=tuple([seat for seat in range(state.seats) if state.named >> seat & 1]),
        piece=None if state.piece == NOTHING else PIECES[state.piece],
        spot=spot,
        need=names(state.need),
        pool=tuple([resource for number, resource in enumerate(RESOURCES) if state.pool >> number & 1]),
        sanctuaries=fresh,
        drawn=drawn,
    )
