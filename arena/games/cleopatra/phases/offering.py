"""What follows a turn of building: bonus, Cleopatra's steps, dice, and the Offering to the High Priest (CL-7)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import DIE_DOWN, DIE_UP, KEEP_DICE, Bid, Die, KeepDice, Menu, bid, bids
from arena.games.cleopatra.board import (
    ANKH_FACES,
    BONUS,
    BY_CLEOPATRA,
    COLUMN,
    DICE,
    DIE_FACES,
    DOOR,
    LAST_STEP,
    MOSAIC,
    OBELISK,
    OFFERING,
    PIECES,
    SCRIBE,
    SPHINX,
    THRONE,
)
from arena.games.cleopatra.cards import spend
from arena.games.cleopatra.events import Advanced, Bonus, Offering, Rolled
from arena.games.cleopatra.phases.building import ALL_SLOTS, BOTH_SIDES
from arena.games.cleopatra.scoring import end
from arena.games.cleopatra.state import ALTAR, BID, DIE_SCRIBE, HAND_LIMIT, State
from arena.rng import Stream


def after_building(state: State, log: Log) -> None:
    """Pays the bonus, moves Cleopatra, and rolls the dice unless the game is over (CL-4.6, CL-7.1, CL-7.2)."""
    seat = state.active
    bonus = BONUS[min(state.built, len(BONUS) - 1)]
    if bonus:
        state.talents[seat] += bonus
        if log is not None:
            log.append(Bonus(seat, bonus))
    state.pool = 0
    _advance_cleopatra(state, log)
    if state.cleopatra == LAST_STEP:
        end(state, BY_CLEOPATRA, log)
        return
    state.rolled = DICE - state.altar
    dice = Stream(state.seed, "dice", state.dice_drawn)
    rolls = [dice.below(DIE_FACES) for _ in range(state.rolled)]
    state.dice_drawn = dice.position
    state.ankhs = state.turned = sum([roll < ANKH_FACES for roll in rolls])
    state.phase = DIE_SCRIBE


def complete(state: State) -> int:
    """Gives the set of categories of which no piece is left (CL-7.1)."""
    return (
        (1 << COLUMN if state.walls == ALL_SLOTS else 0)
        | (0 if state.obelisks else 1 << OBELISK)
        | (0 if state.sphinxes else 1 << SPHINX)
        | (0 if state.thrones else 1 << THRONE)
        | (1 << DOOR if state.doors == BOTH_SIDES else 0)
        | (0 if state.tiles else 1 << MOSAIC)
    )


def _advance_cleopatra(state: State, log: Log) -> None:
    """Moves Cleopatra one step for each category that has become complete (CL-7.1)."""
    now = complete(state)
    new = now & ~state.done
    if not new:
        return
    state.done = now
    for piece, title in enumerate(PIECES):
        if new >> piece & 1 and state.cleopatra < LAST_STEP:
            state.cleopatra += 1
            if log is not None:
                log.append(Advanced(title, state.cleopatra))


def ask_die_scribe(state: State, log: Log) -> Decision | None:
    """Asks the builder who holds a Scribe whether to turn a die of this roll (CL-7.3)."""
    seat = state.active
    if not state.hands[seat][SCRIBE]:
        state.phase = ALTAR
        return None
    menu: Menu = (KEEP_DICE,)
    if state.turned:
        menu = (DIE_DOWN, *menu)
    if state.turned < state.rolled:
        menu = (DIE_UP, *menu)
    return Decision("die_scribe", {seat: menu}, {seat: KEEP_DICE})


def die_scribe(state: State, choices: Mapping[Seat, Die | KeepDice], log: Log) -> None:
    """Turns a die and lays the Scribe down, or leaves the dice alone (CL-7.3)."""
    seat = state.active
    action = choices[seat]
    if not isinstance(action, Die):
        state.phase = ALTAR
        return
    state.turned += 1 if action.turn == "up" else -1
    state.scribes += 1
    spend(state, seat, SCRIBE)


def altar(state: State, log: Log) -> None:
    """Puts the dice that show an ankh on the altar; five of them call for an Offering (CL-7.2)."""
    state.altar += state.turned
    state.phase = BID if state.altar == DICE else HAND_LIMIT
    if log is not None:
        log.append(Rolled(state.active, state.rolled, state.ankhs, state.scribes, state.turned, state.altar))
    state.rolled = state.ankhs = state.turned = state.scribes = 0


def ask_bid(state: State, log: Log) -> Decision:
    """Asks all seats for a sealed bid (CL-7.4)."""
    legal = {seat: bids(talents) for seat, talents in enumerate(state.talents)}
    return Decision("bid", legal, dict.fromkeys(legal, bid(0)))


def offering(state: State, choices: Mapping[Seat, Bid], log: Log) -> None:
    """Opens the bids, takes them and moves amulets by rank; the altar is empty again (CL-7.4)."""
    amounts = [choices[seat].n for seat in range(state.seats)]
    ranks = [1 + sum([other > amount for other in amounts]) for amount in amounts]
    changes = []
    for seat, rank in enumerate(ranks):
        state.talents[seat] -= amounts[seat]
        change = max(OFFERING[rank], -state.amulets[seat])
        state.amulets[seat] += change
        changes.append(change)
    state.altar = 0
    state.phase = HAND_LIMIT
    if log is not None:
        log.append(Offering(tuple(amounts), tuple(ranks), tuple(changes)))
