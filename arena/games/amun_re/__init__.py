"""Amun-Re: bid for provinces, build pyramids and make offerings, in two kingdoms."""

from __future__ import annotations

from collections.abc import Sequence

from arena.codec import Codec
from arena.flow import advance, walk
from arena.game import Action, Asked, Choices, Event, Game, Log, Options, Result, Seat
from arena.games.amun_re import actions, describe, events, hidden, imagine, scoring, setup
from arena.games.amun_re import view as views
from arena.games.amun_re.board import SEATS
from arena.games.amun_re.flow import PHASES
from arena.games.amun_re.state import State
from arena.games.amun_re.view import AmunReView
from arena.rng import Stream


class AmunRe(Game[State]):
    """Is the game of Amun-Re; seeds/rules/amun-re.md is its rulebook."""

    slug = "amun-re"
    title = "Amun-Re"
    rules_version = 2
    seats = SEATS
    options = ()
    longest = 1700  # 6 rounds of 160 bids, 45 purchases and 20 other plies, 210 sales, 70 bonus cards at most
    codec = Codec(actions.AnyAction, events.AnyEvent, AmunReView)

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> State:
        self.resolve_options(seats, options)
        state = setup.set_up(seed, seats, log)
        walk(PHASES, state, log)
        return state

    def advance(self, state: State, choices: Choices, log: Log = None) -> None:
        advance(PHASES, state, choices, log)

    def view(self, state: State, seat: Seat | None) -> AmunReView:
        return views.view(state, seat)

    def asked(self, view: AmunReView) -> Asked | None:
        return views.asked(view)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return describe.describe(event, names)

    def reshuffle_hidden(self, state: State, seat: Seat | None, stream: Stream) -> State:
        return hidden.reshuffle(state, seat, stream)

    def imagine(self, view: AmunReView, stream: Stream) -> State:
        return imagine.imagine(view, stream)

    def parse_action(self, text: str) -> Action:
        return actions.parse(text)


GAME = AmunRe()
