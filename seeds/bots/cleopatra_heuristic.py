"""Plays Cleopatra by rules of thumb: what a card will earn, what an amulet costs, and when a turn of building pays.

How it thinks, from the top down:

1. Everything is reckoned in talents. `Table` sets the two prices that all else follows from: what a card is worth as
   long as it can still be built with, and what an amulet costs, more for a seat that has many.
2. A tainted card costs its amulet when it is taken, for unless it is thrown away it counts at the end, paid or not.
   Once in the hand it may as well be used.
3. `plan`: a turn of building earns its rewards and bonus, less what the cards paid were worth. A visit to the market
   earns what the cards there are worth. The better turn is taken, so it saves up for several pieces while the game is
   young and builds what it can when the end is near.

Everything it needs is in the view; it keeps nothing in mind between two decisions and leaves nothing to chance. A file
settings.json beside it changes its style, see `Settings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from arena.game import Action
from arena.games.cleopatra.actions import (
    Bid,
    Build,
    Claim,
    Die,
    Discard,
    Give,
    Keep,
    Limit,
    Market,
    Pay,
    Place,
    Play,
    Refill,
    Take,
    Targets,
)
from arena.games.cleopatra.board import (
    ALMS,
    BEGGAR,
    BONUS,
    CARDS,
    COLUMN,
    COPIES,
    COST,
    COURTESAN,
    DECK_SIZE,
    DICE,
    DOOR,
    DOUBLE,
    ENVOY,
    MERCHANT_SCORE,
    MOSAIC,
    MOSAIC_REWARD,
    MOST_CARDS,
    OBELISK_REWARD,
    PIECES,
    RESOURCES,
    SIDES,
    SMUGGLER,
    SPHINX,
    SPHINX_REWARDS,
    STANDARD,
    STOCK,
    TILE_CELLS,
    TILES,
    TROMPE,
    VIZIER,
    WALLS,
)
from arena.games.cleopatra.garden import FREE, PLACEMENT, column_reward, components, door_reward, fits
from arena.games.cleopatra.view import CleopatraView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. Amounts are in talents.

    guilt: what an amulet costs a seat that has as many as is usual.  thrift: how much a card counts that may still be
    built with; a high value waits for turns in which many pieces are built.  greed: what looking forward to a mosaic
    is worth per talent.  zeal: how much of what an Offering could bring is bid.  hurry: pieces that a seat builds in
    the last part of the game, when cards lose their worth.
    """

    guilt: float = 4.5
    thrift: float = 0.9
    greed: float = 1.0
    zeal: float = 0.9
    hurry: float = 2.5


SETTINGS = read_settings(Settings, __file__)

CARD = {card: number for number, card in enumerate(CARDS)}
WORTH = (0.9, 1.1, 1.4, 1.5, 1.8)
"""What a unit of each resource earns while every piece can be built."""
PIECES_IN_ALL = sum(STOCK)
LARGEST = 9
"""Spaces up to so many squares are looked at: could they be sanctuaries?"""


class Site(NamedTuple):
    """Is what a plan of building changes: cards in hand by card, merchants, units left over, what stands and is left.

    built: pieces built in this turn.
    """

    hand: tuple[int, ...]
    merchants: int
    pool: tuple[int, ...]
    stock: tuple[int, ...]
    walls: int
    doors: int
    built: int


