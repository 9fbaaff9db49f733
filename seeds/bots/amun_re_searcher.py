"""Plays Amun-Re by looking ahead: it plans its shopping by trying all numbers, and plays offerings out many times.

How it thinks, from the top down:

1. `plan`: the best shopping with so much gold. Purchases follow it, and a bid is worth what the plan would bring with
   the province and the gold that is left: the cheapest bid on the province that leaves me best.
2. `search`: an offering and what follows from it is played on from imagined states, in which what the others hold is
   dealt anew, to the end of the round. Half of the candidates go on to the next stage, with more playouts, until one
   is left. In a playout everybody follows quick rules of thumb (`Thumb`).
3. `standing`: where a round has ended, each seat has its points, and what its gold, provinces, farmers and cards will
   bring. After the rounds with a scoring much of it is counted exactly. What matters is how far I am ahead.

It counts its playouts and never looks at the clock: the same question gives the same answer on a slow machine and on
a fast one, so a match that is played again goes the same way. A file settings.json beside it changes its style, see
`Settings`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import msgspec

from arena.flow import OVER
from arena.game import Action
from arena.games.amun_re import board as cards
from arena.games.amun_re.actions import GOOD_CARD, GOOD_STONE, STEAL, Bid, Builder, BuyCards, FreeFarmer, Offer
from arena.games.amun_re.actions import OFFER as OFFERS
from arena.games.amun_re.board import (
    AFFORD,
    BANKS,
    BONUS_POINTS,
    CARD_LIMIT,
    FIELDS,
    FREE_GOLD,
    GOODS,
    KINGDOM,
    PRICES,
    PROVINCE_INDEX,
    ROUNDS,
    STONES_FOR_BUILDER,
    STONES_IN_PYRAMID,
    TABLE,
    TEMPLES,
    THEFT,
)
from arena.games.amun_re.hands import ANY, BUILDERS
from arena.games.amun_re.state import State
from arena.games.amun_re.view import AmunReView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. Amounts are in points unless the name says otherwise.

    candidates: how many actions are looked at closely.  playouts: how many the last two of them get each; a decision
    takes about half of candidates times playouts.  thrift: how much it thinks of gold that it keeps.  level: the temple
    level that it expects.  card, temple: what each is worth.  bank: what the lead on a bank is worth.  set: what
    a set of pyramids is worth.  top: gold with which it hopes to be the highest giver.
    rivalry: how much a point counts that the others have.
    """

    candidates: int = 12
    playouts: int = 64
    thrift: float = 1.5
    level: float = 3.0
    card: float = 0.7
    temple: float = 3.3
    bank: float = 5.5
    set: float = 2.8
    top: float = 7.0
    rivalry: float = 0.7


SETTINGS = read_settings(Settings, __file__)

Menu: TypeAlias = tuple[Any, ...]

BANK = tuple([BANKS.index(province.bank) for province in TABLE])


