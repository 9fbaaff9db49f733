"""Plays Amun-Re by rules of thumb, from the view alone: it looks at what lies there and never plays anything out.

How it thinks, from the bottom up:

1. `Worth` says what a farmer, a stone, a card and a province are worth in points. Gold is worth `thrift` points.
2. It bids where worth less price is highest, and never more than a share of its gold.
3. In the shop cards, farmers and stones get a share of the gold each, which changes from round to round of a kingdom.
4. It offers the more, the more it has from a high temple: farmers, and temples in the round of a scoring. It steals
   when it waits for camels.

Everything it needs is in the view; it keeps nothing in mind between two decisions. A file settings.json beside it
changes its style, see `Settings`.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from arena.game import Action
from arena.games.amun_re.actions import Bid, BuyCards, Farmers, FreeFarmer, Good, Harvest, Offer, Sell, Steal, Stones
from arena.games.amun_re.board import (
    AFFORD,
    BONUS_POINTS,
    CAMEL_LEVEL,
    GOLD_CARD,
    KINGDOM,
    MAJORITY_POINTS,
    PEASANTS_FARMERS,
    ROUNDS,
    SCRIBES_LIMITS,
    SET_POINTS,
    STONES_FOR_BUILDER,
    STONES_IN_PYRAMID,
    TABLE,
)
from arena.games.amun_re.view import AmunReView
from bots_sdk import Bot, Turn, read_settings, run

LAND = {province.name: province for province in TABLE}
BONUSES = ("bank", "desert", "nile", "peasants", "region", "scribes")
SHARES = ((0.2, 0.5, 0.5), (0.2, 0.4, 0.6), (0.1, 0.1, 0.5), (0.2, 0.5, 0.5), (0.2, 0.4, 0.6), (0.2, 0.1, 1.0))
"""By round: the shares of the gold at hand for cards, then farmers, then stones."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style.

    level: the temple level that it expects.  camels: 0..1, how often it expects camels to come.  thrift: points that a
    piece of gold is worth to it.  card: points that an unknown card is worth.  purse: 0..1, the share of its gold that
    it bids at most.  top: gold that it offers where a temple one level higher would bring it a point; where that brings
    nothing it offers half as much.  whim: 0..1, how often it does just anything.
    """

    level: float = 2.2
    camels: float = 0.7
    thrift: float = 0.35
    card: float = 0.8
    purse: float = 0.5
    top: float = 8.0
    whim: float = 0.0


SETTINGS = read_settings(Settings, __file__)


class Worth:
    """Says what things are worth to a seat just now, in points."""

    def __init__(self, view: AmunReView, me: int, settings: Settings) -> None:
        self.view = view
        self.me = me
        self.settings = settings
        self.player = view.players[me]
        self.own = self.player.provinces
        self.hand = view.hand or {}
        self.seen = {province.id: province for province in view.provinces}
        self.harvests = KINGDOM - (view.round - 1) % KINGDOM
        """Harvests to come in this kingdom."""
        self.is_last = view.round == ROUNDS
        is_set = view.phase in ("goods", "harvest", "scoring") and view.level is not None
        self.level = float(view.level or 0) if is_set else settings.level
        self.camels = float(self.level <= CAMEL_LEVEL) if is_set else settings.camels
        self.gold = settings.thrift
        self.farmers = sum(self.seen[name].farmers + self.seen[name].extra for name in self.own)

    def farmer(self, price: float = 0) -> float:
        """Says what a farmer brings in this kingdom beyond its price."""
        return max(0.0, self.level * self.harvests - price) * self.gold

    def stone(self) -> float:
        """Says what a stone is worth: a third of a pyramid, of its share in a set, and of half a lead on a bank."""
        return (1 + SET_POINTS / KINGDOM + MAJORITY_POINTS / 6) / STONES_IN_PYRAMID

    def bonus(self, card: str, own: tuple[str, ...], farmers: int) -> float:
        """Says what a bonus card promises with these provinces: half as much for each one that is still to come."""
        lands = [LAND[name] for name in own]
        missing = KINGDOM - len(own)
        holds = {
            "bank": len({land.bank for land in lands}) < 2,
            "region": len({land.half for land in lands}) < 2,
            "nile": all(land.nile for land in lands),
            "desert": not any(land.nile for land in lands),
            "peasants": farmers >= PEASANTS_FARMERS * len(own) / KINGDOM,
            "scribes": sum(land.cards for land in lands) >= SCRIBES_LIMITS * len(own) / KINGDOM,
        }
        return BONUS_POINTS * holds[card] * 0.5**missing

    def card(self, card: str) -> float:
        """Says what a power card in the hand is worth."""
        if card in BONUSES:
            later = 0.0 if self.view.round > KINGDOM else BONUS_POINTS / 4
            return max(later, self.bonus(card, self.own, self.farmers))
        return {
            "blockade": self.gold,  # it is sold: this bot never plays one
            "rebid": 0.5,
            "builder": self.stone(),
            "free_farmer": 5 * self.gold,
            "gold8": GOLD_CARD * self.gold,
            "harvest": 6 * self.gold,
        }[card]

    def province(self, name: str) -> float:
        """Says what a province brings until the end of the kingdom, and what lies and stands there."""
        land, seen = LAND[name], self.seen[name]
        gold = land.gold + self.harvests * (land.income + land.camel * self.camels)
        crop = sum(self.farmer(number / self.harvests) for number in range(1, land.fields + 1))  # some in each round
        temples = land.temples * self.level
        cards = seen.cards * self.settings.card + self._market(land.cards)
        farmers = self.farmers + land.fields // 2
        bonuses = sum(self.bonus(card, (*self.own, name), farmers) for card in self.hand if card in BONUSES)
        return gold * self.gold + crop + temples + cards + bonuses + self._buildings(name)

    def _market(self, limit: int) -> float:
        """Says what a card limit brings above the best one that I have: only the highest of them counts."""
        best = max((LAND[name].cards for name in self.own), default=0)
        gains = [self.settings.card - number * self.gold for number in range(best + 1, limit + 1)]
        return self.harvests * sum(gain for gain in gains if gain > 0)

    def _buildings(self, name: str) -> float:
        """Says what stands in a province: pyramids, as many of them in sets as mine can match, and a lead on a bank."""
        seen = self.seen[name]
        mates = min((self.seen[mine].pyramids for mine in self.own), default=1) + 1
        value = seen.pyramids + SET_POINTS / KINGDOM * min(seen.pyramids, mates) + seen.stones * self.stone()
        highest = max(other.pyramids for other in self.seen.values() if LAND[other.id].bank == LAND[name].bank)
        return value + MAJORITY_POINTS / 2 * (0 < seen.pyramids == highest)

    def sites(self, stones: int) -> Counter[str]:
        """Spreads stones over my provinces, pyramid by pyramid, the lowest first.

        A Master Builder saves the last stone of the first one. What makes no pyramid before a scoring is not bought.
        """
        spread: Counter[str] = Counter()
        heights = {name: (self.seen[name].pyramids, self.seen[name].stones) for name in self.own}
        saved = int("builder" in self.hand and "builder" not in self.player.played)
        while stones > 0:
            site = min(heights, key=lambda name: (heights[name][0], -heights[name][1]))
            pyramids, lying = heights[site]
            need = STONES_IN_PYRAMID - lying - (saved if lying < STONES_FOR_BUILDER else 0)
            if need > stones and self.harvests == 1:
                break
            spread[site] += min(need, stones)
            stones -= need
            saved = 0
            heights[site] = (pyramids + 1, 0)
        return spread


class HeuristicBot(Bot):
    """Answers each kind of decision by a rule of thumb of its own."""

    settings = SETTINGS

    def decide(self, turn: Turn[AmunReView]) -> Action:
        """Asks the method that is named like the kind of the decision."""
        if self.settings.whim and self.random.random() < self.settings.whim:
            return self.random.choice(turn.legal)
        action: Action = getattr(self, f"_{turn.kind}")(Worth(turn.view, self.seat, self.settings), turn.legal)
        turn.note(action)
        return action

    def _bid(self, worth: Worth, legal: tuple[Bid, ...]) -> Action:
        """Bids as little as possible where the province is worth most more than its price."""
        purse = self.settings.purse * worth.player.gold
        within = [bid for bid in legal if bid.price <= purse] or [bid for bid in legal if not bid.price]
        values = {name: worth.province(name) for name in {bid.province for bid in within}}

        def gain(bid: Bid) -> float:
            return values[bid.province] - bid.price * worth.gold - sum(worth.card(card) for card in bid.cards)

        return max(within, key=gain)

    def _pay_sell(self, worth: Worth, legal: tuple[Sell, ...]) -> Action:
        return min(legal, key=lambda action: worth.card(action.card))

    def _buy_cards(self, worth: Worth, legal: tuple[BuyCards | Sell, ...]) -> Action:
        """Buys cards while one is worth more than its price, for a share of the gold."""
        wanted = min(AFFORD[self._share(worth, 0)], int(self.settings.card / worth.gold))
        return [action for action in legal if isinstance(action, BuyCards) and action.count <= wanted][-1]

    def _use_cards(self, worth: Worth, legal: tuple[Action, ...]) -> Action:
        """Plays a Free Farmer unless the next kingdom has more harvests for it."""
        wait = worth.harvests == 1 and not worth.is_last
        return next((action for action in legal if isinstance(action, FreeFarmer) and not wait), legal[0])

    def _farmers(self, worth: Worth, legal: tuple[Farmers, ...]) -> Action:
        """Buys farmers while one brings more than its price, for a share of the gold."""
        wanted = min(AFFORD[self._share(worth, 1)], int(worth.level * worth.harvests))
        placed = worth.view.buying.placed if worth.view.buying is not None else 0
        return legal[max(0, min(len(legal) - 1, wanted - placed))]

    def _stones(self, worth: Worth, legal: tuple[Stones, ...]) -> Action:
        spread = worth.sites(AFFORD[self._share(worth, 2)])
        return legal[min(len(legal) - 1, spread[legal[0].province])]

    def _share(self, worth: Worth, sort: int) -> int:
        """Gives the gold for a sort of purchase: 0 cards, 1 farmers, 2 stones."""
        return int(worth.player.gold * SHARES[worth.view.round - 1][sort])

    def _builder(self, worth: Worth, legal: tuple[Action, ...]) -> Action:
        """Plays a Master Builder where exactly the last stone is missing."""
        for action in legal:
            province = worth.seen.get(getattr(action, "province", ""))
            if province is not None and province.stones % STONES_IN_PYRAMID == STONES_FOR_BUILDER:
                return action
        return legal[-1]

    def _offer(self, worth: Worth, legal: tuple[Action, ...]) -> Action:
        """Offers the more, the more a higher temple brings, and at most half the gold; where it harms, it steals."""
        lands = [LAND[name] for name in worth.own]
        temples = sum(land.temples for land in lands) if worth.harvests == 1 else 0
        camels = sum(land.camel for land in lands)
        gain = temples + (worth.farmers - camels / 2) * worth.gold
        amount = int(min(worth.player.gold / 2, self.settings.top * (1 + gain) / 2))
        steal = next(action for action in legal if isinstance(action, Steal))
        return next((action for action in legal if isinstance(action, Offer) and action.amount == amount), steal)

    def _goods(self, worth: Worth, legal: tuple[Good, ...]) -> Action:
        """Takes stones where a pyramid comes of them, else what is worth most."""
        left = worth.view.goods.left if worth.view.goods is not None else 1
        spread = worth.sites(left)

        def value(action: Good) -> float:
            if action.good == "card":
                return self.settings.card
            if action.good == "farmer":
                return worth.farmer()
            return worth.stone() * bool(spread[action.province or ""])

        return max(legal, key=value)

    def _harvest(self, worth: Worth, legal: tuple[Harvest, ...]) -> Action:
        """Takes Eight Gold at once; a Rich Harvest waits for five farmers, or for the last harvest."""
        is_ripe = worth.farmers >= 5 or worth.is_last
        return next(action for action in reversed(legal) if is_ripe or "harvest" not in action.cards)

    def _bonus(self, worth: Worth, legal: tuple[Action, ...]) -> Action:
        return legal[0]


if __name__ == "__main__":
    run(HeuristicBot)
