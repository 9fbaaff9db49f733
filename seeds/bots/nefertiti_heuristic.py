"""Plays Nefertiti by rules of thumb: what a gift is worth to whom, what a bid would bring, and never a deep thought.

How it thinks, from the bottom up:

1. `worth`: a gift counts what it adds to my score when its kind gets one more owner, and a little for what it takes
   from the others. Kinds will find more owners while there are cards to come, so values are reckoned a bit lower.
2. `settle`: a market that closes is played out in the head. Each bidder takes what is best for him.
3. `place`: a bid is worth what it brings me when the market closes, less what it brings the others. If the bid does
   not close the market by itself, the cheapest bid that does is added for the next seat.

Everything it needs is in the view; it keeps nothing in mind between two decisions. A file settings.json beside it
changes its style, see `Settings`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from arena.game import Action
from arena.games.nefertiti.actions import Buy, Coins, Discard, Extra, ForceClose, Hire, Place, Take
from arena.games.nefertiti.board import HALLS, KINDS, LEVELS, PILES, SCRIBE, VALUES, VIZIER
from arena.games.nefertiti.halls import SPACE, SPACES, reason_to_close
from arena.games.nefertiti.view import MarketView, NefertitiView
from bots_sdk import Bot, Turn, read_settings, run


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the bot's style. All amounts are in points of prestige.

    deben: what 1 Deben is worth while the game is young.  envy: how much a point that others lose counts.
    rivalry: how much a point counts that the others gain from my bid.  seal: what a seal is worth (3 at the end).
    crowd: 0..1, how surely a kind finds one more owner by the end.  doubt: what is left of a hope per bid that is
    still missing to close a market.  slack: it picks any action that is at most so much worse than the best.
    """

    deben: float = 3.5
    envy: float = 0.1
    rivalry: float = 0.1
    seal: float = 8.0
    crowd: float = 0.8
    doubt: float = 0.85
    slack: float = 0.0


SETTINGS = read_settings(Settings, __file__)

KIND = {kind: number for number, kind in enumerate(KINDS)} | {"senet1": 6, "senet2": 6}
UNITS = {kind: 1 for kind in KINDS} | {"senet1": 1, "senet2": 2}


class Bid(msgspec.Struct, frozen=True, order=True):
    """Is a servant on a space; sorts by price."""

    price: int
    seat: int
    icon: str = ""


