"""Nefertiti: bid with servants on four markets and collect gifts."""

from __future__ import annotations

from collections.abc import Sequence

from arena.codec import Codec
from arena.flow import advance, walk
from arena.game import Action, Asked, Choices, Event, Game, Log, Option, Options, Result, Seat
from arena.games.nefertiti import actions, describe, events, imagine, scoring, setup
from arena.games.nefertiti import view as views
from arena.games.nefertiti.flow import PHASES
from arena.games.nefertiti.state import State
from arena.games.nefertiti.view import NefertitiView
from arena.rng import Stream


class Nefertiti(Game[State]):
    """Is the game of Nefertiti; seeds/rules/nefertiti.md is its rulebook."""

    slug = "nefertiti"
    title = "Nefertiti"
    rules_version = 1
    seats = (3, 4)
    options = (
        Option(
            "closing",
            ("sum_only", "full"),
            "Whether only the sum of the bids closes a hall, or in three halls also their colours, number or place.",
        ),
        Option("halls", ("random", "fixed"), "Whether chance covers a hall of each market, or always the left one."),
    )
    longest = 1206  # 300 turns bring 300 hires, 302 placings, 302 bids and 302 extra gifts at most
    codec = Codec(actions.AnyAction, events.AnyEvent, NefertitiView)

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> State:
        chosen = self.resolve_options(seats, options)
        full, halls_fixed = chosen["closing"] == "full", chosen["halls"] == "fixed"
        state = setup.set_up(seed, seats, full=full, halls_fixed=halls_fixed, log=log)
        walk(PHASES, state, log)
        return state

    def advance(self, state: State, choices: Choices, log: Log = None) -> None:
        advance(PHASES, state, choices, log)

    def view(self, state: State, seat: Seat | None) -> NefertitiView:
        return views.view(state, seat)

    def asked(self, view: NefertitiView) -> Asked | None:
        return views.asked(view)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return describe.describe(event, names)

    def reshuffle_hidden(self, state: State, seat: Seat | None, stream: Stream) -> State:
        return setup.reshuffle(state, stream)

    def imagine(self, view: NefertitiView, stream: Stream) -> State:
        state = imagine.imagine(view, stream)
        walk(PHASES, state, None)
        return state

    def parse_action(self, text: str) -> Action:
        return actions.parse(text)


GAME = Nefertiti()