@cache
def hopes(own: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """Gives the bonus cards, Peasants aside, that may still be played with these provinces, and how likely that is."""
    lands, missing = [TABLE[province] for province in own], KINGDOM - len(own)
    limits = sum([land.cards for land in lands])
    found = {
        cards.BANK: len({land.bank for land in lands}) < 2,
        cards.REGION: len({land.half for land in lands}) < 2,
        cards.NILE: all([land.nile for land in lands]),
        cards.DESERT: not any([land.nile for land in lands]),
        cards.SCRIBES: limits + 2 * missing >= cards.SCRIBES_LIMITS,
    }
    return tuple([(card, 0.5**missing) for card, holds in found.items() if holds])


class Plan(NamedTuple):
    """Is the best shopping: what I would have then, how many of each, and for which places of `own` the stones are."""

    value: float
    cards: int
    farmers: int
    stones: tuple[int, ...]


class Judge:
    """Knows what things are worth in one round."""

    def __init__(self, view: AmunReView, settings: Settings) -> None:
        self.seats = view.seats
        self.settings = settings
        self.round = view.round
        self.rounds = ROUNDS - view.round
        self.harvests = KINGDOM - (view.round - 1) % KINGDOM

    def gold(self, gold: float, rounds: int) -> float:
        """Says what gold is worth that is kept for so many rounds: n stones cost about n²/2."""
        if not rounds:
            return 0.15 * gold
        return self.settings.thrift * sqrt(2 * (gold + 4 * rounds) * rounds)

    def rate(self, gold: int) -> float:
        """Says what one more piece of gold is worth."""
        return self.gold(gold + 5, self.rounds) - self.gold(gold + 4, self.rounds)

    def with_offer(self, gold: int) -> float:
        """Says what gold is worth that is left for the offering and for later."""
        settings = self.settings
        best = self.gold(gold + THEFT, self.rounds)
        for offer in range(1, min(gold, int(settings.top)) + 1):
            goods = 1 + (GOODS[0] - 1) * offer / settings.top
            best = max(best, goods * settings.card + self.gold(gold - offer, self.rounds))
        return best

    def income(self, state: State, own: tuple[int, ...]) -> float:
        """Says what provinces with their farmers bring in a round."""
        value = 0.0
        for province in own:
            value += (state.farmers[province] + state.extra[province]) * self.settings.level
            value += TABLE[province].income + TABLE[province].camel / 2  # camels come every other time
        return value

    def rivals(self, state: State, seat: int) -> tuple[int, int]:
        """Gives the tallest pile that another seat has on each bank."""
        best = [0, 0]
        for other, own in enumerate(state.own):
            if other != seat:
                for province in own:
                    pile = STONES_IN_PYRAMID * state.pyramids[province] + state.stones[province]
                    best[BANK[province]] = max(best[BANK[province]], pile)
        return best[0], best[1]

    def buildings(self, own: tuple[int, ...], piles: list[int], rivals: tuple[int, int], harvests: int) -> float:
        """Says what pyramids, sets and the lead on a bank will bring at the end of the kingdom."""
        heights = [pile // STONES_IN_PYRAMID if harvests == 1 else pile / STONES_IN_PYRAMID for pile in piles]
        value = sum(heights) + self.settings.set * min(heights) * len(own) / KINGDOM + 0.02 * sum(piles)
        best = [0, 0]
        for province, pile in zip(own, piles, strict=True):
            best[BANK[province]] = max(best[BANK[province]], pile)
        for mine, rival in zip(best, rivals, strict=True):
            if mine >= STONES_IN_PYRAMID:
                value += self.settings.bank * min(1.0, max(0.0, 0.5 + (mine - rival) / (6 * harvests)))
        return value

    def plan(
        self, state: State, seat: int, own: tuple[int, ...], gold: int, *, cards: bool = True, farmers: bool = True
    ) -> Plan:
        """Finds the best shopping for gold; cards, farmers: whether there is still time to buy them.

        Pieces that an open purchase has placed are not paid yet: they raise the price.
        """
        settings, rate = self.settings, self.rate(gold)
        per_farmer = settings.level * self.harvests * rate
        open_farmers, open_stones = (state.bought, 0) if farmers else (0, state.bought)
        free = sum([FIELDS[p] - state.farmers[p] for p in own[state.at if not cards else 0 :]]) if farmers else 0
        limit = max([CARD_LIMIT[province] for province in own]) if cards else 0
        order, stones = self.stone_plan(state, seat, own, 0 if farmers else state.at, AFFORD[gold])
        worth = [self.with_offer(rest) for rest in range(gold + 1)]
        later = [self.later(own, fields, rate) for fields in range(free + 1)]
        best, found = -1e9, (0, 0, 0)
        for bought in range(limit + 1):
            for settling in range(free + 1):
                left = gold - PRICES[bought] - PRICES[open_farmers + settling]
                if left < 0:
                    break
                value = bought * settings.card + settling * per_farmer + later[free - settling]
                for count, stone_value in enumerate(stones):
                    rest = left - PRICES[open_stones + count]
                    if rest < 0:
                        break
                    total = value + stone_value + worth[rest]
                    if total > best:
                        best, found = total, (bought, settling, count)
        best += self.income(state, own) * self.harvests * rate
        hand = state.hands[seat]
        best += BONUS_POINTS * sum([chance for card, chance in hopes(own) if hand & ANY[card]])
        best += sum([TEMPLES[province] for province in own]) * settings.temple
        return Plan(best, found[0], found[1], tuple(order[: found[2]]))

    def later(self, own: tuple[int, ...], free: int, rate: float) -> float:
        """Says what cards and farmers bring more than they cost, if they are bought in later rounds of the kingdom."""
        limit = max([CARD_LIMIT[province] for province in own])
        value = 0.0
        for harvests in range(self.harvests - 1, 0, -1):
            value += sum([max(0.0, self.settings.card - number * rate) for number in range(1, limit + 1)])
            gains = [self.settings.level * harvests - number for number in range(1, free + 1)]
            gains = [gain for gain in gains if gain > 0]
            value += sum(gains) * rate
            free -= len(gains)
        return value

    def stone_plan(
        self, state: State, seat: int, own: tuple[int, ...], first: int, most: int
    ) -> tuple[list[int], list[float]]:
        """Gives the order in which stones go to places of `own`, best pyramids first, and what each number is worth."""
        piles = [STONES_IN_PYRAMID * state.pyramids[province] + state.stones[province] for province in own]
        rivals, harvests = self.rivals(state, seat), self.harvests
        has_builder = state.hands[seat] & BUILDERS and not state.used[seat] >> cards.BUILDER & 1
        order: list[int] = []
        values = [self.buildings(own, piles, rivals, harvests)]
        while len(order) < most and first < len(own):
            best, place, need = -1e9, first, 1
            for here in range(first, len(own)):
                missing = STONES_IN_PYRAMID - piles[here] % STONES_IN_PYRAMID
                piles[here] += missing
                gain = self.buildings(own, piles, rivals, harvests) / missing - values[-1] / missing
                piles[here] -= missing
                if gain > best:
                    best, place, need = gain, here, missing
            for _ in range(min(need, most - len(order))):
                piles[place] += 1
                order.append(place)
                values.append(self.buildings(own, piles, rivals, harvests))
        if has_builder:  # two stones and the card are a pyramid too
            values = [
                max(value + 0.6, next_value) if count >= STONES_FOR_BUILDER else value + 0.6
                for count, (value, next_value) in enumerate(zip(values, [*values[1:], values[-1]], strict=True))
            ]
        return order, values

    def prospect(self, state: State, seat: int, bid: Bid) -> float:
        """Says what a seat would have with the province that it bids for; it sells cards where gold is short."""
        province = PROVINCE_INDEX[bid.province]
        gold = state.gold[seat] - bid.price
        cards = len(state.lying[state.offered.index(province)]) - len(bid.cards) + min(0, gold)
        plan = self.plan(state, seat, (*state.own[seat], province), max(0, gold) + FREE_GOLD[province])
        return plan.value + cards * self.settings.card

    def building(self, state: State, seat: int, action: Action) -> float:
        """Says what a Master Builder in a province is worth, or the card if it is kept."""
        own = state.own[seat]
        piles = [STONES_IN_PYRAMID * state.pyramids[province] + state.stones[province] for province in own]
        if isinstance(action, Builder):
            piles[own.index(PROVINCE_INDEX[action.province])] += 1
            return self.buildings(own, piles, self.rivals(state, seat), self.harvests)
        kept = self.settings.card if self.rounds else 0.0
        return self.buildings(own, piles, self.rivals(state, seat), self.harvests) + kept

    def standing(self, state: State, seat: int) -> float:
        """Says how a seat stands when a round is over, in points."""
        value = float(state.points[seat])
        if state.phase == OVER:
            return value
        own, gold, harvests = state.own[seat], state.gold[seat], self.harvests - 1 or KINGDOM
        value += self.gold(gold, self.rounds) + state.sizes[seat] * self.settings.card
        if own:
            piles = [STONES_IN_PYRAMID * state.pyramids[province] + state.stones[province] for province in own]
            value += self.buildings(own, piles, self.rivals(state, seat), harvests)
            value += self.income(state, own) * harvests * self.rate(gold)
            value += sum([TEMPLES[province] for province in own]) * self.settings.temple
        return value


class Thumb:
    """Is the quick rules of thumb by which playouts go, from the offering to the end of the round."""

    def __init__(self, draw: Callable[[], float]) -> None:
        self.draw = draw
        self.choose: dict[str, Callable[[State, int, Menu], Action]] = {
            "offer": self.offer,
            "goods": self.goods,
            "harvest": self.last,
            "bonus": self.first,
        }

    def choices(self, state: State) -> dict[int, Action]:
        """Chooses for all seats that are asked."""
        decision = state.pending
        assert decision is not None
        choose = self.choose[decision.kind]
        return {seat: choose(state, seat, legal) for seat, legal in decision.legal.items()}

    def first(self, state: State, seat: int, legal: Menu) -> Action:
        """Takes the first."""
        action: Action = legal[0]
        return action

    def last(self, state: State, seat: int, legal: Menu) -> Action:
        """Takes the last: all cards that help in a harvest."""
        action: Action = legal[-1]
        return action

    def offer(self, state: State, seat: int, legal: Menu) -> Action:
        """Offers anything from 1 to a dozen, small amounts more often."""
        draw = self.draw
        amount = min(state.gold[seat], 1 + int(12 * draw() * draw()))
        return OFFERS[amount - 1] if amount > 0 and draw() > 0.1 else STEAL

    def goods(self, state: State, seat: int, legal: Menu) -> Action:
        """Picks the stone that makes a pyramid, else a card, else a stone."""
        for province in state.own[seat]:
            if state.stones[province] == STONES_IN_PYRAMID - 1:
                return GOOD_STONE[province]
        return GOOD_CARD if legal[0] is GOOD_CARD else GOOD_STONE[state.own[seat][0]]


class SearcherBot(Bot):
    """Plans bids and purchases, and plays offerings out."""

    settings = SETTINGS

    def decide(self, turn: Turn[AmunReView]) -> Action:
        """Gives what is planned, or the action whose playouts ended best."""
        judge, legal, seat = Judge(turn.view, self.settings), turn.legal, self.seat
        state: State = self.game.imagine(turn.view, self.stream)
        own, gold = state.own[seat], state.gold[seat]
        if turn.kind == "bid":
            cheapest: dict[tuple[str, int], Bid] = {}
            for bid in legal:
                assert isinstance(bid, Bid)
                cheapest.setdefault((bid.province, len(bid.cards)), bid)
            return max(cheapest.values(), key=lambda bid: judge.prospect(state, seat, bid))
        if turn.kind == "buy_cards":
            buys = [action for action in legal if isinstance(action, BuyCards)]  # fewer when few cards are left
            return buys[min(len(buys) - 1, judge.plan(state, seat, own, gold).cards)]
        if turn.kind == "farmers":
            return legal[min(len(legal) - 1, judge.plan(state, seat, own, gold, cards=False).farmers)]
        if turn.kind == "stones":
            return legal[judge.plan(state, seat, own, gold, cards=False, farmers=False).stones.count(state.at)]
        if turn.kind == "use_cards":  # a Free Farmer waits for the next kingdom where this one has but one harvest
            is_time = judge.harvests > 1 or not judge.rounds
            return next((action for action in legal if is_time and isinstance(action, FreeFarmer)), legal[0])
        if turn.kind == "builder":
            return max(legal, key=lambda action: judge.building(state, seat, action))
        if turn.kind in ("bonus", "pay_sell"):
            return legal[0]
        return self.search(turn, judge, state, self.candidates(turn))

    def candidates(self, turn: Turn[AmunReView]) -> list[Action]:
        """Lists what is worth a closer look: small offers and a theft, every good, every harvest."""
        most = self.settings.candidates
        if turn.kind == "offer":
            plain: list[Action] = [action for action in turn.legal if isinstance(action, Offer) and not action.cards]
            return [turn.legal[-1], *plain[: most - 1]]
        return list(turn.legal[:most])

    def search(self, turn: Turn[AmunReView], judge: Judge, first: State, candidates: list[Action]) -> Action:
        """Halves the candidates until one is left."""
        states = [first]
        thumb = Thumb(self.random.random)
        sums = dict.fromkeys(candidates, 0.0)
        done = 0
        target = max(1, self.settings.playouts // 4)
        while len(candidates) > 1:
            for number in range(done, target):
                if number == len(states):
                    states.append(self.game.imagine(turn.view, self.stream))
                for action in candidates:
                    sums[action] += self.playout(states[number].copy(), action, judge, thumb)
            done = target
            target *= 2
            candidates.sort(key=lambda action: -sums[action])
            del candidates[(len(candidates) + 1) // 2 :]
        turn.note(f"{candidates[0]}: {sums[candidates[0]] / max(1, done):+.1f}")
        return candidates[0]

    def playout(self, state: State, action: Action, judge: Judge, thumb: Thumb) -> float:
        """Plays on after an action, and says how far ahead of the others I am then."""
        game, seat = self.game, self.seat
        decision = state.pending
        assert decision is not None
        choices = thumb.choices(state) if len(decision.legal) > 1 else {}
        choices[seat] = action
        game.advance(state, choices)
        while state.round == judge.round and state.pending is not None:
            game.advance(state, thumb.choices(state))
        return self.lead([judge.standing(state, other) for other in range(self.seats)])

    def lead(self, found: list[float]) -> float:
        """Says how far ahead of the others I am."""
        mine = found[self.seat]
        return mine - self.settings.rivalry * (sum(found) - mine) / (self.seats - 1)


if __name__ == "__main__":
    run(SearcherBot)
