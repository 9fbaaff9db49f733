"""Plays Amun-Re by planning: it tries all ways to shop, and weighs offers against many possible offers of the others.

How it thinks, from the bottom up:

1. `Judge.keep`: gold is worth the stones that it will still buy, and in the last round its place among the others'.
2. `Judge.built`, `chance`, `worth`: pyramids, sets and the lead on a bank, bonus cards, and any other power card.
3. `Judge.plan`: the best shopping with so much gold, found by trying all numbers of cards, farmers and stones.
4. `Judge.prospect`: a bid is worth what the plan brings with that province and the gold that its price leaves. The bot
   bids as little as it can where it stands best, and goes elsewhere when the price has eaten the difference.
5. `Judge.lead`: how far ahead it is after an offering and the harvest. What the others hold and offer is imagined many
   times, and the offer that does best on average is made.

It counts its samples and never looks at the clock: the same question gives the same answer on a slow machine and on a
fast one, so a match that is played again goes the same way. A file settings.json beside it changes its style.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from operator import itemgetter
from typing import NamedTuple

import msgspec

from arena.game import Action
from arena.games.amun_re import board, scoring
from arena.games.amun_re.actions import Bid, BuyCards, FreeFarmer, Good, Harvest, Offer, Sell
from arena.games.amun_re.hands import cards_in
from arena.games.amun_re.state import OFFER, PAY, State
from arena.games.amun_re.view import AmunReView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. Amounts are in points unless the name says otherwise.

    samples: how many cases an offer is tried in.  levels: the temple level that it expects in each round.  thrift: how
    much it thinks of gold that it keeps.  card: 0..1, how far it trusts the reckoned worth of a card.  temple, bank,
    set: what a temple, the lead on a bank and a set of pyramids are worth at the end of a kingdom.  finish: 0..1, how
    surely a stone that is missing comes from the last offering.  top: gold with which it hopes to be the highest giver.
    theft: 0..1, how often it expects others to steal.  most: gold that it expects others to offer at most.  rivalry:
    how much a point counts that the others have.
    """

    samples: int = 32
    levels: tuple[float, float, float, float, float, float] = (1.9, 2.1, 2.8, 2.8, 2.8, 3.0)
    thrift: float = 1.8
    card: float = 0.8
    temple: float = 3.3
    bank: float = 6.5
    set: float = 3.0
    finish: float = 0.6
    top: float = 7.0
    theft: float = 0.2
    most: float = 12.0
    rivalry: float = 0.5


SETTINGS = read_settings(Settings, __file__)

PILE = board.STONES_IN_PYRAMID


@cache
def met(own: tuple[int, ...]) -> dict[str, float]:
    """Says how likely these provinces will meet the condition of each bonus card, Peasants aside."""
    lands, missing = [board.TABLE[province] for province in own], board.KINGDOM - len(own)
    holds = {
        "bank": len({land.bank for land in lands}) < 2,
        "region": len({land.half for land in lands}) < 2,
        "nile": all([land.nile for land in lands]),
        "desert": not any([land.nile for land in lands]),
        "scribes": sum([land.cards for land in lands]) + 2 * missing >= board.SCRIBES_LIMITS,
    }
    return {card: held * 0.5**missing for card, held in holds.items()}


@cache
def printed(own: tuple[int, ...], level: float) -> float:
    """Says what provinces pay by themselves at a temple level; between the levels camels come by chance."""
    camels = min(1.0, max(0.0, board.CAMEL_LEVEL + 1 - level))
    return sum([board.TABLE[province].income + board.TABLE[province].camel * camels for province in own])


class Plan(NamedTuple):
    """Is the best shopping: what I would have then, how many of each, and for which places of `own` the stones are."""

    value: float
    cards: int
    farmers: int
    stones: tuple[int, ...]


