"""Cleopatra and the Society of Architects: build a palace, and mind what your conscience weighs."""

from __future__ import annotations

from collections.abc import Sequence

from arena.codec import Codec
from arena.flow import advance, walk
from arena.game import Action, Asked, Choices, Event, Game, Log, Option, Options, Result, Seat
from arena.games.cleopatra import actions, events
from arena.games.cleopatra.describe import describe
from arena.games.cleopatra.flow import PHASES
from arena.games.cleopatra.hidden import reshuffle
from arena.games.cleopatra.imagine import imagine
from arena.games.cleopatra.scoring import result
from arena.games.cleopatra.setup import set_up
from arena.games.cleopatra.state import State
from arena.games.cleopatra.view import CleopatraView, asked, view
from arena.rng import Stream


class Cleopatra(Game[State]):
    """Is the game of Cleopatra; seeds/rules/cleopatra.md is its rulebook."""

    slug = "cleopatra"
    title = "Cleopatra and the Society of Architects"
    rules_version = 1
    seats = (3, 4, 5)
    options = (
        Option("half_flip", ("true", "false"), "Whether half of the deck lies face up, or all of it face down."),
        Option(
            "initial_market_face_up",
            ("true", "false"),
            "Whether the first three cards of the market are turned up, or lie as they come.",
        ),
        Option("allow_flip", ("true", "false"), "Whether mosaics may be turned over, or only round."),
        Option(
            "share_surplus",
            ("true", "false"),
            "Whether what a double has too much goes on to the next piece of the turn, or is lost.",
        ),
        Option(
            "sacrifice_k",
            ("1", "2"),
            "A player is sacrificed if fewer than so many others are more corrupt.",
        ),
    )
    longest = 100_000  # a turn has at most 310 plies: 11 characters of 7, 75 gifts, 135 discards, the rest of it
    codec = Codec(actions.AnyAction, events.AnyEvent, CleopatraView)

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> State:
        state = set_up(seed, seats, self.resolve_options(seats, options), log)
        walk(PHASES, state, log)
        return state

    def advance(self, state: State, choices: Choices, log: Log = None) -> None:
        advance(PHASES, state, choices, log)

    def view(self, state: State, seat: Seat | None) -> CleopatraView:
        return view(state, seat)

    def asked(self, view: CleopatraView) -> Asked | None:
        return asked(view)

    def result(self, state: State) -> Result | None:
        return result(state)

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return describe(event, names)

    def reshuffle_hidden(self, state: State, seat: Seat | None, stream: Stream) -> State:
        return reshuffle(state, seat, stream)

    def imagine(self, view: CleopatraView, stream: Stream) -> State:
        return imagine(view, stream)

    def parse_action(self, text: str) -> Action:
        return actions.parse(text)


GAME = Cleopatra()