class Table:
    """Is the view, prepared for reckoning."""

    def __init__(self, view: CleopatraView, seat: int, settings: Settings) -> None:
        assert view.me is not None
        self.view = view
        self.settings = settings
        self.hand = _counts(view.me.hand)
        self.size = view.players[seat].hand_size
        self.statues = view.players[seat].statues
        self.stock = tuple([view.stock[piece] for piece in PIECES])
        # Five of the six categories end the game: the pieces to go, as far as anybody can tell.
        to_go = sum(self.stock) - max(self.stock)
        self.youth = min(1.0, to_go / (settings.hurry * view.seats))
        squares = sum([len(sanctuary.cells) for sanctuary in view.sanctuaries if sanctuary.owner == seat])
        self.mine = view.me.amulets + sum(self.hand[STANDARD:]) - squares
        usual = 2 + 5 * (PIECES_IN_ALL - sum(self.stock)) / PIECES_IN_ALL
        self.amulet = settings.guilt * min(2.0, max(0.3, self.mine / usual))
        self.covered = 0
        for name in view.mosaics.laid:
            self.covered |= PLACEMENT[name].mask
        self.useful = self._useful()
        """Of so many units of each resource every one is useful: what the largest turn of building takes."""
        self.unit = self._units()
        """What a unit of each resource is worth."""
        self.worth = self._worths()
        """What one more card of each kind is worth to whoever takes it, its amulet included."""
        self.unknown = sum([copies * worth for copies, worth in zip(COPIES, self.worth, strict=True)]) / DECK_SIZE
        """What a card is worth that lies face down."""

    def _useful(self) -> list[int]:
        at_once = [min(left, MOST_CARDS // sum(cost)) for left, cost in zip(self.stock, COST, strict=True)]
        return [max([n * cost[r] for n, cost in zip(at_once, COST, strict=True)]) for r in range(STANDARD)]

    def _units(self) -> list[float]:
        scale = self.settings.thrift * self.youth
        return [scale * worth if useful else 0.0 for worth, useful in zip(WORTH, self.useful, strict=True)]

    def _worths(self) -> list[float]:
        unit, amulet = self.unit, self.amulet
        wild = max(unit)
        worth = [*unit, *[1.7 * each - amulet for each in unit], wild - amulet, *[0.0] * (len(CARDS) - TROMPE - 1)]
        worth[BEGGAR] = ALMS * (self.view.seats - 1) - 2 * amulet
        worth[COURTESAN] = wild - amulet
        worth[SMUGGLER] = -amulet
        worth[VIZIER] = wild
        return worth

    def values(self, names: Iterable[str], hand: Sequence[int] = ()) -> list[float]:
        """Says what each of some cards is worth; less where the hand holds enough of its kind by then."""
        held = list(hand) or [0] * len(CARDS)
        found = []
        for name in names:
            card = CARD.get(name)
            if card is None:
                found.append(self.unknown)
                continue
            is_spare = card < STANDARD and held[card] >= self.useful[card]
            found.append(self.worth[card] / 2 if is_spare else self.worth[card])
            held[card] += 1
        return found

    def stall(self, names: Sequence[str]) -> float:
        """Says what it is worth to take a stall. Of too many cards the worst go, for an amulet, or all stay."""
        fresh = self.values(names, self.hand)
        over = self.size + len(fresh) - MOST_CARDS
        if over <= 0 or self.hand[SMUGGLER]:
            return sum(fresh)
        worst = sorted([*self.values(self.cards()), *fresh])[:over]
        return sum(fresh) - min(over * self.amulet, self.amulet + sum(worst))

    def cards(self) -> list[str]:
        """Lists the cards in the hand."""
        return [name for name, count in zip(CARDS, self.hand, strict=True) for _ in range(count)]

    def site(self) -> Site:
        """Gives the starting point of a plan."""
        view = self.view
        pool = view.pending.pool if view.pending is not None else ()
        return Site(
            hand=self.hand,
            merchants=view.players[view.active].merchants,
            pool=tuple([int(resource in pool) for resource in RESOURCES]),
            stock=self.stock,
            walls=sum([1 << slot for slot, stands in enumerate(view.walls) if stands]),
            doors=sum([1 << side for side, name in enumerate(SIDES) if view.doors[name]]),
            built=view.built,
        )

    def plan(self, site: Site, piece: int, spot: int | None = None) -> float | None:
        """Says what a turn earns that goes on with this piece; None if it cannot be paid.

        After it the piece that earns most comes next, and so on; the turn ends where it has earned most.
        """
        best = None
        earned = float(-BONUS[min(site.built, 3)])
        now = self.step(site, piece, spot)
        while now is not None:
            gain, site = now
            earned += gain
            total = earned + BONUS[min(site.built, 3)]
            best = total if best is None or total > best else best
            steps = [self.step(site, further) for further in range(len(PIECES))]
            now = max([step for step in steps if step is not None], default=None, key=lambda step: step[0])
        return best

    def step(self, site: Site, piece: int, spot: int | None = None) -> tuple[float, Site] | None:
        """Builds one piece in the head: what it earns, less what is paid for it, and what follows."""
        if not site.stock[piece]:
            return None
        paid = self.pay(site, piece)
        if paid is None:
            return None
        loss, site = paid
        stock = tuple([left - (number == piece) for number, left in enumerate(site.stock)])
        walls, doors = site.walls, site.doors
        if piece == COLUMN:
            if spot is None:
                free = [slot for slot in range(len(WALLS)) if not walls >> slot & 1]
                spot = max(free, key=lambda slot: column_reward(slot, self.covered))
            walls |= 1 << spot
            reward = float(column_reward(spot, self.covered))
        elif piece == DOOR:
            if spot is None:
                free = [side for side in range(len(SIDES)) if not doors >> side & 1]
                spot = max(free, key=lambda side: door_reward(side, walls))
            doors |= 1 << spot
            reward = float(door_reward(spot, walls))
        elif piece == SPHINX:
            reward = float(SPHINX_REWARDS[STOCK[SPHINX] - site.stock[SPHINX]])
        elif piece == MOSAIC:
            squares = min(2, max(0, self.mine)) if self.statues else 0
            reward = self.settings.greed * (MOSAIC_REWARD + 1.5 + squares * self.amulet)
        else:
            reward = float(OBELISK_REWARD)  # the throne earns as much
        return reward - loss, site._replace(stock=stock, walls=walls, doors=doors, built=site.built + 1)

    def pay(self, site: Site, piece: int) -> tuple[float, Site] | None:
        """Pays a piece in the head as `_pay` will: what that is worth, and what is left. None if it cannot be paid."""
        hand, pool = list(site.hand), list(site.pool)
        short, loss = 0, 0.0
        for resource, needed in enumerate(COST[piece]):
            if not needed:
                continue
            needed, pool[resource] = max(0, needed - pool[resource]), max(0, pool[resource] - needed)
            double = resource + DOUBLE
            while needed and (hand[resource] or hand[double]):
                if hand[double] and (needed > 1 or not hand[resource]):
                    hand[double] -= 1
                    pool[resource] += needed == 1
                    needed = max(0, needed - 2)
                    loss += 1.7 * self.unit[resource]
                else:
                    hand[resource] -= 1
                    needed -= 1
                    loss += self.unit[resource]
            short += needed
        painted = min(short, hand[TROMPE])
        hand[TROMPE] -= painted
        merchants = site.merchants - (short - painted)
        if merchants < 0:
            return None
        loss += painted * max(self.unit) + (short - painted) * MERCHANT_SCORE
        return loss, site._replace(hand=tuple(hand), merchants=merchants, pool=tuple(pool))


class HeuristicBot(Bot):
    """Weighs every legal action by itself and takes the best."""

    settings = SETTINGS

    def decide(self, turn: Turn[CleopatraView]) -> Action:
        """Takes the action that weighs most; between equals, the first."""
        table = Table(turn.view, self.seat, self.settings)
        weigh: Callable[[Table, Action], float] = getattr(self, f"_{turn.kind}")
        weights = [weigh(table, action) for action in turn.legal]
        index = weights.index(max(weights))
        turn.note(f"{turn.legal[index]}: {weights[index]:.1f}")
        return turn.legal[index]

    # One method per kind of decision: what is this action worth?

    def _main(self, table: Table, action: Action) -> float:
        if isinstance(action, Market):
            return table.stall(table.view.market[action.stall])
        if isinstance(action, Build):
            return self._build(table, action)
        if isinstance(action, Play):
            return self._play(table, action)
        return 0.0

    def _market_after(self, table: Table, action: Action) -> float:
        return self._play(table, action) if isinstance(action, Play) else 0.0

    def _build_more(self, table: Table, action: Action) -> float:
        return self._build(table, action) if isinstance(action, Build) else self._market_after(table, action)

    def _build(self, table: Table, build: Build) -> float:
        piece = PIECES.index(build.piece)
        spot = build.slot if build.side is None else SIDES.index(build.side)
        scribe = table.amulet if build.scribe else 0.0  # two amulets, but his own card counts no more
        return (table.plan(table.site(), piece, spot) or 0.0) - scribe

    def _play(self, table: Table, play: Play) -> float:
        """Weighs a character against keeping him: a card in the hand counts an amulet. It costs no turn."""
        card, gain = CARD[play.card], -1.0
        if card == BEGGAR:
            gain = ALMS * (self.seats - 1) - table.amulet
        elif card == COURTESAN:
            gain = max([table.worth[CARD[name]] for name in table.view.discard.open], default=0.0)
        elif card == ENVOY:
            gain = table.amulet
        elif card == VIZIER:
            gain = table.amulet if table.youth < 1 or table.size < MOST_CARDS else 0.0
        return 100.0 + gain if gain > 0 else -1.0

    def _pay(self, table: Table, action: Pay) -> float:
        assert table.view.pending is not None
        needed = table.view.pending.need[action.resource]
        return {"dbl": 3.0 if needed > 1 else 1.0, "std": 2.0, "tr": 0.0, "merchant": -1.0}[action.tool]

    def _place(self, table: Table, action: Place) -> float:
        placement = PLACEMENT[action.at]
        covered = table.covered | placement.mask
        largest = 0
        if table.statues:
            tiles = [TILES.index(tile) for tile in table.view.mosaics.left if tile != TILES[placement.tile]]
            is_free = table.view.options["allow_flip"] == "true"
            sealed = sum([1 << cell for sanctuary in table.view.sanctuaries for cell in sanctuary.cells])
            for part in components(FREE & ~covered & ~sealed):
                size = part.bit_count()
                if size > largest and (
                    size < TILE_CELLS or (size <= LARGEST and not any(fits(tile, part, is_free) for tile in tiles))
                ):
                    largest = size
        return placement.reward + largest * table.amulet

    def _claim(self, table: Table, action: Action) -> float:
        if not isinstance(action, Claim):
            return 2.5 if table.stock[MOSAIC] > 4 else 0.5  # keep the statue for a larger one
        assert table.view.pending is not None
        return float(max([len(cells) for cells in table.view.pending.sanctuaries if cells[0] == action.cell]))

    def _die_scribe(self, table: Table, action: Action) -> float:
        assert table.view.faces is not None
        change = 0 if not isinstance(action, Die) else 1 if action.turn == "up" else -1
        ankhs = table.view.altar + table.view.faces.count("ankh") + change
        offering = self._offering(table) - table.amulet * self.seats / 2 if ankhs == DICE else 0.0
        return offering + (table.amulet if change else 0.0)

    def _offering(self, table: Table) -> float:
        """Says what it is worth to bid most."""
        assert table.view.me is not None
        return table.amulet * (min(3, table.view.me.amulets) + self.seats / 2)

    def _bid(self, table: Table, action: Bid) -> float:
        return -abs(action.n - self.settings.zeal * self._offering(table))

    def _beggar_reply(self, table: Table, action: Action) -> float:
        return -table.unit[CARD[action.card]] if isinstance(action, Give) else float(-ALMS)

    def _courtesan(self, table: Table, action: Take) -> float:
        return table.values((action.card,), table.hand)[0]

    def _vizier(self, table: Table, action: Action) -> float:
        return table.values((action.card,), table.hand)[0] - table.amulet if isinstance(action, Keep) else 0.0

    def _envoy_targets(self, table: Table, action: Targets) -> float:
        return -len(action.seats)  # their cards come with amulets

    def _envoy_reply(self, table: Table, action: Action) -> float:
        return table.amulet - table.unit[CARD[action.card]] if isinstance(action, Give) else 0.0

    def _hand_limit(self, table: Table, action: Limit) -> float:
        over = table.size - MOST_CARDS
        if action.how == "smuggler":
            return 0.0
        if action.how == "keep":
            return -table.amulet * over
        return -table.amulet - sum(sorted(table.values(table.cards()))[:over])

    def _discard(self, table: Table, action: Discard) -> float:
        cards = table.cards()
        return -min([value for name, value in zip(cards, table.values(cards), strict=True) if name == action.card])

    def _refill(self, table: Table, action: Refill) -> float:
        """Weighs by what the next seat could take: the best stall should be poor."""
        assert table.view.pending is not None
        stalls = [list(stall) for stall in table.view.market]
        for card, stall in zip(table.view.pending.drawn, action.stalls, strict=True):
            stalls[stall].append(card)
        return -max([sum(table.values(stall)) for stall in stalls])


def _counts(cards: Mapping[str, int]) -> tuple[int, ...]:
    return tuple([cards.get(card, 0) for card in CARDS])


if __name__ == "__main__":
    run(HeuristicBot)
