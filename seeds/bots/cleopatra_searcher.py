"""Plays Cleopatra by looking ahead: it keeps accounts, plays its turn out many times and takes what ended best.

How it thinks, from the top down:

1. `Books`: talents and amulets of the others lie covered, but each gain and loss is told. It counts them along.
2. `decide`: quick rules of thumb order the legal actions. For the best few the turn is played to its end from imagined
   states (hidden cards are dealt at random). Payments, discards and the like are left to the rules of thumb.
3. `Judge`: at the end of the turn each seat has what it owns, what it will still earn, and a risk to be sacrificed that
   grows with its amulets against those of the others. What counts is how far I am ahead of the others.

It counts its playouts and never looks at the clock: the same question gives the same answer on a slow machine and on
a fast one. A file settings.json beside it changes its style, see `Settings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import exp, sqrt
from operator import mul
from typing import Any, TypeAlias

import msgspec

from arena.game import Action, Event
from arena.games.cleopatra import board
from arena.games.cleopatra import events as ev
from arena.games.cleopatra.actions import Build, Claim, Give, Keep, Market, Play
from arena.games.cleopatra.board import CARDS, COST, DOUBLE, STANDARD, STOCK, TROMPE
from arena.games.cleopatra.garden import FREE, PLACEMENT, column_reward, components, door_reward, fits
from arena.games.cleopatra.phases.characters import CARD
from arena.games.cleopatra.scoring import account
from arena.games.cleopatra.state import State
from arena.games.cleopatra.view import CleopatraView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style.

    candidates: how many actions are looked at closely.  playouts: how many each of them gets.
    thrift: how much a card counts that may still be built with.  calm: how many amulets more or less make little
    difference early in the game, when much may still happen (1 at the end).  zeal: how much of what an Offering could
    bring them the others are thought to bid.
    """

    candidates: int = 8
    playouts: int = 12
    thrift: float = 0.9
    calm: float = 2.8
    zeal: float = 0.9


SETTINGS = read_settings(Settings, __file__)

SEARCHED = frozenset({"main", "build_more", "place", "claim", "die_scribe", "hand_limit"})
GUESSES = 24
"""How often the bids of the others are guessed."""
WORTH = (0.9, 1.1, 1.4, 1.5, 1.8)
"""What a unit of each resource earns while every piece can be built."""
INCOME = {3: 55.0, 4: 42.0, 5: 34.0}
"""Talents that a seat earns in a whole game, by the number of seats."""
STATUE = 1.9
"""Squares that a statue will save its owner while there are mosaics to come; seen in games of the heuristic."""
NEVER = -1e9
"""Is what an action is worth that another one beats for certain."""
CHARACTERS = len(CARDS) - TROMPE - 1
TO_GO = sum(STOCK) - max(STOCK)
LARGEST = 9
"""Spaces up to so many squares are looked at: could they be sanctuaries?"""

Menu: TypeAlias = tuple[Any, ...]
"""Legal actions, all of the types that go with the decision."""


class Books:
    """Counts talents and amulets of every seat along, from what is told to all."""

    def __init__(self, seats: int) -> None:
        self.talents = [board.TALENTS] * seats
        self.amulets = [0] * seats

    def enter(self, events: Iterable[Event]) -> None:
        """Enters what has happened."""
        for event in events:
            if isinstance(event, ev.Built | ev.Placed | ev.Bonus):
                self.talents[event.seat] += event.talents
            elif isinstance(event, ev.Paid | ev.Played | ev.Chosen | ev.Limited):
                self.amulets[event.seat] += event.amulets
            elif isinstance(event, ev.Begged):
                self.talents[event.seat] -= event.talents
                self.talents[event.to_seat] += event.talents
            elif isinstance(event, ev.Delivered):
                self.amulets[event.seat] -= event.cards
                self.amulets[event.to_seat] += event.cards
            elif isinstance(event, ev.Offering):
                for seat, bid in enumerate(event.bids):
                    self.talents[seat] -= bid
                    self.amulets[seat] += event.amulets[seat]


