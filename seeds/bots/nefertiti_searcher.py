"""Plays Nefertiti by looking ahead: it plays the next few rounds out many times and takes what ended best.

How it thinks, from the top down:

1. `decide`: quick rules of thumb order the legal actions; the best few are candidates.
2. `search`: for each candidate the game is played on from an imagined state (all is known but the order of the draw
   pile) for a round or two, everybody following the rules of thumb. Half of the candidates go on to the next stage,
   with more playouts, until one is left.
3. `standing`: where a playout stops, each seat has its prestige, what its gifts will probably be worth, and a little
   for seals and money. What counts is how far I am ahead of the others.

It counts its playouts and never looks at the clock: the same question gives the same answer on a slow machine and on
a fast one, so a match that is played again goes the same way. A file settings.json beside it changes its style, see
`Settings`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from arena.game import Action
from arena.games.nefertiti.actions import PLACE, Buy, ForceClose, Hire
from arena.games.nefertiti.board import (
    CHARACTERS,
    GIFT_INDEX,
    GIFTS,
    KIND_INDEX,
    KIND_OF,
    LAYOUTS,
    LEVELS,
    MARKET_INDEX,
    MARKETS_IN,
    SEAL_PRESTIGE,
    SLOTS,
    UNITS,
    VALUES,
)
from arena.games.nefertiti.halls import SPACES, prices_in
from arena.games.nefertiti.scoring import KINDS_HELD
from arena.games.nefertiti.state import NOTHING, State
from arena.games.nefertiti.view import NefertitiView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. Amounts are in points of prestige.

    candidates: how many actions are looked at closely.  playouts: how many the last two of them get each; a decision
    takes about half of candidates times playouts.  rounds: how far a playout goes; in matches against the heuristic
    shorter playouts did better than longer ones.
    deben: what 1 Deben is worth while the game is young.  seal: what a seal is worth then (3 at the end).
    crowd: 0..1, how surely a kind finds one more owner by the end.  noise: how freely the players of a playout choose.
    """

    candidates: int = 8
    playouts: int = 24
    rounds: int = 2
    deben: float = 3.5
    seal: float = 8.0
    crowd: float = 0.8
    noise: float = 2.0


SETTINGS = read_settings(Settings, __file__)

CARD_TYPES = len(GIFTS)

Menu: TypeAlias = tuple[Any, ...]
"""Legal actions, all of the type that goes with the decision."""


class Spot(NamedTuple):
    """Is a free space of a hall, with what follows from the bids that stand there.

    above: bids that will probably be higher when the market closes.  highest: what the highest will probably be.
    hope: how surely it closes soon.  is_sound: False where a cheaper space does the same.
    """

    action: Action
    price: int
    icon: str
    above: int
    highest: int
    hope: float
    is_sound: bool


@cache
def spots(hall: int, occupied: int, full: bool) -> tuple[Spot, ...]:
    """Lists the free spaces of a hall in the order of the menu."""
    layout = LAYOUTS[hall]
    missing = (layout.full_total if full else layout.total) - sum(prices_in(occupied))
    top = occupied.bit_length() - 1
    free = [(space, action) for space, action in zip(SPACES[hall], PLACE[hall], strict=True)]
    free = [(space, action) for space, action in free if not occupied >> space.price & 1]
    cheapest: dict[tuple[int, int], int] = {}
    found = []
    for space, action in free:
        price = space.price
        above = (occupied >> price).bit_count()
        left = missing - price
        highest, hope = max(top, price), 1.0
        if left > 0:  # somebody else closes it, as cheaply as possible
            hope = 0.9 if left <= 8 else 0.75
            above += left > price or left > 12
            highest = max(highest, min(left, 10))
        reach = (above, 2 if left <= 0 else 1 if left <= 8 else 0)
        cheapest[reach] = min(price, cheapest.get(reach, price))
        found.append((Spot(action, price, space.icon, above, highest, hope, bool(space.icon)), reach))
    return tuple(spot._replace(is_sound=spot.is_sound or cheapest[reach] == spot.price) for spot, reach in found)


