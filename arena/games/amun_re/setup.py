"""Setting up the table (AR-2.1 to AR-2.4). Each purpose has a labelled stream of chance of its own."""

from __future__ import annotations

from arena.game import Log
from arena.games.amun_re.board import BUILDER, COPIES, KINGDOM, PROVINCES, START_GOLD
from arena.games.amun_re.events import Pharaoh
from arena.games.amun_re.hands import ONE
from arena.games.amun_re.state import NOBODY, NOTHING, REVEAL, State
from arena.rng import Stream, streams


def blank(seats: int, seed: int) -> State:
    """Gives a table before the first round with everybody's gold and builder, but without chance (AR-2.1)."""
    state = State()
    state.phase = REVEAL
    state.pending = None
    state.seats = seats
    state.seed = seed
    state.position = 0
    state.round = state.pharaoh = state.active = state.level = 0
    state.gold = [START_GOLD] * seats
    state.points = [0] * seats
    state.hands = [ONE[BUILDER]] * seats
    state.sizes = [1] * seats
    state.used = [0] * seats
    state.sold = [0] * seats
    state.known = (1 << seats) - 1
    state.own = [()] * seats
    state.deck = []
    state.discards = 0
    state.lying = [()] * seats
    state.order = ()
    state.owner = [NOBODY] * len(PROVINCES)
    state.farmers = [0] * len(PROVINCES)
    state.extra = [0] * len(PROVINCES)
    state.stones = [0] * len(PROVINCES)
    state.pyramids = [0] * len(PROVINCES)
    state.offered = ()
    state.top = [NOTHING] * seats
    state.holder = [NOBODY] * seats
    state.blocked = 0
    state.last = [NOTHING] * seats
    state.at = state.bought = state.left = state.due = 0
    state.offers = ()
    state.queue = ()
    return state


def set_up(seed: int, seats: int, log: Log) -> State:
    """Draws the Pharaoh, the deck, and the provinces of both kingdoms (AR-2.2 to AR-2.4)."""
    pharaoh, old, new, power = streams(seed, "pharaoh", "provinces-old", "provinces-new", "power")
    state = blank(seats, seed)
    state.pharaoh = state.active = pharaoh.below(seats)
    state.deck = [card for card, copies in enumerate(COPIES) for _ in range(copies - seats * (card == BUILDER))]
    power.shuffle(state.deck)
    state.position = power.position
    provinces = list(range(len(PROVINCES)))
    old.shuffle(provinces)
    state.order = both_kingdoms(provinces[: KINGDOM * seats], new)
    if log is not None:
        log.append(Pharaoh(state.pharaoh))
    return state


def both_kingdoms(old: list[int], stream: Stream) -> tuple[int, ...]:
    """Gives the provinces of all rounds: those of the Old Kingdom come back, shuffled, in the New (AR-2.4)."""
    new = sorted(old)
    stream.shuffle(new)
    return (*old, *new)
