"""Phase 6 of a round, at the end of each kingdom: bonus cards and points; then kingdoms change, or the game ends
(AR-7)."""

from __future__ import annotations

from collections.abc import Mapping

from arena.flow import OVER
from arena.game import Decision, Log, Seat
from arena.games.amun_re import scoring
from arena.games.amun_re.actions import Bonus, Done
from arena.games.amun_re.board import BONUS_POINTS, CARD_INDEX, PROVINCES, ROUNDS
from arena.games.amun_re.events import BonusPlayed, Final, GoldScored, KingdomOver, Scored
from arena.games.amun_re.hands import BONUSES, cards_in
from arena.games.amun_re.menus import bonuses
from arena.games.amun_re.phases.moves import next_in_turn, play_card, sell_cards
from arena.games.amun_re.state import CLOSE, NOBODY, REVEAL, State


def step(state: State, log: Log) -> Decision | None:
    """Scores in turn; a seat that can play a bonus card is asked first (AR-7.1, AR-7.2)."""
    while True:
        seat = state.active
        if state.hands[seat] & BONUSES and (playable := scoring.playable(state, seat)):
            menu = bonuses(playable)
            return Decision("bonus", {seat: menu}, {seat: menu[0]})
        if not score(state, seat, log):
            break
    state.phase = CLOSE
    return None


def apply(state: State, choices: Mapping[Seat, Bonus | Done], log: Log) -> None:
    """Plays a bonus card and may play another, or scores the rest (AR-7.2)."""
    seat = state.active
    action = choices[seat]
    if isinstance(action, Done):
        if not score(state, seat, log):
            state.phase = CLOSE
        return
    play_card(state, seat, CARD_INDEX[action.card])
    state.points[seat] += BONUS_POINTS
    if log is not None:
        log.append(BonusPlayed(seat, action.card))


def score(state: State, seat: int, log: Log) -> bool:
    """Adds the points for what a seat has built, and passes the turn on; False when all have scored (AR-7.3)."""
    parts = scoring.built(state, seat)
    state.points[seat] += sum(parts)
    if log is not None:
        log.append(Scored(seat, *parts))
    return next_in_turn(state)


def close(state: State, log: Log) -> None:
    """Ends a kingdom, and with the second one the game (AR-7.6, AR-7.7)."""
    if state.round == ROUNDS:
        end_game(state, log)
        return
    state.own = [()] * state.seats
    state.owner = [NOBODY] * len(PROVINCES)
    state.farmers = [0] * len(PROVINCES)
    state.extra = [0] * len(PROVINCES)
    state.phase = REVEAL
    if log is not None:
        log.append(KingdomOver())


def end_game(state: State, log: Log) -> None:
    """Sells all cards that are left, scores gold and ends the game (AR-7.4, AR-7.5, AR-7.7)."""
    for seat in range(state.seats):
        cards = cards_in(state.hands[seat])
        if cards:
            sell_cards(state, seat, cards, log)
    points = scoring.gold_points(state.gold)
    state.points = [own + more for own, more in zip(state.points, points, strict=True)]
    state.phase = OVER
    if log is not None:
        log.append(GoldScored(tuple(state.gold), points))
        final = scoring.result(state)
        assert final is not None
        log.append(Final(final.scores, final.ranks))