class Judge:
    """Knows what things are worth at one stage of the game. Made once a decision; a playout is too short to matter."""

    def __init__(self, view: NefertitiView, settings: Settings) -> None:
        self.seats = view.seats
        youth = 0.0 if view.end_phase else min(1.0, view.cards_left / 20)
        likely = settings.crowd * youth
        self.rows = [
            [(1 - likely) * row[owners] + likely * row[min(owners + 1, view.seats)] for owners in range(5)]
            for row in VALUES
        ]
        """For each kind what a unit will be worth at the end, by the owners now."""
        self.deben = 0.1 if view.end_phase else settings.deben * (0.25 + 0.75 * youth)
        self.seal = SEAL_PRESTIGE + (settings.seal - SEAL_PRESTIGE) * youth
        self.youth = youth
        self.known: dict[tuple[int, ...], list[float]] = {}
        """What gains has found out already."""

    def gains(self, state: State, seat: int) -> list[float]:
        """Says what one more card of each type is worth to a seat."""
        key = (seat, *state.held)
        known = self.known.get(key)
        if known is not None:
            return known
        kinds = [KINDS_HELD[held] for held in state.held]
        mine = kinds[seat]
        worth = []
        for kind, row in enumerate(self.rows):
            owners = 0
            for held in kinds:
                owners += held >> kind & 1
            if mine >> kind & 1:
                worth.append(row[owners])
            else:
                worth.append(row[owners + 1] + 0.3 * owners * (row[owners] - row[owners + 1]))
        worth.append(2 * worth[6])
        self.known[key] = worth
        return worth

    def standing(self, state: State) -> list[float]:
        """Says how each seat stands: about its score at the end, if it gained nothing more."""
        kinds = [KINDS_HELD[held] for held in state.held]
        unit = []
        for kind, row in enumerate(self.rows):
            owners = 0
            for held in kinds:
                owners += held >> kind & 1
            unit.append(row[owners])
        hands = state.hands
        found = []
        for seat in range(self.seats):
            first = seat * CARD_TYPES
            total = state.prestige[seat] + state.seals[seat] * self.seal + state.money[seat] * self.deben
            for gift in range(CARD_TYPES):
                if count := hands[first + gift]:
                    total += count * UNITS[gift] * unit[KIND_OF[gift]]
            found.append(total)
        return found