class Table:
    """Is the view, prepared for reckoning."""

    def __init__(self, view: NefertitiView, me: int, settings: Settings) -> None:
        self.view = view
        self.me = me
        self.settings = settings
        self.units = [[0] * len(KINDS) for _ in view.players]
        for units, player in zip(self.units, view.players, strict=True):
            for gift, count in player.gifts.items():
                units[KIND[gift]] += count * UNITS[gift]
        self.owners = [sum(1 for units in self.units if units[kind]) for kind in range(len(KINDS))]
        # 1 at the start of the game, 0 when the last card is drawn.
        self.youth = 0.0 if view.end_phase else min(1.0, view.cards_left / 20)
        self.deben = settings.deben * (0.25 + 0.75 * self.youth) if not view.end_phase else 0.1
        self.seal = 3 + (settings.seal - 3) * self.youth

    def unit(self, kind: int, owners: int) -> float:
        """Says what a unit will be worth at the end if `owners` own its kind now."""
        likely = self.settings.crowd * self.youth
        row = VALUES[kind]
        return (1 - likely) * row[owners] + likely * row[min(owners + 1, self.view.seats)]

    def worth(self, gift: str, seat: int) -> float:
        """Says what one more card of this type is worth to a seat."""
        kind, units = KIND[gift], UNITS[gift]
        owners = self.owners[kind]
        if self.units[seat][kind]:
            return units * self.unit(kind, owners)
        value = units * self.unit(kind, owners + 1)
        if owners:  # a new owner takes from the old ones
            fall = self.unit(kind, owners) - self.unit(kind, owners + 1)
            others = sum(own[kind] for other, own in enumerate(self.units) if other != seat)
            value += self.settings.envy * fall * others
        return value

    def loss(self, gift: str, seat: int) -> float:
        """Says what a seat loses with one card of this type."""
        kind, units = KIND[gift], UNITS[gift]
        owners = self.owners[kind]
        value = units * self.unit(kind, owners)
        if self.units[seat][kind] == units and owners > 1:  # the last one: the other owners gain
            rise = self.unit(kind, owners - 1) - self.unit(kind, owners)
            others = sum(own[kind] for other, own in enumerate(self.units) if other != seat)
            value += self.settings.envy * rise * others
        return value

    def bids(self, market: MarketView) -> list[Bid]:
        """Lists the bids on a market."""
        return [Bid(SPACE[name].price, seat, SPACE[name].icon) for name, seat in market.servants.items()]

    def settle(self, market: MarketView, bids: list[Bid], coins_taken: int = 0) -> list[float]:
        """Plays a closing out in the head and says what each seat gains by it."""
        gains = [0.0] * self.view.seats
        money = [player.money for player in self.view.players]
        reserve = market.reserve - coins_taken
        display: dict[int, str] = {slot: gift for slot, gift in enumerate(market.slots) if gift is not None}
        seal = market.seal
        for number, bid in enumerate(sorted(bids, reverse=True)):
            seat, price = bid.seat, bid.price
            values = {
                slot: self.worth(gift, seat) + (self.seal if seal and slot == 0 else 0)
                for slot, gift in display.items()
            }
            best = sorted(values, key=lambda slot: -values[slot])
            can_pay = money[seat] >= price
            if number == 0:
                if not can_pay:
                    gifts = self.view.players[seat].gifts
                    gains[seat] -= min((self.loss(gift, seat) for gift in gifts), default=0.0)
                    continue
                money[seat] -= price
                reserve += price
                taken = self._top(best, values, seal, bid.icon)
                gains[seat] += sum(values[slot] for slot in taken) - price * self.deben
            else:
                coins = (reserve + 1) // 2
                taken = best[:1] if can_pay else []
                gain = values[best[0]] - price * self.deben if taken else 0.0
                if not taken or gain < coins * self.deben:
                    money[seat] += coins
                    reserve -= coins
                    gains[seat] += coins * self.deben
                    continue
                money[seat] -= price
                reserve += price
                gains[seat] += gain
            for slot in taken:
                del display[slot]
                seal = seal and slot != 0
        return gains

    @staticmethod
    def _top(best: list[int], values: dict[int, float], seal: bool, icon: str) -> list[int]:
        """Chooses for the highest bidder who can pay."""
        if icon == "s":
            return best[:1]
        plain = [slot for slot in best if not (seal and slot == 0)]
        taken = plain[:2]
        if seal and 0 in values and values[0] > sum(values[slot] for slot in taken):
            taken = [0]
        if icon == "x":
            taken += [slot for slot in plain if slot not in taken][:1]
        return taken


