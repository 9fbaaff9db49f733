"""Tells each event of Amun-Re in one English sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arena.game import Event
from arena.games.amun_re import events as e
from arena.games.amun_re.board import (
    BONUS_POINTS,
    CARD_TITLES,
    KINGDOM,
    PROVINCE_INDEX,
    PROVINCE_TITLES,
    STONES_IN_PYRAMID,
)

KINGDOM_NAMES = ("Old Kingdom", "New Kingdom")


def describe(event: Event, names: Sequence[str]) -> str:
    """Tells an event; `names` holds one name per seat."""
    return SENTENCES[type(event)](event, names)


def _province(name: str) -> str:
    return PROVINCE_TITLES[PROVINCE_INDEX[name]]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _cards(cards: Sequence[str]) -> str:
    parts = []
    for card in sorted(set(cards)):
        count = cards.count(card)
        parts.append(CARD_TITLES[card] if count == 1 else f"{count} times {CARD_TITLES[card]}")
    return _listed(parts)


def _turned_up(event: e.TurnedUp, names: Sequence[str]) -> str:
    parts = [
        _count(number, noun)
        for number, noun in ((event.pyramids, "pyramid"), (event.stones, "stone"), (event.cards, "power card"))
        if number
    ]
    if event.gold:
        parts.append(f"{event.gold} gold")
    return f"{_province(event.province)} is turned up{' with ' + _listed(parts) if parts else ''}."


def _bid(event: e.BidPlaced, names: Sequence[str]) -> str:
    over = "" if event.overbid is None else f" over {names[event.overbid]}"
    cards = f", playing {_cards(event.cards)}" if event.cards else ""
    return f"{names[event.seat]} bids {event.price} for {_province(event.province)}{over}{cards}."


def _won(event: e.Won, names: Sequence[str]) -> str:
    found = [_count(event.cards, "power card")] if event.cards else []
    if event.gold:
        found.append(f"{event.gold} gold")
    more = f", and finds {_listed(found)} there" if found else ""
    price = f"pays {event.price} gold" if event.price else "pays nothing"
    return f"{names[event.seat]} {price} and takes {_province(event.province)}{more}."


def _built(event: e.Built, names: Sequence[str]) -> str:
    where = _province(event.province)
    if event.builder:
        return f"A Master Builder makes a pyramid of two stones in {where}."
    if event.pyramids == 1:
        return f"Three stones in {where} become a pyramid."
    return f"{STONES_IN_PYRAMID * event.pyramids} stones in {where} become {event.pyramids} pyramids."


def _offering(event: e.Offering, names: Sequence[str]) -> str:
    parts = []
    for name, offer, cards in zip(names, event.offers, event.cards, strict=True):
        thrown = f" with {_cards(cards)} in it" if cards else ""
        parts.append(f"{name} offers {offer}{thrown}" if offer > 0 else f"{name} steals {-offer}")
    return f"{_listed(parts)}: {event.total} in all, and the temple stands at level {event.level}."


def _picked(event: e.Picked, names: Sequence[str]) -> str:
    if event.province is None:
        return f"{names[event.seat]} asks for a power card."
    return f"{names[event.seat]} gets a {event.good} for {_province(event.province)}."


def _harvested(event: e.Harvested, names: Sequence[str]) -> str:
    cards = f" with {_cards(event.cards)}" if event.cards else ""
    return f"{names[event.seat]} takes in {event.gold} gold{cards}."


def _scored(event: e.Scored, names: Sequence[str]) -> str:
    worth = (
        (event.pyramids, "pyramids"),
        (event.sets, "sets"),
        (event.majorities, "majorities"),
        (event.temples, "temples"),
    )
    parts = [f"{points} for {what}" for points, what in worth if points]
    if not parts:
        return f"{names[event.seat]} scores nothing."
    return f"{names[event.seat]} scores {_count(sum([points for points, _ in worth]), 'point')}: {_listed(parts)}."


def _gold(event: e.GoldScored, names: Sequence[str]) -> str:
    parts = [
        f"{name} has {gold} and scores {points}"
        for name, gold, points in zip(names, event.gold, event.points, strict=True)
    ]
    return f"Gold is counted: {_listed(parts)}."


def _final(event: e.Final, names: Sequence[str]) -> str:
    scores = [f"{name} {score}" for name, score in zip(names, event.scores, strict=True)]
    winners = [name for name, rank in zip(names, event.ranks, strict=True) if rank == 1]
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"The New Kingdom has ended: {_listed(winners)} {verb} ({', '.join(scores)})."


SENTENCES: dict[type[Event], Callable[[Any, Sequence[str]], str]] = {
    e.Pharaoh: lambda event, names: f"{names[event.seat]} is Pharaoh.",
    e.Round: lambda event, names: f"Round {event.round} begins, in the {KINGDOM_NAMES[event.round > KINGDOM]}.",
    e.TurnedUp: _turned_up,
    e.Reshuffled: lambda event, names: (
        f"{_count(event.cards, 'discarded power card')} {'is' if event.cards == 1 else 'are'} shuffled into a new deck."
    ),
    e.BidPlaced: _bid,
    e.Sold: lambda event, names: f"{names[event.seat]} sells {_cards(event.cards)}.",
    e.Won: _won,
    e.Drew: lambda event, names: f"{names[event.seat]} now holds {_cards(event.cards)} as well.",
    e.CardsBought: lambda event, names: (
        f"{names[event.seat]} buys {_count(event.count, 'power card')} for {event.price} gold."
    ),
    e.FarmerFree: lambda event, names: f"{names[event.seat]} plays a Free Farmer in {_province(event.province)}.",
    e.Placed: lambda event, names: (
        f"{names[event.seat]} puts {_count(event.count, event.what)} into {_province(event.province)}."
    ),
    e.Paid: lambda event, names: f"{names[event.seat]} pays {event.price} gold for {_count(event.count, event.what)}.",
    e.Built: _built,
    e.Offering: _offering,
    e.Picked: _picked,
    e.Harvested: _harvested,
    e.BonusPlayed: lambda event, names: (
        f"{names[event.seat]} plays {CARD_TITLES[event.card]} for {BONUS_POINTS} points."
    ),
    e.Scored: _scored,
    e.KingdomOver: lambda event, names: (
        "The Old Kingdom has ended: owners and farmers leave, stones and pyramids stay."
    ),
    e.GoldScored: _gold,
    e.Final: _final,
}
