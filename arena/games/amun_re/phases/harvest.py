"""Phase 5 of a round: farmers, camels and markets bring gold (AR-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arena.game import Decision, Log, Seat
from arena.games.amun_re.actions import Harvest
from arena.games.amun_re.board import CAMEL_LEVEL, CARD_INDEX, GOLD8, GOLD_CARD, HARVEST_EXTRA, KINGDOM, TABLE
from arena.games.amun_re.board import HARVEST as HARVEST_CARD
from arena.games.amun_re.events import Harvested
from arena.games.amun_re.hands import ANY, HARVEST_CARDS
from arena.games.amun_re.menus import HARVESTS
from arena.games.amun_re.phases.moves import next_in_turn, play_card
from arena.games.amun_re.state import BONUS, REVEAL, State


def step(state: State, log: Log) -> Decision | None:
    """Pays in turn; a seat that holds a card for the harvest is asked first (AR-6.1, AR-6.2)."""
    while True:
        seat = state.active
        hand = state.hands[seat]
        if hand & HARVEST_CARDS:
            held = (1 if hand & ANY[GOLD8] else 0) | (2 if hand & ANY[HARVEST_CARD] else 0)
            menu = HARVESTS[held]
            return Decision("harvest", {seat: menu}, {seat: menu[0]})
        take_income(state, seat, (), log)
        if not next_in_turn(state):
            break
    end(state)
    return None


def apply(state: State, choices: Mapping[Seat, Harvest], log: Log) -> None:
    """Plays the cards and pays (AR-6.2)."""
    seat = state.active
    take_income(state, seat, choices[seat].cards, log)
    if not next_in_turn(state):
        end(state)


def end(state: State) -> None:
    """Goes on to the scoring after the third round of a kingdom, else to the next round (AR-2.5)."""
    state.phase = REVEAL if state.round % KINGDOM else BONUS


@cache
def fixed_income(own: tuple[int, ...], camels: bool) -> int:
    """Gives what provinces pay by themselves (AR-6.3)."""
    return sum([TABLE[province].income + (TABLE[province].camel if camels else 0) for province in own])


def take_income(state: State, seat: int, cards: tuple[str, ...], log: Log) -> None:
    """Pays a seat for all its farmers and provinces (AR-6.1 to AR-6.3)."""
    per_farmer, gold = state.level, 0
    for name in cards:
        card = CARD_INDEX[name]
        play_card(state, seat, card)
        if card == GOLD8:
            gold += GOLD_CARD
        else:
            per_farmer += HARVEST_EXTRA
    own = state.own[seat]
    for province in own:
        gold += (state.farmers[province] + state.extra[province]) * per_farmer
    gold += fixed_income(own, state.level <= CAMEL_LEVEL)
    state.gold[seat] += gold
    if log is not None:
        log.append(Harvested(seat, cards, gold))
