"""Envelopes: a tiny game with hidden hands, for tests of everything that plays games.

Each seat holds four of the cards 1..24, which nobody else sees. In each of four rounds a prize of 1 to 6 points lies
open and every seat plays a card in a sealed envelope. The highest card wins; the winner keeps the prize (2 actions:
keep, draw), or takes half of it, rounded down, and a card from the hidden pile. Most points win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from arena import flow
from arena.codec import Codec
from arena.errors import NotationError
from arena.game import Action, Asked, Choices, Decision, Event, Game, Log, Option, Options, Result, Seat, View
from arena.rng import Stream, streams


class Play(Action, frozen=True, tag="play"):
    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


class Keep(Action, frozen=True, tag="keep"):
    def __str__(self) -> str:
        return "keep"


class Draw(Action, frozen=True, tag="draw"):
    def __str__(self) -> str:
        return "draw"


class Opened(Event, frozen=True, tag="opened"):
    cards: tuple[int, ...]
    winner: int


class Scored(Event, frozen=True, tag="scored"):
    seat: int
    points: int


class Drawn(Event, frozen=True, tag="drawn"):
    """card is 0 for those who may not know it."""

    seat: int
    card: int


class ToyView(View, frozen=True):
    seat: int | None
    round: int
    prize: int
    scores: tuple[int, ...]
    hand: tuple[int, ...]
    cards: tuple[int, ...]
    """Cards in each hand."""
    played: tuple[int, ...]
    winner: int
    """Who chooses between prize and card; -1 while envelopes are asked for."""


class ToyState(msgspec.Struct):
    prizes: list[int]
    hands: list[list[int]]
    pile: list[int]
    scores: list[int]
    played: list[int]
    round: int = 0
    winner: int = -1
    phase: int = 0
    pending: Decision | None = None

    def copy(self) -> ToyState:
        hands = [hand[:] for hand in self.hands]
        lists = (self.prizes[:], hands, self.pile[:], self.scores[:], self.played[:])
        return ToyState(*lists, self.round, self.winner, self.phase, self.pending)

    def to_bytes(self) -> bytes:
        lists = (self.prizes, self.hands, self.pile, self.scores, self.played)
        return msgspec.json.encode((*lists, self.round, self.winner, self.phase))


PLAY = {card: Play(card) for card in range(1, 25)}
KEEP, DRAW = Keep(), Draw()
ACTIONS: dict[str, Action] = {str(action): action for action in (*PLAY.values(), KEEP, DRAW)}


def _ask_card(state: ToyState, log: Log) -> Decision | None:
    if state.round == len(state.prizes):
        state.phase = flow.OVER
        return None
    legal: dict[Seat, tuple[Action, ...]] = {
        seat: tuple([PLAY[card] for card in hand]) for seat, hand in enumerate(state.hands)
    }
    return Decision("card", legal, {seat: actions[0] for seat, actions in legal.items()})


def _open(state: ToyState, choices: Mapping[Seat, Play], log: Log) -> None:
    cards = [choices[seat].card for seat in range(len(state.hands))]
    for hand, card in zip(state.hands, cards, strict=True):
        hand.remove(card)
    state.played += sorted(cards)
    state.winner = cards.index(max(cards))
    state.phase = 1
    if log is not None:
        log.append(Opened(tuple(cards), state.winner))


def _ask_winner(state: ToyState, log: Log) -> Decision:
    return Decision("prize", {state.winner: (KEEP, DRAW)}, {state.winner: KEEP})


def _reward(state: ToyState, choices: Choices, log: Log) -> None:
    winner, points = state.winner, state.prizes[state.round]
    if choices[winner] == DRAW:
        points //= 2
        card = state.pile.pop()
        state.hands[winner] = sorted([*state.hands[winner], card])
        if log is not None:
            others = tuple(seat for seat in range(len(state.hands)) if seat != winner)
            log += [Drawn(winner, card, to=(winner,)), Drawn(winner, 0, to=others)]
    state.scores[winner] += points
    if log is not None:
        log.append(Scored(winner, points))
    state.round += 1
    state.winner = -1
    state.phase = 0


PHASES = (flow.Phase("card", _ask_card, _open), flow.Phase("prize", _ask_winner, _reward))


class Toy(Game[ToyState]):
    slug, title, rules_version = "toy", "Envelopes", 1
    seats = (2, 3, 4)
    options = (Option("prizes", ("small", "large"), "Whether a prize has 1 to 3 or 4 to 6 points."),)
    longest = 8
    codec = Codec(Play | Keep | Draw, Opened | Scored | Drawn, ToyView)

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> ToyState:
        least = {"small": 1, "large": 4}[self.resolve_options(seats, options)["prizes"]]
        cards_stream, prizes_stream = streams(seed, "cards", "prizes")
        pile = list(range(1, 25))
        cards_stream.shuffle(pile)
        hands = [sorted(pile.pop() for _ in range(4)) for _ in range(seats)]
        prizes = [least + prizes_stream.below(3) for _ in range(4)]
        state = ToyState(prizes, hands, pile, [0] * seats, [])
        flow.walk(PHASES, state, log)
        return state

    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        flow.advance(PHASES, state, choices, log)

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        prize = state.prizes[state.round] if state.round < 4 else 0
        hand = () if seat is None else tuple(state.hands[seat])
        cards = tuple(len(hand) for hand in state.hands)
        return ToyView(seat, state.round, prize, tuple(state.scores), hand, cards, tuple(state.played), state.winner)

    def asked(self, view: ToyView) -> Asked | None:
        if view.round == 4:
            return None
        return Asked("card", tuple(range(len(view.cards)))) if view.winner < 0 else Asked("prize", (view.winner,))

    def result(self, state: ToyState) -> Result | None:
        if state.phase != flow.OVER:
            return None
        scores = tuple(state.scores)
        return Result(scores, tuple(1 + sum(other > own for other in scores) for own in scores), "rounds")

    def describe(self, event: Event, names: Sequence[str]) -> str:
        match event:
            case Opened(cards=cards, winner=winner):
                return f"The envelopes hold {', '.join(map(str, cards))}: {names[winner]} wins."
            case Drawn(seat=seat, card=card):
                return f"{names[seat]} draws {'a card' if card == 0 else card}."
            case Scored(seat=seat, points=points):
                return f"{names[seat]} scores {points}."
        raise TypeError(f"no event of this game: {event!r}")

    def reshuffle_hidden(self, state: ToyState, seat: Seat | None, stream: Stream) -> ToyState:
        twin = state.copy()
        unseen = [i for i in range(len(twin.hands)) if i != seat]
        cards = sorted(twin.pile + [card for i in unseen for card in twin.hands[i]])
        stream.shuffle(cards)
        for i in unseen:
            twin.hands[i] = sorted(cards.pop() for _ in twin.hands[i])
        coming = twin.prizes[twin.round + 1 :]
        stream.shuffle(coming)
        twin.prizes[twin.round + 1 :] = coming
        twin.pile = cards
        if twin.phase != flow.OVER:
            flow.walk(PHASES, twin, None)
        return twin

    def imagine(self, view: ToyView, stream: Stream) -> ToyState:
        unseen = [card for card in PLAY if card not in view.hand and card not in view.played]
        stream.shuffle(unseen)
        hands = [
            list(view.hand) if seat == view.seat else sorted(unseen.pop() for _ in range(count))
            for seat, count in enumerate(view.cards)
        ]
        least = 4 if view.prize > 3 else 1
        coming = [least + stream.below(3) for _ in range(view.round + 1, 4)]
        prizes = [*[least] * view.round, view.prize, *coming][:4]
        scores, played = list(view.scores), list(view.played)
        phase = flow.OVER if view.round == 4 else int(view.winner >= 0)
        state = ToyState(prizes, hands, unseen, scores, played, view.round, view.winner, phase)
        flow.walk(PHASES, state, None)
        return state

    def parse_action(self, text: str) -> Action:
        if text not in ACTIONS:
            raise NotationError(text, "the actions are: play CARD, keep, draw")
        return ACTIONS[text]


GAME = Toy()
