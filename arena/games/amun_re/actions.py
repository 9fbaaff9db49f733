"""The actions of Amun-Re: typed values, each made once and shared.

JSON form: {"type": "bid", "p": "memphis", "v": 6}; notation: `bid memphis 6`. In JSON `p` is a province, `v` a price,
`n` a number, `k` a kind of goods and `c` a list of power cards in the order of the alphabet, left out if it is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from msgspec import field

from arena.errors import NotationError
from arena.game import Action
from arena.games.amun_re.board import (
    ALL_CARDS,
    BONUS_CARDS,
    CARD_INDEX,
    CARD_LIMIT,
    CARDS,
    FIELDS,
    FILLERS,
    MOST_OFFER,
    PRICES,
    PROVINCE_INDEX,
    PROVINCES,
    STEP_OF,
)


class Bid(Action, frozen=True, tag="bid", omit_defaults=True):
    """Bids a price for a province; cards: blockade, rebid, or both."""

    province: str = field(name="p")
    price: int = field(name="v")
    cards: tuple[str, ...] = field(default=(), name="c")

    def __str__(self) -> str:
        return " ".join(("bid", self.province, str(self.price), *self.cards))


class Sell(Action, frozen=True, tag="sell"):
    """Sells a power card for 1 gold."""

    card: str

    def __str__(self) -> str:
        return f"sell {self.card}"


class BuyCards(Action, frozen=True, tag="buy_cards"):
    """Buys so many power cards."""

    count: int = field(name="n")

    def __str__(self) -> str:
        return f"buy {self.count}"


class FreeFarmer(Action, frozen=True, tag="free_farmer"):
    """Plays the card Free Farmer in a province."""

    province: str = field(name="p")

    def __str__(self) -> str:
        return f"free_farmer {self.province}"


class Farmers(Action, frozen=True, tag="farmers"):
    """Buys so many farmers for the fields of a province."""

    province: str = field(name="p")
    count: int = field(name="n")

    def __str__(self) -> str:
        return f"farmers {self.province} {self.count}"


class Stones(Action, frozen=True, tag="stones"):
    """Buys so many stones for a province."""

    province: str = field(name="p")
    count: int = field(name="n")

    def __str__(self) -> str:
        return f"stones {self.province} {self.count}"


class Builder(Action, frozen=True, tag="builder"):
    """Plays a Master Builder in a province."""

    province: str = field(name="p")

    def __str__(self) -> str:
        return f"builder {self.province}"


class Done(Action, frozen=True, tag="done"):
    """Plays no (further) card."""

    def __str__(self) -> str:
        return "done"


class Offer(Action, frozen=True, tag="offer", omit_defaults=True):
    """Offers so much; `cards`, worth 1 each, are part of the amount, and all gold is the rest of it."""

    amount: int = field(name="n")
    cards: tuple[str, ...] = field(default=(), name="c")

    def __str__(self) -> str:
        return " ".join(("offer", str(self.amount), *self.cards))


class Steal(Action, frozen=True, tag="steal"):
    """Steals from the offering."""

    def __str__(self) -> str:
        return "steal"


class Good(Action, frozen=True, tag="good", omit_defaults=True):
    """Picks a reward: card, or farmer or stone for a province."""

    good: str = field(name="k")
    province: str | None = field(default=None, name="p")

    def __str__(self) -> str:
        return f"good {self.good}" if self.province is None else f"good {self.good} {self.province}"


class Harvest(Action, frozen=True, tag="harvest", omit_defaults=True):
    """Harvests with these cards: gold8, harvest, both or none."""

    cards: tuple[str, ...] = field(default=(), name="c")

    def __str__(self) -> str:
        return " ".join(("harvest", *(self.cards or "-")))


class Bonus(Action, frozen=True, tag="bonus"):
    """Plays a bonus card."""

    card: str

    def __str__(self) -> str:
        return f"bonus {self.card}"


AnyAction = (
    Bid | Sell | BuyCards | FreeFarmer | Farmers | Stones | Builder | Done | Offer | Steal | Good | Harvest | Bonus
)
Menu = tuple[Action, ...]

# Actions, made once; by province, kind, step of the price row or number.

DONE = Done()
STEAL = Steal()
BID = tuple([tuple([Bid(name, price) for price in PRICES]) for name in PROVINCES])
SELL = tuple([Sell(card) for card in CARDS])
BUY = tuple([BuyCards(count) for count in range(max(CARD_LIMIT) + 1)])
FREE_FARMER = tuple([FreeFarmer(name) for name in PROVINCES])
FARMERS = tuple([tuple([Farmers(name, n) for n in range(FIELDS[i] + 1)]) for i, name in enumerate(PROVINCES)])
STONES = tuple([tuple([Stones(name, count) for count in range(len(PRICES))]) for name in PROVINCES])
BUILDER = tuple([Builder(name) for name in PROVINCES])
OFFER = tuple([Offer(amount) for amount in range(1, MOST_OFFER + 1)])
"""OFFER[i] offers i + 1."""
GOOD_CARD = Good("card")
GOOD_FARMER = tuple([Good("farmer", name) for name in PROVINCES])
GOOD_STONE = tuple([Good("stone", name) for name in PROVINCES])
HARVEST = (Harvest(), Harvest(("gold8",)), Harvest(("harvest",)), Harvest(("gold8", "harvest")))
"""By the set of the cards: 1 gold8, 2 harvest."""
BONUS = {kind: Bonus(CARDS[kind]) for kind in BONUS_CARDS}
BLOCKADE, BOTH, REBID = ("blockade",), ("blockade", "rebid"), ("rebid",)


@cache
def bid_with(cards: tuple[str, ...], province: int, step: int) -> Bid:
    """Gives a bid with cards."""
    return Bid(PROVINCES[province], PRICES[step], cards)


@cache
def offer_with(cards: tuple[str, ...], amount: int) -> Offer:
    """Gives an offer with cards thrown in."""
    return Offer(amount, cards)


# Reading notations.


def _bid(province: str, price: str, *cards: str) -> Action:
    number, step = PROVINCE_INDEX[province], STEP_OF[int(price)]
    if not cards:
        return BID[number][step]
    if cards not in (BLOCKADE, BOTH, REBID):
        raise ValueError
    return bid_with(cards, number, step)


def _offer(amount: str, *cards: str) -> Action:
    number = int(amount)
    if not 1 <= number <= MOST_OFFER + ALL_CARDS or len(cards) > FILLERS or cards != tuple(sorted(cards)):
        raise ValueError
    for card in cards:
        CARD_INDEX[card]
    return offer_with(cards, number) if cards else Offer(number)


READERS: dict[str, Callable[..., Action]] = {"bid": _bid, "offer": _offer}


@cache
def _by_notation() -> dict[str, Action]:
    rows: list[Sequence[Action]] = [SELL, BUY, FREE_FARMER, *FARMERS, *STONES, BUILDER, GOOD_FARMER, GOOD_STONE]
    rows += [HARVEST, tuple(BONUS.values()), (DONE, STEAL, GOOD_CARD)]
    return {str(action): action for row in rows for action in row}


def parse(text: str) -> Action:
    """Reads the notation of an action. Raises NotationError."""
    action = _by_notation().get(text)
    if action is not None:
        return action
    word, *details = text.split(" ")
    if word in READERS:
        try:
            action = READERS[word](*details)
        except (KeyError, ValueError, TypeError):
            action = None
        if action is not None and str(action) == text:
            return action
    raise NotationError(text, "no action of Amun-Re is written so")
