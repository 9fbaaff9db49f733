"""Cleopatra as a whole: the contract on random games, its laws, and what the specification says of its size."""

from __future__ import annotations

import statistics

import msgspec
import pytest

from arena.contract import check_game, check_rules
from arena.game import Event, is_told
from arena.games.cleopatra import GAME
from arena.games.cleopatra import state as phases
from arena.games.cleopatra.flow import PHASES
from arena.protocol import Clock, Decide, encode
from arena.rng import Stream
from tests.arena.games.cleopatra.laws import conserved

KINDS = {phase.name for phase in PHASES if phase.apply is not None}
OPTIONS = [{option.name: option.values[1]} for option in GAME.options]
ALL_OTHER = {option.name: option.values[1] for option in GAME.options}


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_keep_the_contract(seats: int) -> None:
    """CL-10.2: leaks are looked for in every kind of decision; CL-1.2, CL-1.3: nothing is made or lost."""
    seen = check_game(GAME, seats=seats, seed=1, games=100, every=61, conserved=conserved)
    assert set(seen.menus) == KINDS
    assert set(seen.reasons) == {"cleopatra", "turn_cap"}
    assert max(seen.menus.values()) <= 310


@pytest.mark.parametrize(("number", "options"), enumerate([*OPTIONS, ALL_OTHER]))
def test_every_option_keeps_the_contract(number: int, options: dict[str, str]) -> None:
    seats = GAME.seats[number % len(GAME.seats)]
    check_game(GAME, seats=seats, seed=number, options=options, games=6, every=41, conserved=conserved)


def test_the_game_says_sound_things_of_itself() -> None:
    check_rules(GAME)


def test_the_phase_table_is_numbered_as_the_state_names_it() -> None:
    named = [
        "main",
        "market_after",
        "build_more",
        "pay",
        "place",
        "claim",
        "after_building",
        "die_scribe",
        "altar",
        "bid",
    ]
    named += ["beggar_reply", "courtesan_take", "vizier_keep", "envoy_targets", "envoy_reply", "hand_limit", "discard"]
    named += ["refill", "next"]
    assert [getattr(phases, name.upper()) for name in named] == list(range(len(PHASES)))
    assert [phase.name.split("_")[0] for phase in PHASES] == [name.split("_")[0] for name in named]


def test_no_line_on_the_wire_is_longer_than_16_kb() -> None:
    """Every question of random games of five seats, with all events since the seat's last one."""
    longest = {}
    for seed in range(15):
        log: list[Event] = []
        state = GAME.new_game(seed=seed, seats=5, log=log)
        stream = Stream(seed, "wire")
        told = [0] * 5
        while (decision := GAME.decision(state)) is not None:
            for seat, menu in decision.legal.items():
                events = [event for event in log[told[seat] :] if is_told(event, seat)]
                told[seat] = len(log)
                line = encode(Decide(1000, decision.kind, GAME.view(state, seat), events, menu, Clock(9999, 9999, 99)))
                longest[decision.kind] = max(longest.get(decision.kind, 0), len(line))
            GAME.advance(state, {seat: menu[stream.below(len(menu))] for seat, menu in decision.legal.items()}, log)
    assert max(longest.values()) < 16_000
    assert len(msgspec.json.encode(GAME.parse_action("place P3c7"))) * 310 < 9_000


def test_games_have_the_length_that_the_specification_found() -> None:
    """CL-3.5: random games end by Cleopatra, long before the cap."""
    for seats in GAME.seats:
        turns, reshuffles, offerings, laid = [], [], [], []
        for seed in range(40):
            log: list[Event] = []
            state = GAME.new_game(seed=seed, seats=seats, log=log)
            stream = Stream(seed, "length")
            while (decision := GAME.decision(state)) is not None:
                GAME.advance(state, {s: menu[stream.below(len(menu))] for s, menu in decision.legal.items()}, log)
            tags = [event.__struct_config__.tag for event in log]
            turns.append(state.turn)
            reshuffles.append(tags.count("shuffled"))
            offerings.append(tags.count("offering"))
            laid.append(len(state.laid))
        assert 60 < statistics.mean(turns) < 130
        assert max(turns) < 60 * seats
        assert 0.5 < statistics.mean(reshuffles) < 5
        assert 0.5 < statistics.mean(offerings) < 5
        assert 3 < statistics.mean(laid) <= 12