class HeuristicBot(Bot):
    """Weighs every legal action by itself and takes the best."""

    settings = SETTINGS

    def decide(self, turn: Turn[NefertitiView]) -> Action:
        """Takes the action that weighs most; between equals, the first."""
        table = Table(turn.view, self.seat, self.settings)
        weigh = getattr(self, f"_{turn.kind}")
        weights = [weigh(table, action) for action in turn.legal]
        best = max(weights)
        if self.settings.slack:
            near = [i for i, weight in enumerate(weights) if weight >= best - self.settings.slack]
            index = self.random.choice(near)
        else:
            index = weights.index(best)
        turn.note(f"{turn.legal[index]}: {weights[index]:.1f}")
        return turn.legal[index]

    # One method per kind of decision: what is this action worth?

    def _take(self, table: Table, action: Take) -> float:
        market = _closing(table.view)
        return sum(self._slot(table, market, slot) for slot in action.slots)

    def _extra(self, table: Table, action: Extra) -> float:
        if action.slot is None:
            return 0.0
        return self._slot(table, _closing(table.view), action.slot)

    def _discard(self, table: Table, action: Discard) -> float:
        return -table.loss(action.gift, self.seat)

    def _other(self, table: Table, action: Any) -> float:
        bid = table.view.bid
        assert bid is not None
        market = _closing(table.view)
        if isinstance(action, Buy):
            return self._slot(table, market, action.slot) - bid.price * table.deben
        if isinstance(action, Coins):
            return (market.reserve + 1) // 2 * table.deben
        return 0.0

    def _place(self, table: Table, action: Place | ForceClose) -> float:
        if isinstance(action, ForceClose):
            market = _market(table.view, action.market)
            return self._balance(table.settle(market, table.bids(market)))
        space = SPACE[action.space]
        market = table.view.markets[space.market]
        coins = min(market.reserve, (not market.servants) + (space.icon == "c"))
        bids = [*table.bids(market), Bid(space.price, self.seat, space.icon)]
        hope = 1.0
        following = self.seat
        while not _closes(table.view, market, bids):
            following = (following + 1) % self.seats
            bids.append(_next_bid(table.view, market, bids, following))
            hope *= self.settings.doubt
        return coins * table.deben + hope * self._balance(table.settle(market, bids, coins))

    def _hire(self, table: Table, action: Any) -> float:
        if not isinstance(action, Hire):
            return table.seal
        view, settings = table.view, self.settings
        left = view.characters[action.card]
        if action.card == "vizier":
            return LEVELS[VIZIER][PILES[self.seats][VIZIER] - left]
        if action.card == "scribe":
            kind = KINDS.index(action.kind or "")
            level = LEVELS[SCRIBE][PILES[self.seats][SCRIBE] - left]
            units = table.units[self.seat][kind]
            return level + units * (VALUES[kind][table.owners[kind]] - table.unit(kind, table.owners[kind]))
        if action.card == "thief":
            return self._slot(table, _market(view, action.market), action.slot or 0)
        if action.card == "merchant":
            victim = action.target or 0
            swap = table.worth(action.get or "", self.seat) - table.loss(action.give or "", self.seat)
            harm = table.loss(action.get or "", victim) - table.worth(action.give or "", victim)
            return swap + settings.envy * harm
        if action.card == "priest":
            return self._priest(table, action.kind or "")
        return 4.0 + 2.0 * table.youth  # steward: two placings

    def _priest(self, table: Table, kind_name: str) -> float:
        kind = KINDS.index(kind_name)
        before, after, harm, gain = table.owners[kind], 0, 0.0, 0.0
        remaining = []
        for seat, units in enumerate(table.units):
            lost = 0 if seat == self.seat or not units[kind] else 1
            remaining.append(units[kind] - lost)
            after += units[kind] > lost
        for seat, units in enumerate(table.units):
            if not units[kind]:
                continue
            change = units[kind] * table.unit(kind, before) - remaining[seat] * table.unit(kind, max(1, after))
            if seat == self.seat:
                gain -= change
            else:
                harm += change
        return gain + self.settings.envy * harm

    def _slot(self, table: Table, market: MarketView, slot: int) -> float:
        gift = market.slots[slot]
        assert gift is not None
        return table.worth(gift, self.seat) + (table.seal if market.seal and slot == 0 else 0)

    def _balance(self, gains: list[float]) -> float:
        others = sum(gains) - gains[self.seat]
        return gains[self.seat] - self.settings.rivalry * others / (self.seats - 1)


def _closing(view: NefertitiView) -> MarketView:
    assert view.bid is not None
    return _market(view, view.bid.market)


def _market(view: NefertitiView, name: str | None) -> MarketView:
    return next(market for market in view.markets if market.id == name)


def _closes(view: NefertitiView, market: MarketView, bids: list[Bid]) -> bool:
    occupied = 0
    for bid in bids:
        occupied |= 1 << bid.price
    is_full = view.options["closing"] == "full"
    return reason_to_close(HALLS.index(market.hall), occupied, is_full, len({bid.seat for bid in bids})) > 0


def _next_bid(view: NefertitiView, market: MarketView, bids: list[Bid], seat: int) -> Bid:
    """Guesses the next bid: the cheapest that closes the market, else one in the middle."""
    taken = {bid.price for bid in bids}
    free = sorted((space.price, space.icon) for space in SPACES[HALLS.index(market.hall)] if space.price not in taken)
    for price, icon in free:
        if _closes(view, market, [*bids, Bid(price, seat, icon)]):
            return Bid(price, seat, icon)
    price, icon = free[len(free) // 2]
    return Bid(price, seat, icon)


if __name__ == "__main__":
    run(HeuristicBot)