class Thumb:
    """Is the rules of thumb: one method per kind of decision, each giving what every legal action is worth."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.weigh: dict[str, Callable[[State, int, Menu], list[float]]] = {
            "hire": self.hire,
            "place": self.place,
            "take": self.take,
            "extra": self.extra,
            "discard": self.discard,
            "other": self.other,
        }

    def place(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs bids by the place they would have when the market closes."""
        if not state.servants[seat]:
            return [self._closing_now(state, seat, action) for action in legal]
        return [weight for market in MARKETS_IN[state.open] for _, weight in self.bids(state, seat, market, False)]

    def bids(self, state: State, seat: int, market: int, sound: bool) -> list[tuple[Action, float]]:
        """Weighs the bids on one market, all of them or the sound ones only."""
        deben = self.judge.deben
        money = state.money[seat]
        reserve = state.reserve[market]
        occupied = state.occupied[market]
        first = market * SLOTS
        sealed = state.sealed >> market & 1
        gains = self.judge.gains(state, seat)
        display = [gains[gift] for gift in state.slots[first + sealed : first + SLOTS] if gift != NOTHING]
        display.sort(reverse=True)
        display += (0.0, 0.0, 0.0, 0.0, 0.0)
        seal = gains[state.slots[first]] + self.judge.seal if sealed else 0.0
        pair = display[0] + display[1]
        taken = 2 if pair >= seal else 0  # what the highest bidder leaves of the lower row
        found = []
        for action, price, icon, above, highest, hope, is_sound in spots(state.hall[market], occupied, state.full):
            if sound and not is_sound:
                continue
            coins = 0 if not reserve else (not occupied) + (icon == "c")
            if above:
                value = (reserve - coins + highest) * deben / (1 << above)
                if money >= price:
                    rest = display[taken + above - 1] if taken + above < 6 else 0.0
                    if taken and seal > rest:
                        rest = seal if above == 1 else rest
                    if rest - price * deben > value:
                        value = rest - price * deben
            elif money < price:
                value = -8.0
            else:
                value = display[0] if icon == "s" else pair
                if seal > value:
                    value = seal
                if icon == "x":
                    value += display[2]
                value -= price * deben
            found.append((action, hope * value + coins * deben))
        return found

    def quick(self, state: State, noise: float, draw: Callable[[], float]) -> dict[int, Action]:
        """Chooses for the seat that is asked, in a playout."""
        decision = state.pending
        assert decision is not None
        ((seat, legal),) = decision.legal.items()
        if decision.kind == "place" and state.servants[seat]:
            best, chosen = -1e9, legal[0]
            for market in MARKETS_IN[state.open]:
                for action, weight in self.bids(state, seat, market, True):
                    weight += noise * draw()
                    if weight > best:
                        best, chosen = weight, action
            return {seat: chosen}
        weights = self.weigh[decision.kind](state, seat, legal)
        return {seat: legal[weights.index(max(weights))]}

    def _closing_now(self, state: State, seat: int, action: Action) -> float:
        assert isinstance(action, ForceClose)
        market = MARKET_INDEX[action.market]
        highest = state.occupied[market].bit_length() - 1
        if state.owner[market * 13 + highest] == seat:
            return 20.0 - highest if state.money[seat] >= highest else -8.0
        return 5.0 - highest * 0.1

    def _slot(self, state: State, gains: list[float], market: int, slot: int) -> float:
        value = gains[state.slots[market * SLOTS + slot]]
        return value + self.judge.seal if not slot and state.sealed >> market & 1 else value

    def take(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs what the highest bidder may take."""
        gains, market = self.judge.gains(state, seat), state.closing
        return [sum([self._slot(state, gains, market, slot) for slot in action.slots]) for action in legal]

    def extra(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs the extra gift."""
        gains, market = self.judge.gains(state, seat), state.closing
        return [self._slot(state, gains, market, action.slot) if action.slot is not None else -1.0 for action in legal]

    def discard(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs what to give up."""
        gains = self.judge.gains(state, seat)
        return [-gains[GIFT_INDEX[action.gift]] for action in legal]

    def other(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs a gift for its price against half of the reserve."""
        market = state.closing
        price = state.occupied[market].bit_length() - 1
        cost = price * self.judge.deben
        gains = self.judge.gains(state, seat) if len(legal) > 1 else []
        coins = (state.reserve[market] + 1) // 2 * self.judge.deben
        return [
            self._slot(state, gains, market, action.slot) - cost if isinstance(action, Buy) else coins
            for action in legal
        ]

    def hire(self, state: State, seat: int, legal: Menu) -> list[float]:
        """Weighs characters against keeping the seal."""
        gains = self.judge.gains(state, seat)
        return [
            self._character(state, seat, gains, action) if isinstance(action, Hire) else self.judge.seal
            for action in legal
        ]

    def _character(self, state: State, seat: int, gains: list[float], hire: Hire) -> float:
        if hire.card == "merchant":
            return gains[GIFT_INDEX[hire.get or ""]] - gains[GIFT_INDEX[hire.give or ""]]
        card = CHARACTERS.index(hire.card)
        level = LEVELS[card][-state.piles[card]]
        if hire.card == "scribe":
            kind = KIND_INDEX[hire.kind or ""]
            owners = sum([KINDS_HELD[held] >> kind & 1 for held in state.held])
            units = sum([state.hands[seat * CARD_TYPES + g] * UNITS[g] for g, k in enumerate(KIND_OF) if k == kind])
            return level + units * (VALUES[kind][owners] - self.judge.rows[kind][owners])
        if hire.card == "thief":
            return gains[state.slots[MARKET_INDEX[hire.market or ""] * SLOTS + (hire.slot or 0)]]
        if hire.card == "steward":
            return 4.0 + 2.0 * self.judge.youth
        if hire.card == "priest":
            kind = KIND_INDEX[hire.kind or ""]
            mine = KINDS_HELD[state.held[seat]] >> kind & 1
            owners = sum([KINDS_HELD[held] >> kind & 1 for held in state.held])
            return (0.5 + 0.3 * mine) * (owners - mine) * self.judge.rows[kind][owners]
        return float(level)


class SearcherBot(Bot):
    """Plays the most promising actions out."""

    settings = SETTINGS

    def decide(self, turn: Turn[NefertitiView]) -> Action:
        """Gives the action whose playouts ended best."""
        judge = Judge(turn.view, self.settings)
        thumb = Thumb(judge)
        first = self.game.imagine(turn.view, self.stream)
        weights = thumb.weigh[turn.kind](first, self.seat, turn.legal)
        order = sorted(range(len(turn.legal)), key=lambda index: -weights[index])
        index = self.search(turn, judge, thumb, first, order[: self.settings.candidates])
        return turn.legal[index]

    def search(self, turn: Turn[NefertitiView], judge: Judge, thumb: Thumb, first: State, candidates: list[int]) -> int:
        """Halves the candidates, given best first, until one is left."""
        states = [first]
        sums = dict.fromkeys(candidates, 0.0)
        done = 0
        target = max(1, self.settings.playouts // 4)
        while len(candidates) > 1:
            for number in range(done, target):
                if number == len(states):
                    states.append(self.game.imagine(turn.view, self.stream))
                for index in candidates:
                    sums[index] += self.playout(states[number].copy(), turn.legal[index], judge, thumb)
            done = target
            target *= 2
            candidates.sort(key=lambda index: -sums[index])
            del candidates[(len(candidates) + 1) // 2 :]
        turn.note(f"{turn.legal[candidates[0]]}: {sums[candidates[0]] / max(1, done):+.1f}")
        return candidates[0]

    def playout(self, state: State, action: Action, judge: Judge, thumb: Thumb) -> float:
        """Plays on after an action and says how far ahead of the others I am then."""
        game, noise, draw = self.game, self.settings.noise, self.random.random
        game.advance(state, {self.seat: action})
        last_turn = state.turn + self.settings.rounds * self.seats
        while state.pending is not None and state.turn < last_turn:
            game.advance(state, thumb.quick(state, noise, draw))
        found = judge.standing(state)
        mine = found[self.seat]
        return mine - (sum(found) - mine) / (self.seats - 1)


if __name__ == "__main__":
    run(SearcherBot)