class Judge:
    """Knows what things are worth at one stage of the game. Made once a decision; a playout is too short to matter."""

    def __init__(self, state: State, settings: Settings) -> None:
        self.seats, self.zeal = state.seats, settings.zeal
        columns, doors = STOCK[board.COLUMN] - state.walls.bit_count(), STOCK[board.DOOR] - state.doors.bit_count()
        stock = [columns, state.obelisks, state.sphinxes, state.thrones, doors, len(state.tiles)]
        to_go = sum(stock) - max(stock)
        self.left = to_go / TO_GO
        self.calm = 1 + (settings.calm - 1) * sqrt(self.left)
        self.taint = 1 - 0.5 * min(1.0, 6 * self.left)  # some of the tainted cards will be thrown away
        at_once = [min(left, board.MOST_CARDS // sum(cost)) for left, cost in zip(stock, COST, strict=True)]
        self.useful = [max([n * cost[r] for n, cost in zip(at_once, COST, strict=True)]) for r in range(STANDARD)]
        """Of so many units of each resource every one is useful."""
        scale = settings.thrift * min(1.0, to_go / (2.5 * state.seats))
        self.unit = [scale * worth if useful else 0.0 for worth, useful in zip(WORTH, self.useful, strict=True)]
        self.double = [1.7 * each for each in self.unit]
        self.wild = max(self.unit)
        self.amulet = [
            max(0.5, risk * (1 - risk) / self.calm * self.wealth(state, seat))
            for seat, risk in enumerate(self.risks(state))
        ]
        """What one more amulet costs each seat."""
        amulet = self.amulet[state.active]
        self.worth = [*self.unit, *[each - amulet for each in self.double], self.wild - amulet, *[0.0] * CHARACTERS]
        """What one more card of each kind is worth to the seat whose turn it is, its amulet included."""
        self.worth[board.BEGGAR] = board.ALMS * (self.seats - 1) - 2 * amulet
        self.worth[board.COURTESAN] = self.wild - amulet
        self.worth[board.VIZIER] = self.wild
        self.unknown = sum(map(mul, board.COPIES, self.worth)) / board.DECK_SIZE

    def wealth(self, state: State, seat: int) -> float:
        """Says what a seat owns, without its standard cards and doubles, and will still earn."""
        return state.talents[seat] + board.MERCHANT_SCORE * state.merchants[seat] + self.left * INCOME[self.seats]

    def risks(self, state: State) -> list[float]:
        """Says how likely each seat is to be sacrificed."""
        hope = STATUE * min(1.0, len(state.tiles) / 4)
        guilt = [
            amulets + self.taint * sum(hand[STANDARD:]) - hope * statues
            for amulets, hand, statues in zip(state.amulets, state.hands, state.statues, strict=True)
        ]
        for seat, part in state.claims:
            guilt[seat] -= part.bit_count()
        least = -8 * self.left  # squares beyond all amulets to come are of no use
        guilt = [max(least, each) for each in guilt]
        weights = [exp((each - max(guilt)) / self.calm) for each in guilt]
        return [min(1.0, state.sacrifice * weight / sum(weights)) for weight in weights]

    def lead(self, state: State, me: int) -> float:
        """Says how far a seat is ahead of the others, in talents that it may expect to score."""
        found = [float(score) for score in account(state).scores] if state.ended else []
        if not state.ended:
            for seat, risk in enumerate(self.risks(state)):
                hand = state.hands[seat]
                wealth = self.wealth(state, seat) + self.wild * hand[TROMPE]
                for r, most in enumerate(self.useful):
                    held = hand[r]
                    wealth += self.unit[r] * (held if held <= most else (held + most) / 2)
                    wealth += self.double[r] * hand[r + DOUBLE]
                found.append((1 - risk) * wealth)
        return found[me] - (sum(found) - found[me]) / (self.seats - 1)

    def bid(self, state: State, seat: int, chance: float) -> int:
        """Guesses a bid; chance: 0..1."""
        worth = self.amulet[seat] * (min(3, state.amulets[seat]) + self.seats / 2)
        return min(state.talents[seat], round(self.zeal * worth * (0.4 + 1.2 * chance)))


@lru_cache(4096)
def best_column(walls: int, covered: int) -> tuple[int, int]:
    """Gives the most that a column wall can earn, and in which slot."""
    return max([(column_reward(slot, covered), slot) for slot in range(len(board.WALLS)) if not walls >> slot & 1])


@lru_cache(4096)
def best_door(walls: int, doors: int) -> tuple[int, int]:
    """Gives the most that a door frame can earn, and on which side."""
    return max([(door_reward(side, walls), side) for side in range(len(board.SIDES)) if not doors >> side & 1])


class Thumb:
    """Is the rules of thumb: one method per kind of decision. Where there is none, the first action will do."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.placed: dict[tuple[Any, ...], Action] = {}
        """What quick has found out already about mosaics."""

    def weigh(self, kind: str, state: State, seat: int, legal: Menu) -> list[float]:
        """Says what every legal action is worth to a seat that is asked."""
        rule: Callable[[State, int, Menu], list[float]] | None = getattr(self, f"_{kind}", None)
        return rule(state, seat, legal) if rule else [0.0] * len(legal)

    def quick(self, state: State, chance: float) -> dict[int, Action]:
        """Chooses for the seats that are asked, in a playout."""
        decision = state.pending
        assert decision is not None
        if decision.kind == "bid":
            return {seat: legal[self.judge.bid(state, seat, chance)] for seat, legal in decision.legal.items()}
        ((seat, legal),) = decision.legal.items()
        key = (state.covered, state.spot, state.statues[seat]) if decision.kind == "place" else ()
        if not key or key not in self.placed:
            weights = self.weigh(decision.kind, state, seat, legal)
            self.placed[key] = legal[weights.index(max(weights))]
        return {seat: self.placed[key]}

    def _main(self, state: State, seat: int, legal: Menu) -> list[float]:
        rules: dict[Any, Callable[..., float]] = {Build: self._build, Market: self._stall, Play: self._play}
        return [rules[type(a)](state, seat, a) if type(a) in rules else 0.0 for a in legal]

    _market_after = _build_more = _main

    def _build(self, state: State, seat: int, build: Build) -> float:
        """Says what a piece earns, with its part of the bonus, less what its cards are worth."""
        piece = board.PIECES.index(build.piece)
        reward = float(board.OBELISK_REWARD)  # the throne earns as much
        if piece == board.COLUMN:
            reward, slot = best_column(state.walls, state.covered)
            if build.slot != slot:
                return NEVER
        elif piece == board.DOOR:
            reward, side = best_door(state.walls, state.doors)
            if build.side != board.SIDES[side]:
                return NEVER
        elif piece == board.SPHINX:
            reward = board.SPHINX_REWARDS[STOCK[piece] - state.sphinxes]
        elif piece == board.MOSAIC:
            reward = board.MOSAIC_REWARD + 1.5 - (self.judge.amulet[seat] if build.scribe else 0.0)
            reward += 2 * self.judge.amulet[seat] if state.statues[seat] else 0.0
        bonus = board.BONUS[min(state.built + 1, 3)] - board.BONUS[min(state.built, 3)]
        return reward + bonus - self._price(state.hands[seat], piece)

    def _price(self, hand: list[int], piece: int) -> float:
        """Says what the cards and merchants are worth that pay for a piece."""
        price, short = 0.0, 0
        for resource, needed in enumerate(COST[piece]):
            doubles = min(hand[resource + DOUBLE], needed // 2)
            singles = min(hand[resource], needed - 2 * doubles)
            price += doubles * self.judge.double[resource] + singles * self.judge.unit[resource]
            short += needed - 2 * doubles - singles
        painted = min(short, hand[TROMPE])
        return price + painted * self.judge.wild + (short - painted) * board.MERCHANT_SCORE

    def _stall(self, state: State, seat: int, market: Market) -> float:
        stall = state.market[market.stall]
        unknown, amulet = self.judge.unknown, self.judge.amulet[seat]
        fresh = [self._value(state, seat, card >> 1, 1) if card & 1 else unknown for card in stall]
        over = state.sizes[seat] + len(stall) - board.MOST_CARDS
        if over <= 0:
            return sum(fresh)
        return sum(fresh) - min(over * amulet, amulet + sum(sorted([*fresh, *self._hand(state, seat)])[:over]))

    def _hand(self, state: State, seat: int) -> list[float]:
        return [self._value(state, seat, card) for card, n in enumerate(state.hands[seat]) for _ in range(n)]

    def _value(self, state: State, seat: int, card: int, more: int = 0) -> float:
        """Says what a card in the hand is worth, or one more; half where there are enough."""
        is_spare = card < STANDARD and state.hands[seat][card] + more > self.judge.useful[card]
        return self.judge.worth[card] / (2 if is_spare else 1)

    def _play(self, state: State, seat: int, play: Play) -> float:
        """Weighs a character against keeping him, as a tainted card; playing costs no turn."""
        card, gain = CARD[play.card], self.judge.amulet[seat]
        if card == board.BEGGAR:
            gain = board.ALMS * (self.judge.seats - 1) - gain
        elif card == board.COURTESAN:
            gain = max([self._value(state, seat, card, 1) for card, n in enumerate(state.open) if n], default=0.0)
        return 100.0 + gain if gain > 0 else -1.0

    def _pay(self, state: State, seat: int, legal: Menu) -> list[float]:
        double = 3.0 if state.need[CARD[legal[0].resource]] > 1 else 1.0
        weights = {"dbl": double, "std": 2.0, "tr": 0.0, "merchant": -1.0}
        return [weights[action.tool] for action in legal]

    def _place(self, state: State, seat: int, legal: Menu) -> list[float]:
        tiles = [tile for tile in state.tiles if tile != state.spot] if state.statues[seat] else []
        free = FREE & ~(state.covered | state.sealed)
        found = []
        for action in legal:
            placement, largest = PLACEMENT[action.at], 0
            for part in components(free & ~placement.mask) if state.statues[seat] else ():
                size = part.bit_count()
                if largest < size <= LARGEST and not any([fits(tile, part, state.flips) for tile in tiles]):
                    largest = size
            found.append(placement.reward + largest * self.judge.amulet[seat])
        return found

    def _claim(self, state: State, seat: int, legal: Menu) -> list[float]:
        sizes = {(part & -part).bit_length() - 1: part.bit_count() for part in state.fresh}
        hope = STATUE * min(1.0, len(state.tiles) / 4)
        return [float(sizes[action.cell]) if isinstance(action, Claim) else hope for action in legal]

    def _beggar_reply(self, state: State, seat: int, legal: Menu) -> list[float]:
        return [-self.judge.unit[CARD[a.card]] if isinstance(a, Give) else -board.ALMS for a in legal]

    def _courtesan(self, state: State, seat: int, legal: Menu) -> list[float]:
        return [self._value(state, seat, CARD[action.card], 1) for action in legal]

    def _vizier(self, state: State, seat: int, legal: Menu) -> list[float]:
        amulet = self.judge.amulet[seat]
        return [self._value(state, seat, CARD[a.card], 1) - amulet if isinstance(a, Keep) else 0.0 for a in legal]

    def _envoy_reply(self, state: State, seat: int, legal: Menu) -> list[float]:
        return [self.judge.amulet[seat] - self.judge.unit[CARD[a.card]] if isinstance(a, Give) else 0.0 for a in legal]

    def _hand_limit(self, state: State, seat: int, legal: Menu) -> list[float]:
        amulet, over = self.judge.amulet[seat], state.sizes[seat] - board.MOST_CARDS
        discarding = -amulet - sum(sorted(self._hand(state, seat))[:over])
        weights = {"smuggler": 0.0, "keep": -over * amulet, "discard": discarding}
        return [weights[action.how] for action in legal]

    def _discard(self, state: State, seat: int, legal: Menu) -> list[float]:
        return [-self._value(state, seat, CARD[action.card]) for action in legal]

    def _refill(self, state: State, seat: int, legal: Menu) -> list[float]:
        """The best stall for the next seat should be poor."""
        drawn = [self._lying(card) for card in state.drawn]
        stalls = [sum([self._lying(card) for card in stall]) for stall in state.market]
        return [
            -max([sum([stalls[n], *[v for v, at in zip(drawn, a.stalls, strict=True) if at == n]]) for n in range(3)])
            for a in legal
        ]

    def _lying(self, card: int) -> float:
        return self.judge.worth[card >> 1] if card & 1 else self.judge.unknown


class SearcherBot(Bot):
    """Plays the most promising actions out."""

    settings = SETTINGS

    def start(self) -> None:
        """Opens the books."""
        self.books = Books(self.seats)

    def decide(self, turn: Turn[CleopatraView]) -> Action:
        """Gives the action whose playouts ended best, or that the rules of thumb like best."""
        self.books.enter(turn.events)
        first = self.imagine(turn)
        judge = Judge(first, self.settings)
        if turn.kind == "bid":
            return self.bid(turn, judge, first)
        thumb = Thumb(judge)
        weights = thumb.weigh(turn.kind, first, self.seat, turn.legal)
        order = sorted(range(len(weights)), key=lambda index: -weights[index])
        if turn.kind not in SEARCHED:
            return turn.legal[order[0]]
        candidates = [index for index in order[: self.settings.candidates] if weights[index] > NEVER]
        sums = dict.fromkeys(candidates, 0.0)
        for number in range(self.settings.playouts):
            state = self.imagine(turn) if number else first
            for index in candidates:
                sums[index] += self.playout(state.copy(), turn.legal[index], judge, thumb)
        best = max(candidates, key=lambda index: sums[index])
        turn.note(f"{turn.legal[best]}: {sums[best] / self.settings.playouts:+.1f}")
        return turn.legal[best]

    def imagine(self, turn: Turn[CleopatraView]) -> State:
        """Gives a state that may be the true one, with the talents and amulets of the books."""
        state: State = self.game.imagine(turn.view, self.stream)
        own, me = turn.view.me, self.seat
        assert own is not None
        state.talents = [own.talents if seat == me else count for seat, count in enumerate(self.books.talents)]
        state.amulets = [own.amulets if seat == me else count for seat, count in enumerate(self.books.amulets)]
        return state

    def bid(self, turn: Turn[CleopatraView], judge: Judge, state: State) -> Action:
        """Weighs bids against guesses of the others'."""
        me, draw = self.seat, self.random.random
        guesses = [[judge.bid(state, seat, draw()) for seat in range(self.seats)] for _ in range(GUESSES)]
        most = max([max(bids[:me] + bids[me + 1 :]) for bids in guesses])
        best, chosen = -1e9, turn.legal[0]
        before = state.talents, state.amulets
        for n, action in enumerate(turn.legal[: most + 2]):
            total = 0.0
            for bids in guesses:
                bids[me] = n
                ranks = [1 + sum([other > bid for other in bids]) for bid in bids]
                state.talents = [owned - bid for owned, bid in zip(before[0], bids, strict=True)]
                state.amulets = [max(0, had + board.OFFERING[rank]) for had, rank in zip(before[1], ranks, strict=True)]
                total += judge.lead(state, me)
            if total > best:
                best, chosen = total, action
        turn.note(f"{chosen}: {best / GUESSES:+.1f}")
        return chosen

    def playout(self, state: State, action: Action, judge: Judge, thumb: Thumb) -> float:
        """Plays the turn to its end after an action and says how far ahead of the others I am then."""
        turn = state.turn
        self.game.advance(state, {self.seat: action})
        while state.pending is not None and state.turn == turn:
            self.game.advance(state, thumb.quick(state, self.random.random()))
        return judge.lead(state, self.seat)


if __name__ == "__main__":
    run(SearcherBot)
