"""Tells each event of Cleopatra in one English sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from arena.game import Event
from arena.games.cleopatra import events as e
from arena.games.cleopatra.board import TITLES

NOUNS = {
    "A": "an artisan",
    "S": "a block of stone",
    "M": "a slab of marble",
    "W": "wood",
    "L": "lapis lazuli",
    "A2": "two tainted artisans",
    "S2": "two tainted stones",
    "M2": "two tainted marbles",
    "W2": "tainted wood for two",
    "L2": "tainted lapis lazuli for two",
    "TR": "a trompe-l'oeil",
    e.FACE_DOWN: "a card that lies face down",
    "merchant": "a merchant of the Nile",
}
STALL_WORDS = ("first", "second", "third")
PIECE_WORDS = {"obelisk": "an obelisk", "sphinx": "a sphinx", "throne": "a part of the throne"}
CATEGORIES = {
    "column": "All column walls stand",
    "obelisk": "Both obelisks stand",
    "sphinx": "All sphinxes stand",
    "throne": "The throne is complete",
    "door": "Both door frames stand",
    "mosaic": "The pile of mosaics is used up",
}
SLOT_WORDS = (
    "on the left in front",
    "in the middle of the left side",
    "on the left at the back",
    "at the back on the left",
    "in the middle of the back",
    "at the back on the right",
    "on the right at the back",
    "in the middle of the right side",
    "on the right in front",
)
ENDINGS = {"cleopatra": "Cleopatra reaches the door of her palace", "turn_cap": "The last turn has been played"}


def describe(event: Event, names: Sequence[str]) -> str:
    """Tells an event; `names` holds one name per seat."""
    return SENTENCES[type(event)](event, names)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _card(card: str) -> str:
    return NOUNS.get(card) or f"the {TITLES[card]}"


def _cards(cards: Sequence[str]) -> str:
    if not cards:
        return "nothing"
    kinds = Counter(cards)
    return _listed([_card(card) if count == 1 else f"{count} times {_card(card)}" for card, count in kinds.items()])


def _amulets(amulets: int) -> str:
    return f" and takes {_many(amulets, 'amulet')}" if amulets else ""


def _took(event: e.Took, names: Sequence[str]) -> str:
    return f"{names[event.seat]} takes the {STALL_WORDS[event.stall]} stall: {_cards(event.cards)}."


def _paid(event: e.Paid, names: Sequence[str]) -> str:
    is_other = event.card in ("TR", "merchant")
    instead = f" in place of {NOUNS[event.r]}" if is_other else ""
    return f"{names[event.seat]} pays with {_card(event.card)}{instead}{_amulets(event.amulets)}."


def _built(event: e.Built, names: Sequence[str]) -> str:
    if event.k == "column":
        assert isinstance(event.at, int)
        piece = f"a column wall {SLOT_WORDS[event.at]}"
    elif event.k == "door":
        piece = f"the {'left' if event.at == 'L' else 'right'} door frame"
    else:
        piece = PIECE_WORDS[event.k]
    return f"{names[event.seat]} builds {piece} for {_many(event.talents, 'talent')}."


def _placed(event: e.Placed, names: Sequence[str]) -> str:
    text = f"{names[event.seat]} lays mosaic {event.at[0]} ({event.at}) for {_many(event.talents, 'talent')}"
    if event.sanctuaries:
        sizes = _listed([_many(len(cells), "square") for cells in event.sanctuaries])
        text += f" and closes off {_many(len(event.sanctuaries), 'space')}, of {sizes}"
    return text + "."


def _rolled(event: e.Rolled, names: Sequence[str]) -> str:
    text = f"{names[event.seat]} rolls {_many(event.ankhs, 'ankh')} with {event.dice} of the High Priest's dice"
    if event.scribes:
        text += f", turns that to {event.turned} with {_many(event.scribes, 'scribe')}"
    return f"{text}; {'1 lies' if event.altar == 1 else f'{event.altar} lie'} on the altar."


def _offering(event: e.Offering, names: Sequence[str]) -> str:
    parts = []
    for name, bid, amulets in zip(names, event.bids, event.amulets, strict=True):
        change = f"loses {_many(-amulets, 'amulet')}" if amulets <= 0 else f"gains {_many(amulets, 'amulet')}"
        parts.append(f"{name} offers {_many(bid, 'talent')} and {change}")
    return "The High Priest asks for an offering: " + "; ".join(parts) + "."


def _played(event: e.Played, names: Sequence[str]) -> str:
    text = f"{names[event.seat]} plays the {TITLES[event.card]}"
    if event.tile is not None:
        text += f" to pick mosaic {event.tile}"
    return f"{text}{_amulets(event.amulets)}."


def _begged(event: e.Begged, names: Sequence[str]) -> str:
    gift = _many(event.talents, "talent") if event.talents else "a card" if event.cards else "nothing"
    return f"{names[event.seat]} gives {gift} to the beggar of {names[event.to_seat]}."


def _sent(event: e.Sent, names: Sequence[str]) -> str:
    whom = _listed([names[seat] for seat in event.seats]) if event.seats else "nobody"
    return f"{names[event.seat]} sends the envoy to {whom}."


def _delivered(event: e.Delivered, names: Sequence[str]) -> str:
    gift = f"{_many(event.cards, 'card')} with {_many(event.cards, 'amulet')}" if event.cards else "nothing"
    return f"{names[event.seat]} gives {gift} to the envoy of {names[event.to_seat]}."


def _chosen(event: e.Chosen, names: Sequence[str]) -> str:
    text = f"{names[event.seat]} keeps {event.kept} of {_many(event.drawn, 'card')}{_amulets(event.amulets)}"
    if event.first is not None:
        text += f"; the first of them was {_card(event.first)}"
    return text + "."


def _limited(event: e.Limited, names: Sequence[str]) -> str:
    does = {
        "discard": f"lays {_many(event.dropped, 'card')} face down",
        "keep": "keeps all cards",
        "smuggler": "keeps all cards with the smuggler",
    }
    return f"{names[event.seat]} holds too much, {does[event.how]}{_amulets(event.amulets)}."


def _refilled(event: e.Refilled, names: Sequence[str]) -> str:
    parts = [
        f"{_card(card)} on the {STALL_WORDS[stall]} stall"
        for card, stall in zip(event.cards, event.stalls, strict=True)
    ]
    return f"{names[event.seat]} puts {_listed(parts)}."


def _final(event: e.Final, names: Sequence[str]) -> str:
    parts = []
    for seat, name in enumerate(names):
        left = f"{_many(event.amulets[seat], 'amulet')} left"
        if event.eaten[seat]:
            parts.append(f"{name} is given to the crocodile with {left}")
        else:
            parts.append(f"{name} has {left}, scores {event.scores[seat]} and is number {event.ranks[seat]}")
    return f"{ENDINGS[event.reason]}: {'; '.join(parts)}."


SENTENCES: dict[type[Event], Callable[[Any, Sequence[str]], str]] = {
    e.Dealt: lambda event, names: f"{names[event.seat]} is dealt {_cards(event.cards)}.",
    e.Opened: lambda event, names: f"The market opens with {_listed([_card(card) for card in event.market])}.",
    e.Top: lambda event, names: f"Mosaic {event.tile} lies on top of the pile.",
    e.Took: _took,
    e.Found: lambda event, names: f"{names[event.seat]} turns up {_cards(event.cards)}.",
    e.Passed: lambda event, names: f"{names[event.seat]} can neither take nor build.",
    e.Paid: _paid,
    e.Built: _built,
    e.Placed: _placed,
    e.Removed: lambda event, names: f"Mosaic {event.tile} fits nowhere any more and leaves the game.",
    e.Claimed: lambda event, names: (
        f"{names[event.seat]} puts a statue of Anubis into a sanctuary of {_many(len(event.cells), 'square')}."
    ),
    e.Bonus: lambda event, names: (
        f"{names[event.seat]} receives {_many(event.talents, 'talent')} for building so much."
    ),
    e.Advanced: lambda event, names: f"{CATEGORIES[event.k]}: Cleopatra comes to step {event.step}.",
    e.Rolled: _rolled,
    e.Offering: _offering,
    e.Played: _played,
    e.Begged: _begged,
    e.Sent: _sent,
    e.Delivered: _delivered,
    e.Given: lambda event, names: f"{names[event.seat]} hands {_card(event.card)} to {names[event.to_seat]}.",
    e.Retrieved: lambda event, names: f"{names[event.seat]} takes {_card(event.card)} from the discard pile.",
    e.Drew: lambda event, names: f"{names[event.seat]} draws {_cards(event.cards)}.",
    e.Kept: lambda event, names: f"{names[event.seat]} keeps {_card(event.card)}.",
    e.Chosen: _chosen,
    e.Limited: _limited,
    e.Dropped: lambda event, names: f"{names[event.seat]} lays {_card(event.card)} face down.",
    e.Shuffled: lambda event, names: f"The discard pile is shuffled into a new deck of {_many(event.cards, 'card')}.",
    e.Refilled: _refilled,
    e.TurnEnded: lambda event, names: f"{names[event.seat]} ends turn {event.turn}.",
    e.Final: _final,
}
