"""Tells each event of Nefertiti in one English sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arena.game import Event
from arena.games.nefertiti import events as e
from arena.games.nefertiti.actions import Hire
from arena.games.nefertiti.board import MARKET_INDEX, MARKET_TITLES
from arena.games.nefertiti.halls import SPACE

NOUNS = {"gold": "a gold", "harp": "a harp", "senet1": "a single senet", "senet2": "a double senet"}
PLURALS = {"gold": "gold", "senet": "senet"}
SLOT_WORDS = ("upper", "left", "middle", "right")
WHY_CLOSED = {
    "sum": "the bids have reached the sum of the hall",
    "colors": "servants of enough colours stand there",
    "count": "enough servants stand there",
    "connected": "enough servants stand side by side",
    "line": "servants stand in a line",
}
WHY_ENDED = {
    "akhenaton": "The last market has closed and the game is over",
    "drought": "No gift has been drawn for too long and the game is over",
    "stop": "The last turn has been played and the game is over",
}


def describe(event: Event, names: Sequence[str]) -> str:
    """Tells an event; `names` holds one name per seat."""
    return SENTENCES[type(event)](event, names)


def _a(gift: str) -> str:
    return NOUNS.get(gift, f"a {gift}")


def _many(kind: str) -> str:
    return PLURALS.get(kind, f"{kind}s")


def _market(market: str) -> str:
    return MARKET_TITLES[MARKET_INDEX[market]]


def _side(hall: str) -> str:
    return "left" if hall[1] == "L" else "right"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _deal(event: e.Deal, names: Sequence[str]) -> str:
    parts = []
    for hall, gifts in zip(event.halls, event.gifts, strict=False):
        parts.append(f"{_market(hall[0])} opens its {_side(hall)} hall with {_listed([_a(gift) for gift in gifts])}")
    return "; ".join(parts) + f"; {_market(event.halls[-1][0])} is still closed."


def _hired(event: e.Hired, names: Sequence[str]) -> str:
    hire: Hire = event.hire
    level = f" +{event.level}" if event.level else ""
    start = f"{names[event.seat]} spends a seal and hires the {hire.card}{level}"
    if hire.card == "scribe":
        assert hire.kind is not None
        return f"{start} to score all {_many(hire.kind)} in hand."
    if hire.card == "priest":
        assert hire.kind is not None
        return f"{start} against {_many(hire.kind)}."
    if hire.card == "merchant":
        assert hire.target is not None
        assert hire.give is not None
        assert hire.get is not None
        return f"{start}: {names[hire.target]} gets {_a(hire.give)} for {_a(hire.get)}."
    if hire.card == "steward":
        return f"{start} to place two servants."
    if hire.card == "thief":
        assert hire.market is not None
        return f"{start} to rob {_market(hire.market)}."
    return f"{start}."


def _gain_coin(event: e.GainCoin, names: Sequence[str]) -> str:
    why = "as the first servant there" if event.why == "first" else "for the coin on the space"
    return f"{names[event.seat]} takes 1 Deben from the reserve of {_market(event.market)} {why}."


def _placed(event: e.Placed, names: Sequence[str]) -> str:
    space = SPACE[event.space]
    return f"{names[event.seat]} places a servant in {_market(event.space[0])} on price {space.price} ({space.name})."


def _closed(event: e.Closed, names: Sequence[str]) -> str:
    if event.reason == "forced":
        return f"{names[event.seat]} has no servant left and closes {_market(event.market)}."
    return f"{_market(event.market)} closes its {_side(event.hall)} hall: {WHY_CLOSED[event.reason]}."


def _paid(event: e.Paid, names: Sequence[str]) -> str:
    amount = f"{event.amount} Deben" if event.amount else "nothing"
    return f"{names[event.seat]} pays {amount} to {_market(event.market)}."


def _discarded(event: e.Discarded, names: Sequence[str]) -> str:
    why = "to the priest" if event.why == "priest" else "as the price of an empty promise"
    return f"{names[event.seat]} loses {_a(event.gift)} {why}."


def _took(event: e.Took, names: Sequence[str]) -> str:
    seal = " and the royal seal on it" if event.seal else ""
    slot = SLOT_WORDS[event.slot]
    return f"{names[event.seat]} takes {_a(event.gift)}{seal} from the {slot} slot of {_market(event.market)}."


def _passed(event: e.Passed, names: Sequence[str]) -> str:
    what = {"hire": "hires nobody", "extra": "declines the extra gift", "other": "goes away with nothing"}
    return f"{names[event.seat]} {what[event.kind]}."


def _shift(event: e.Shift, names: Sequence[str]) -> str:
    moves = [f"from {SLOT_WORDS[start]} to {SLOT_WORDS[end]}" for start, end in event.moves]
    return f"Unsold gifts of {_market(event.market)} move up, {_listed(moves)}."


def _final(event: e.Final, names: Sequence[str]) -> str:
    scores = [f"{name} {score}" for name, score in zip(names, event.scores, strict=True)]
    return f"{WHY_ENDED[event.reason]}. Prestige: {', '.join(scores)}."


SENTENCES: dict[type[Event], Callable[[Any, Sequence[str]], str]] = {
    e.Dice: lambda event, names: f"{names[event.seat]} throws {event.dice[0]} and {event.dice[1]}.",
    e.Start: lambda event, names: f"{names[event.seat]} begins.",
    e.Deal: _deal,
    e.Hired: _hired,
    e.Prestige: lambda event, names: f"{names[event.seat]} gains {event.amount} prestige.",
    e.GainCoin: _gain_coin,
    e.Placed: _placed,
    e.Closed: _closed,
    e.Paid: _paid,
    e.Unable: lambda event, names: f"{names[event.seat]} cannot pay {event.price} Deben to {_market(event.market)}.",
    e.Discarded: _discarded,
    e.Took: _took,
    e.TookCoins: lambda event, names: (
        f"{names[event.seat]} takes {event.amount} Deben from the reserve of {_market(event.market)}."
    ),
    e.Passed: _passed,
    e.Shift: _shift,
    e.Draw: lambda event, names: (
        f"{_market(event.market)} shows {_a(event.gift)} in its {SLOT_WORDS[event.slot]} slot."
    ),
    e.SealPlaced: lambda event, names: f"A royal seal is put on the upper gift of {_market(event.market)}.",
    e.Opened: lambda event, names: f"{_market(event.market)} opens its {_side(event.hall)} hall.",
    e.Akhenaton: lambda event, names: (
        f"Akhenaton appears while {_market(event.market)} is stocked: no market opens any more."
    ),
    e.PermClosed: lambda event, names: f"{_market(event.market)} is closed for good.",
    e.Final: _final,
}