class Judge:
    """Knows what things are worth to a seat in a state."""

    def __init__(self, state: State, me: int, settings: Settings) -> None:
        self.state, self.me, self.settings = state, me, settings
        self.own, self.gold = state.own[me], state.gold[me]
        self.hand = [board.CARDS[kind] for kind in cards_in(state.hands[me])]
        self.harvests = board.KINGDOM - (state.round - 1) % board.KINGDOM
        """Harvests to come in this kingdom."""
        self.rounds = board.ROUNDS - state.round
        """Rounds after this one."""
        self.levels = list(settings.levels[state.round - 1 :][: self.harvests])
        """Of the temple in each of these harvests; this round's is known after the offering."""
        if state.phase > OFFER:
            self.levels[0] = float(state.level)
        others = [province for seat, own in enumerate(state.own) if seat != me for province in own]
        self.rivals = self._tallest(others, self.piles(others))
        """The tallest pile of the others on each bank."""
        self.ends = [self._end(seat) for seat in range(state.seats) if seat != me]
        """With how much gold the others end this round, more or less."""
        self.keep = cache(self._keep)
        self.rate = self.keep(self.gold + 5) - self.keep(self.gold + 4)
        """What one more piece of gold is worth."""
        self.draw = self._draw()
        """What a card from the deck is worth."""

    def _keep(self, gold: int) -> float:
        """Says what gold is worth that is kept after this round: n stones cost about n²/2, each a third of two points.

        In the last round it is the place among all seats' gold that counts.
        """
        if self.rounds:
            return self.settings.thrift * sqrt(2 * (gold + 4 * self.rounds) * self.rounds)
        ahead = sum([min(1.0, max(0.0, 0.5 + (other - gold) / 16)) for other in self.ends])
        most, second, _ = board.GOLD_POINTS
        return max(0.0, most - ahead * (most - second)) + gold / 100

    def _end(self, seat: int) -> float:
        """Guesses with how much gold another seat ends this round; it spends most in the shop, and offers some."""
        state, own = self.state, self.state.own[seat]
        gold = state.gold[seat] + state.sizes[seat]
        turns = [(one - state.pharaoh) % state.seats for one in (seat, state.active)]
        if state.phase < OFFER and (state.phase <= PAY or turns[0] > turns[1]):
            gold //= 4
        elif state.phase <= OFFER:
            gold = max(0, gold - 4)
        return gold + self.farmers(own) * self.levels[0] + printed(own, self.levels[0])

    def with_offer(self, gold: int, income: int) -> float:
        """Says what gold is worth that is left for the offering and for later, with the harvest that follows."""
        top = self.settings.top
        best = self.keep(gold + board.THEFT + income)
        for offer in range(1, min(gold, int(top)) + 1):
            goods = 1 + (board.GOODS[0] - 1) * offer / top
            best = max(best, goods * max(self.draw, 0.6) + self.keep(gold - offer + income))
        return best

    def farmers(self, own: Sequence[int]) -> int:
        """Counts the farmers in provinces."""
        return sum([self.state.farmers[province] + self.state.extra[province] for province in own])

    def piles(self, own: Sequence[int]) -> list[int]:
        """Gives for each province all its stones, those in pyramids too."""
        return [PILE * self.state.pyramids[province] + self.state.stones[province] for province in own]

    def _tallest(self, own: Sequence[int], piles: Sequence[int]) -> tuple[int, ...]:
        """Gives the tallest of these piles on each bank."""
        on = [(board.TABLE[province].bank, pile) for province, pile in zip(own, piles, strict=True)]
        return tuple([max([pile for bank, pile in on if bank == one], default=0) for one in board.BANKS])

    def built(self, own: tuple[int, ...], piles: list[int]) -> float:
        """Says what pyramids, sets and the lead on a bank will bring at the end of the kingdom.

        The offering of its last round may still bring a stone that is missing.
        """
        value = self._standing(own, piles)
        if self.harvests > 1 or self.state.phase > OFFER:
            return value
        return value + self.settings.finish * (self._with_stone(own, piles, PILE - 1) - value)

    def _standing(self, own: tuple[int, ...], piles: list[int]) -> float:
        heights = [pile // PILE if self.harvests == 1 else pile / PILE for pile in piles]
        value = sum(heights) + self.settings.set * min(heights) * len(own) / board.KINGDOM + 0.02 * sum(piles)
        for mine, rival in zip(self._tallest(own, piles), self.rivals, strict=True):
            if mine >= PILE:
                value += self.settings.bank * min(1.0, max(0.0, 0.5 + (mine - rival) / (6 * self.harvests)))
        return value

    def _with_stone(self, own: tuple[int, ...], piles: list[int], least: int) -> float:
        """Says what buildings are worth with one stone more, where at least so many lie beside the pyramids."""
        best = self._standing(own, piles)
        for place, province in enumerate(own):
            if piles[place] - PILE * self.state.pyramids[province] >= least:
                piles[place] += 1
                best = max(best, self._standing(own, piles))
                piles[place] -= 1
        return best

    def with_builder(self, own: tuple[int, ...], piles: list[int]) -> float:
        """Says what buildings are worth if I may use a Master Builder or keep it."""
        kept = self.built(own, piles) + (self.worth("builder") if self.rounds else 0.0)
        return max(kept, self._with_stone(own, piles, board.STONES_FOR_BUILDER))

    def after_builder(self, name: str | None) -> float:
        """Says what my buildings are worth after a Master Builder in a province, or if I keep the card."""
        piles = self.piles(self.own)
        if name is not None:
            piles[self.own.index(board.PROVINCE_INDEX[name])] += 1
        return self.built(self.own, piles) + (self.worth("builder") if self.rounds and name is None else 0.0)

    def chance(self, card: str, own: tuple[int, ...], farmers: int) -> float:
        """Says how likely a bonus card can be played at the end of this kingdom; 0 for any other card."""
        if card != "peasants":
            return met(own).get(card, 0.0)
        return float(farmers >= board.PEASANTS_FARMERS) if self.harvests == 1 else min(0.7, farmers / 12)

    def worth(self, card: str) -> float:
        """Says what a power card in my hand is worth, all its uses to come considered."""
        if card in ("blockade", "rebid"):
            return 0.4 * (self.rounds > 0)
        if card == "free_farmer":
            return self.levels[0] * self.rate * (board.KINGDOM if self.rounds >= board.KINGDOM else self.harvests)
        others = {"builder": 0.7, "gold8": board.GOLD_CARD * self.rate, "harvest": 5 * self.rate}
        if card in others:
            return others[card]
        now = self.chance(card, self.own, self.farmers(self.own))
        return board.BONUS_POINTS * max(now, 0.25 if self.rounds >= board.KINGDOM else 0.0)

    def _draw(self) -> float:
        unseen = list(board.COPIES)
        for kind in (*cards_in(self.state.discards), *cards_in(self.state.hands[self.me])):
            unseen[kind] -= 1
        total = sum([count * self.worth(card) for card, count in zip(board.CARDS, unseen, strict=True)])
        return self.settings.card * total / max(1, sum(unseen))

    # Shopping.

    def plan(self, own: tuple[int, ...], gold: int, *, cards: bool = True, farmers: bool = True) -> Plan:
        """Finds the best shopping for gold; cards, farmers: whether there is still time to buy them.

        Pieces that an open purchase has placed are not paid yet: they raise the price.
        """
        state = self.state
        open_farmers, open_stones = (state.bought, 0) if farmers else (0, state.bought)
        settled = self.farmers(own)
        free = sum([board.FIELDS[p] - state.farmers[p] for p in own[0 if cards else state.at :]]) if farmers else 0
        limit = max([board.CARD_LIMIT[province] for province in own]) if cards else 0
        order, stones = self.stone_plan(own, 0 if farmers else state.at, board.AFFORD[gold])
        best, found = -1e9, (0, 0, 0)
        for settling in range(min(free, board.AFFORD[gold]) + 1):
            income = int((settled + settling) * self.levels[0] + printed(own, self.levels[0]))
            worth = [self.with_offer(rest, income) for rest in range(gold + 1)]
            farms = self._next_harvests(own, settled + settling) + self._next_shopping(limit, free - settling)
            for bought in range(limit + 1):
                left = gold - board.PRICES[bought] - board.PRICES[open_farmers + settling]
                for count, stone_value in enumerate(stones):
                    rest = left - board.PRICES[open_stones + count]
                    if rest < 0:
                        break
                    total = farms + bought * self.draw + stone_value + worth[rest]
                    if total > best:
                        best, found = total, (bought, settling, count)
        bought, settling, count = found
        return Plan(best, bought, settling, tuple(order[:count]))

    def _next_harvests(self, own: tuple[int, ...], farmers: int) -> float:
        """Says what provinces and farmers bring after this round until the end of the kingdom."""
        harvests = sum([farmers * level + printed(own, level) for level in self.levels[1:]])
        bonuses = sum([self.chance(card, own, farmers) for card in set(self.hand)])
        return self.rate * harvests + board.BONUS_POINTS * bonuses

    def _next_shopping(self, limit: int, free: int) -> float:
        """Says what cards and farmers bring more than they cost, if they are bought in later rounds of the kingdom."""
        value = 0.0
        for harvest in range(1, self.harvests):
            value += sum([max(0.0, self.draw - number * self.rate) for number in range(1, limit + 1)])
            levels = sum(self.levels[harvest:])
            gains = [levels - number for number in range(1, free + 1) if number < levels]
            value += sum(gains) * self.rate
            free -= len(gains)
        return value

    def stone_plan(self, own: tuple[int, ...], first: int, most: int) -> tuple[list[int], list[float]]:
        """Gives the order in which stones go to places of `own`, and the worth of each number.

        Pyramids are finished one after the other, the one first that brings most for each of its stones.
        """
        piles = self.piles(own)
        has_builder = "builder" in self.hand and not self.state.used[self.me] >> board.CARDS.index("builder") & 1
        value = self.with_builder if has_builder else self.built
        order: list[int] = []
        values = [value(own, piles)]
        while len(order) < most and first < len(own):
            now = self.built(own, piles)
            gains = []
            for place in range(first, len(own)):
                need = PILE - piles[place] % PILE
                piles[place] += need
                gains.append(((self.built(own, piles) - now) / need, need, place))
                piles[place] -= need
            _, need, place = max(gains, key=itemgetter(0))
            for _ in range(min(need, most - len(order))):
                piles[place] += 1
                order.append(place)
                values.append(value(own, piles))
        return order, values

    def prospect(self, bid: Bid) -> float:
        """Says what I would have with a province at a price; cards are sold where gold is short."""
        province = board.PROVINCE_INDEX[bid.province]
        own, gold = (*self.own, province), self.gold - bid.price
        cards = len(self.state.lying[self.state.offered.index(province)]) + min(0, gold)
        temples = sum([board.TEMPLES[one] for one in own]) * self.settings.temple
        played = sum([self.worth(card) for card in bid.cards])
        return self.plan(own, max(0, gold) + board.FREE_GOLD[province]).value + temples + cards * self.draw - played

    def picks(self, number: int) -> tuple[float, Good]:
        """Says what so many goods of the offering are worth, and which one to pick first."""
        order, stones = self.stone_plan(self.own, 0, number)
        fields = [province for province in self.own if self.state.farmers[province] < board.FIELDS[province]]
        farmer = sum(self.levels) * self.rate if fields else 0.0
        values = [stones[count] - stones[0] + (number - count) * max(farmer, self.draw) for count in range(number + 1)]
        if max(values) > values[0]:
            return max(values), Good("stone", board.PROVINCES[self.own[order[0]]])
        return values[0], Good("farmer", board.PROVINCES[fields[0]]) if farmer > self.draw else Good("card")

    def lead(self, state: State, offers: Sequence[int], goods: Sequence[float]) -> float:
        """Says how far ahead of the others I am after these offers and the harvest; goods: their worth by place."""
        level = 1 + sum([sum(offers) > bound for bound in board.LEVEL_BOUNDS])
        gold, temples = [], []
        for seat, own in enumerate(state.own):
            cards, farmers = cards_in(state.hands[seat]), self.farmers(own)
            harvest = farmers * level + printed(own, level)
            if not self.rounds:
                harvest += len(cards) + farmers * (board.HARVEST in cards) + board.GOLD_CARD * (board.GOLD8 in cards)
            gold.append(int(max(0, state.gold[seat] - offers[seat] + harvest)))
            temples.append(level * sum([board.TEMPLES[province] for province in own]) if self.harvests == 1 else 0)
        kept = [self.keep(amount) for amount in gold] if self.rounds else scoring.gold_points(gold)
        values = [sum(pair) for pair in zip(kept, temples, strict=True)]
        others = (sum(values) - values[self.me]) / (len(values) - 1)
        place = sum([offer >= offers[self.me] for offer in offers]) - 1
        return values[self.me] + (goods[place] if offers[self.me] > 0 else 0.0) - self.settings.rivalry * others


class SearcherBot(Bot):
    """Answers each kind of decision from a plan or from samples."""

    settings = SETTINGS

    def decide(self, turn: Turn[AmunReView]) -> Action:
        """Asks the method that is named like the kind of the decision."""
        state: State = self.game.imagine(turn.view, self.stream)
        action: Action = getattr(self, f"_{turn.kind}")(Judge(state, self.seat, self.settings), turn.legal)
        turn.note(action)
        return action

    def _bid(self, judge: Judge, legal: tuple[Bid, ...]) -> Action:
        """Bids as little as possible where that leaves me best."""
        cheapest: dict[tuple[str, tuple[str, ...]], Bid] = {}
        for bid in legal:
            cheapest.setdefault((bid.province, bid.cards), bid)
        return max(cheapest.values(), key=judge.prospect)

    def _pay_sell(self, judge: Judge, legal: tuple[Sell, ...]) -> Action:
        return min(legal, key=lambda action: judge.worth(action.card))

    def _buy_cards(self, judge: Judge, legal: tuple[BuyCards | Sell, ...]) -> Action:
        """Sells what is worth less than the gold for it, then buys as planned."""
        for action in legal:
            if isinstance(action, Sell) and judge.worth(action.card) < judge.rate / 2:
                return action
        buys = [action for action in legal if isinstance(action, BuyCards)]  # fewer when few cards are left
        return buys[min(len(buys) - 1, judge.plan(judge.own, judge.gold).cards)]

    def _use_cards(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        """Plays a Free Farmer unless the next kingdom has more harvests for it."""
        is_time = judge.harvests > 1 or not judge.rounds
        return next((action for action in legal if is_time and isinstance(action, FreeFarmer)), legal[0])

    def _farmers(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        return legal[min(len(legal) - 1, judge.plan(judge.own, judge.gold, cards=False).farmers)]

    def _stones(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        return legal[judge.plan(judge.own, judge.gold, cards=False, farmers=False).stones.count(judge.state.at)]

    def _builder(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        """Plays a Master Builder where it brings more than the card is worth."""
        return max(reversed(legal), key=lambda action: judge.after_builder(getattr(action, "province", None)))

    def _offer(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        """Tries a theft and every offer of gold alone against imagined hands and offers of the others."""
        goods = [judge.picks(number)[0] for number in (*board.GOODS, *board.GOODS[-1:] * self.seats)]
        plain = [action for action in legal if not (isinstance(action, Offer) and action.cards)]
        sums = dict.fromkeys(plain, 0.0)
        for _ in range(self.settings.samples):
            state = self.game.reshuffle_hidden(judge.state, self.seat, self.stream)
            offers = [self._imagined(gold) for gold in state.gold]
            for action in plain:
                offers[self.seat] = action.amount if isinstance(action, Offer) else -board.THEFT
                sums[action] += judge.lead(state, offers, goods)
        return max(plain, key=sums.__getitem__)

    def _imagined(self, gold: int) -> int:
        """Gives what a seat may offer that has so much gold: small amounts come more often."""
        draw = self.random.random
        if not gold or draw() < self.settings.theft:
            return -board.THEFT
        return min(gold, 1 + int(self.settings.most * draw() * draw()))

    def _goods(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        chosen = judge.picks(judge.state.left)[1]
        return chosen if chosen in legal else legal[-1]  # no card when none is left

    def _harvest(self, judge: Judge, legal: tuple[Harvest, ...]) -> Action:
        """Takes Eight Gold at once; a Rich Harvest waits for five farmers, or for the last harvest."""
        is_ripe = judge.farmers(judge.own) >= 5 or not judge.rounds
        return next(action for action in reversed(legal) if is_ripe or "harvest" not in action.cards)

    def _bonus(self, judge: Judge, legal: tuple[Action, ...]) -> Action:
        return legal[0]


if __name__ == "__main__":
    run(SearcherBot)
