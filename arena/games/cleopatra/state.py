"""The state of one sitting of Cleopatra: integers, lists and bit masks, changed in place; tuples,
which copies share, where things change seldom.

Cards, pieces and tiles are numbers in the order of board.CARDS, PIECES and TILES. A card on the deck or the market is
card * 2 + 1 if it lies face up, card * 2 if face down. Sets of garden squares, slots, sides, seats, resources and
tiles are bit masks.
"""

from __future__ import annotations

from struct import pack

from arena.game import Decision

(
    MAIN,
    MARKET_AFTER,
    BUILD_MORE,
    PAY,
    PLACE,
    CLAIM,
    AFTER_BUILDING,
    DIE_SCRIBE,
    ALTAR,
    BID,
    BEGGAR_REPLY,
    COURTESAN_TAKE,
    VIZIER_KEEP,
    ENVOY_TARGETS,
    ENVOY_REPLY,
    HAND_LIMIT,
    DISCARD,
    REFILL,
    NEXT,
) = range(19)
"""The phases, in the order of the phase table (flow.py)."""

NOTHING = -1


class State:
    """Is everything there is to know about a sitting. `phases` functions change it, everybody else only reads."""

    __slots__ = (
        "active",
        "altar",
        "amulets",
        "ankhs",
        "asked",
        "back",
        "built",
        "claims",
        "cleopatra",
        "covered",
        "deck",
        "deck_drawn",
        "dice_drawn",
        "discarded",
        "discards",
        "done",
        "doors",
        "down",
        "drawn",
        "dropped",
        "ended",
        "first",
        "first_up",
        "fitting",
        "flips",
        "fresh",
        "given",
        "half_flip",
        "hands",
        "kept",
        "laid",
        "market",
        "merchants",
        "named",
        "need",
        "obelisks",
        "open",
        "packet",
        "pending",
        "phase",
        "piece",
        "played",
        "plays",
        "pool",
        "refill",
        "removed",
        "rolled",
        "sacrifice",
        "scribes",
        "sealed",
        "seats",
        "seed",
        "seen",
        "share",
        "sizes",
        "sphinxes",
        "spot",
        "statues",
        "talents",
        "targets",
        "thrones",
        "tiles",
        "turn",
        "turned",
        "walls",
    )

    phase: int
    pending: Decision | None
    seats: int
    seed: int
    """The seed of the streams `deck` and `dice`."""
    deck_drawn: int
    dice_drawn: int
    """How many numbers these two have drawn."""

    # Options.
    half_flip: bool
    first_up: bool
    flips: bool
    share: bool
    sacrifice: int

    # The turn.
    turn: int
    """Turns completed so far."""
    active: int
    plays: int
    """Characters played in this turn."""
    built: int
    """Pieces built in this turn."""
    refill: bool
    """Whether this turn ends with new cards for the market."""
    ended: int
    """Why the game is over: an index of board.REASONS, 0 while it runs."""

    # By seat.
    hands: list[list[int]]
    """Cards in hand, by card."""
    sizes: list[int]
    """Cards in hand."""
    talents: list[int]
    amulets: list[int]
    merchants: list[int]
    statues: list[int]
    seen: list[list[int]]
    """What everybody knows, by card: so many are in that hand, or among the cards that the seat laid face down on
    the present discard pile."""
    dropped: list[int]
    """Cards that the seat has laid face down since the discard pile was last shuffled; everybody counts them."""
    down: list[tuple[int, ...]]
    """What the seat alone knows of them, by card: at least so many are still there."""

    # Cards.
    deck: tuple[int, ...]
    """The top card comes last."""
    market: list[tuple[int, ...]]
    discards: list[int]
    """The discard pile, by card."""
    discarded: int
    """Cards on the discard pile."""
    open: list[int]
    """What everybody knows of the discard pile, by card: at least so many are in it."""

    # The building site.
    walls: int
    doors: int
    obelisks: int
    sphinxes: int
    thrones: int
    """Obelisks, sphinxes and throne pieces that are left."""
    tiles: tuple[int, ...]
    """The pile of mosaics; the top comes last."""
    removed: tuple[int, ...]
    laid: tuple[int, ...]
    """Numbers of the placements (garden.PLACEMENTS), in the order in which they were built."""
    covered: int
    sealed: int
    """The squares of all sanctuaries, claimed or not."""
    claims: tuple[tuple[int, int], ...]
    """(seat, squares) of each claimed sanctuary."""
    fitting: int
    """The tiles of the pile that have a placement."""
    done: int
    """The categories that were counted as complete."""
    cleopatra: int
    altar: int
    """Dice on the altar."""

    # What is going on inside a turn.
    back: int
    """The phase to which a character returns."""
    played: int
    """The character that is being resolved, or NOTHING."""
    piece: int
    """The piece that is being built, or NOTHING."""
    spot: int
    """The slot, the side or the tile of that piece, or NOTHING."""
    need: tuple[int, ...]
    """Units that it still needs, by resource."""
    pool: int
    """Resources of which a unit is left over from a double."""
    fresh: tuple[int, ...]
    """Squares of the sanctuaries that may be claimed now."""
    rolled: int
    ankhs: int
    """Dice just rolled, and how many of them show the ankh."""
    scribes: int
    turned: int
    """Scribes used on these dice, and the ankhs after them."""
    asked: int
    """The seat that answers Beggar or Envoy, or NOTHING."""
    named: int
    """Seats that the Beggar or Envoy turns to."""
    targets: int
    """Those of them that are still to answer."""
    given: int
    """Cards that the seat asked has given to the Envoy."""
    packet: tuple[int, ...]
    """The Vizier's cards that are still on offer, by card."""
    kept: int
    first: int
    """The card that lay face up on top when the Vizier came, or NOTHING."""
    drawn: tuple[int, ...]
    """Cards drawn for the market."""

    def copy(self) -> State:
        """Gives an independent state."""
        twin = State()
        twin.phase = self.phase
        twin.pending = self.pending
        twin.seats = self.seats
        twin.seed = self.seed
        twin.deck_drawn = self.deck_drawn
        twin.dice_drawn = self.dice_drawn
        twin.half_flip = self.half_flip
        twin.first_up = self.first_up
        twin.flips = self.flips
        twin.share = self.share
        twin.sacrifice = self.sacrifice
        twin.turn = self.turn
        twin.active = self.active
        twin.plays = self.plays
        twin.built = self.built
        twin.refill = self.refill
        twin.ended = self.ended
        twin.hands = [hand[:] for hand in self.hands]
        twin.sizes = self.sizes[:]
        twin.talents = self.talents[:]
        twin.amulets = self.amulets[:]
        twin.merchants = self.merchants[:]
        twin.statues = self.statues[:]
        twin.seen = [cards[:] for cards in self.seen]
        twin.dropped = self.dropped[:]
        twin.down = self.down[:]
        twin.deck = self.deck
        twin.market = self.market[:]
        twin.discards = self.discards[:]
        twin.discarded = self.discarded
        twin.open = self.open[:]
        twin.walls = self.walls
        twin.doors = self.doors
        twin.obelisks = self.obelisks
        twin.sphinxes = self.sphinxes
        twin.thrones = self.thrones
        twin.tiles = self.tiles
        twin.removed = self.removed
        twin.laid = self.laid
        twin.covered = self.covered
        twin.sealed = self.sealed
        twin.claims = self.claims
        twin.fitting = self.fitting
        twin.done = self.done
        twin.cleopatra = self.cleopatra
        twin.altar = self.altar
        twin.back = self.back
        twin.played = self.played
        twin.piece = self.piece
        twin.spot = self.spot
        twin.need = self.need
        twin.pool = self.pool
        twin.fresh = self.fresh
        twin.rolled = self.rolled
        twin.ankhs = self.ankhs
        twin.scribes = self.scribes
        twin.turned = self.turned
        twin.asked = self.asked
        twin.named = self.named
        twin.targets = self.targets
        twin.given = self.given
        twin.packet = self.packet
        twin.kept = self.kept
        twin.first = self.first
        twin.drawn = self.drawn
        return twin

    def to_bytes(self) -> bytes:
        """Gives canonical bytes of the whole state, deck, pile and streams included.

        What follows from the rest (the pending decision, sizes, discarded, covered, fitting) is left out.
        """
        small = (
            self.seats,
            self.half_flip,
            self.first_up,
            self.flips,
            self.share,
            self.sacrifice,
            self.phase,
            self.turn,
            self.active,
            self.plays,
            self.built,
            self.refill,
            self.ended,
            *self.talents,
            *self.amulets,
            *self.merchants,
            *self.statues,
            *self.dropped,
            self.walls,
            self.doors,
            self.obelisks,
            self.sphinxes,
            self.thrones,
            self.done,
            self.cleopatra,
            self.altar,
            self.back,
            self.played,
            self.piece,
            self.spot,
            *self.need,
            self.pool,
            self.rolled,
            self.ankhs,
            self.scribes,
            self.turned,
            self.asked,
            self.named,
            self.targets,
            self.given,
            self.kept,
            self.first,
        )
        counts = (*self.hands, *self.seen, *self.down, self.discards, self.open, self.packet)
        lists = (*self.market, self.deck, self.tiles, self.removed, self.drawn, [seat for seat, _ in self.claims])
        masks = [self.sealed, *self.fresh, *[part for _, part in self.claims]]
        return b"".join(
            (
                pack(">Q2I", self.seed, self.deck_drawn, self.dice_drawn),
                pack(f">{len(small)}h", *small),
                *map(bytes, counts),
                *[bytes((len(numbers), *numbers)) for numbers in lists],
                pack(f">2B{len(self.laid)}H", len(self.fresh), len(self.laid), *self.laid),
                *[mask.to_bytes(11) for mask in masks],
            )
        )
