"""Plays Nefertiti by looking ahead: it plays the next few rounds out many times and takes what ended best.

How it thinks, from the top down:

1. `decide`: quick rules of thumb order the legal actions; the best few are candidates.
2. `search`: for each candidate the game is played on from an imagined state (all is known but the order of the draw
   pile) for a few rounds, everybody following the rules of thumb. Half of the candidates go on to the next stage,
   with more playouts, until one is left.
3. `standing`: where a playout stops, each seat has its prestige, what its gifts will probably be worth, and a little
   for seals and money. What counts is how far I am ahead of the others.

It counts its playouts and never looks at the clock: the same question gives the same answer on a slow machine and on
a fast one, so a match that is played again goes the same way. A file settings.json beside it changes its style, see
`Settings`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from arena.game import Action
from arena.games.nefertiti.actions import Buy, ForceClose, Hire
from arena.games.nefertiti.board import (
    CHARACTERS,
    GIFT_INDEX,
    GIFTS,
    KIND_INDEX,
    KIND_OF,
    LAYOUTS,
    LEVELS,
    MARKET_INDEX,
    SEAL_PRESTIGE,
    SLOTS,
    UNITS,
    VALUES,
)
from arena.games.nefertiti.halls import SPACE
from arena.games.nefertiti.scoring import KINDS_HELD
from arena.games.nefertiti.state import NOTHING, State
from arena.games.nefertiti.view import NefertitiView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. Amounts are in points of prestige.

    candidates: how many actions are looked at closely.  playouts: how many each of the last two gets, about; the
    sum over a decision is about `candidates` times the half of it.  rounds: how far a playout goes.
    deben: what 1 Deben is worth while the game is young.  seal: what a seal is worth then (3 at the end).
    crowd: 0..1, how surely a kind finds one more owner by the end.  noise: how freely the players of a playout choose.
    """

    candidates: int = 8
    playouts: int = 8
    rounds: int = 5
    deben: float = 1.2
    seal: float = 5.0
    crowd: float = 0.5
    noise: float = 2.0


SETTINGS = read_settings(Settings, __file__)

CARD_TYPES = len(GIFTS)
SUMS = [sum(price for price in range(13) if spaces >> price & 1) for spaces in range(1 << 13)]
"""The sum of the prices in each set of spaces."""
TOTALS = ([layout.total for layout in LAYOUTS], [layout.full_total for layout in LAYOUTS])


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

    def gains(self, state: State, seat: int) -> list[float]:
        """Says what one more card of each type is worth to a seat."""
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
        self.weigh: dict[str, Callable[[State, int, tuple[Action, ...]], list[float]]] = {
            "hire": self.hire,
            "place": self.place,
            "take": self.take,
            "extra": self.extra,
            "discard": self.discard,
            "other": self.other,
        }

    def place(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
        """Weighs bids by the place they would have when the market closes."""
        if not state.servants[seat]:
            return [self._closing_now(state, seat, action) for action in legal]
        gains = self.judge.gains(state, seat)
        deben = self.judge.deben
        money = state.money[seat]
        weights = []
        market = -1
        for action in legal:
            space = SPACE[action.space]  # type: ignore[attr-defined]
            if space.market != market:
                market = space.market
                hall = space.hall
                occupied = state.occupied[market]
                reserve = state.reserve[market]
                missing = TOTALS[state.full][hall] - SUMS[occupied]
                first = market * SLOTS
                sealed = state.sealed >> market & 1
                display = [gains[gift] for gift in state.slots[first + sealed : first + SLOTS] if gift != NOTHING]
                display.sort(reverse=True)
                seal = gains[state.slots[first]] + self.judge.seal if sealed else 0.0
                top = occupied.bit_length() - 1
            price = space.price
            above = (occupied >> price).bit_count()
            coins = 0 if not reserve else (not occupied) + (space.icon == "c")
            left = missing - price
            highest = top
            hope = 1.0
            if left > 0:  # somebody else closes it, as cheaply as possible
                hope = 0.9 if left <= 8 else 0.75
                if left > price or left > 12:
                    above += 1
                highest = max(top, min(left, 10))
            if not above:
                if money < price:
                    weights.append(-8.0)
                    continue
                pair = sum(display[:1] if space.icon == "s" else display[:2])
                value = max(pair, seal) - price * deben
                if space.icon == "x" and len(display) > 2:
                    value += display[2]
            else:
                value = (reserve - coins + highest) * deben / (1 << above)
                place = above + 1 if not sealed or not display or sum(display[:2]) > seal else above
                if money >= price:
                    rest = display[place - 1] if place <= len(display) else 0.0
                    value = max(value, rest - price * deben)
            weights.append(hope * value + coins * deben)
        return weights

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

    def take(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
        """Weighs what the highest bidder may take."""
        gains, market = self.judge.gains(state, seat), state.closing
        return [sum([self._slot(state, gains, market, slot) for slot in action.slots]) for action in legal]  # type: ignore[attr-defined]

    def extra(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
        """Weighs the extra gift."""
        gains, market = self.judge.gains(state, seat), state.closing
        return [
            self._slot(state, gains, market, action.slot) if action.slot is not None else -1.0  # type: ignore[attr-defined]
            for action in legal
        ]

    def discard(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
        """Weighs what to give up."""
        gains = self.judge.gains(state, seat)
        return [-gains[GIFT_INDEX[action.gift]] for action in legal]  # type: ignore[attr-defined]

    def other(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
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

    def hire(self, state: State, seat: int, legal: tuple[Action, ...]) -> list[float]:
        """Weighs characters against keeping the seal."""
        gains = self.judge.gains(state, seat)
        return [
            self._character(state, seat, gains, action) if isinstance(action, Hire) else self.judge.seal
            for action in legal
        ]

    def _character(self, state: State, seat: int, gains: list[float], hire: Hire) -> float:
        card = CHARACTERS.index(hire.card)
        level = LEVELS[card][-state.piles[card]]
        if hire.card == "scribe":
            kind = KIND_INDEX[hire.kind or ""]
            owners = sum([KINDS_HELD[held] >> kind & 1 for held in state.held])
            units = sum([state.hands[seat * CARD_TYPES + g] * UNITS[g] for g, k in enumerate(KIND_OF) if k == kind])
            return level + units * (VALUES[kind][owners] - self.judge.rows[kind][owners])
        if hire.card == "thief":
            return gains[state.slots[MARKET_INDEX[hire.market or ""] * SLOTS + (hire.slot or 0)]]
        if hire.card == "merchant":
            return gains[GIFT_INDEX[hire.get or ""]] - gains[GIFT_INDEX[hire.give or ""]]
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
        game, weigh, noise, draw = self.game, thumb.weigh, self.settings.noise, self.random.random
        game.advance(state, {self.seat: action})
        last_turn = state.turn + self.settings.rounds * self.seats
        while (decision := state.pending) is not None and state.turn < last_turn:
            for seat, legal in decision.legal.items():
                weights = weigh[decision.kind](state, seat, legal)
                if noise:
                    weights = [weight + noise * draw() for weight in weights]
                game.advance(state, {seat: legal[weights.index(max(weights))]})
        found = judge.standing(state)
        mine = found[self.seat]
        return mine - (sum(found) - mine) / (self.seats - 1)


if __name__ == "__main__":
    run(SearcherBot)
