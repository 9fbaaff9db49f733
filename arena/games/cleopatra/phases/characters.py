"""The characters that are played in one's own turn: Beggar, Courtesan, Envoy, Vizier (CL-6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress

from arena.game import Decision, Log, Seat
from arena.games.cleopatra.actions import (
    GIVE,
    KEEP,
    PAY_TWO,
    PLAYS,
    STOP,
    TAKE,
    TARGETS,
    Give,
    Keep,
    Menu,
    PayTwo,
    Play,
    Stop,
    Take,
    Targets,
)
from arena.games.cleopatra.board import (
    ALMS,
    BEGGAR,
    CARDS,
    COURTESAN,
    ENVOY,
    PACKET,
    PLAY_AMULETS,
    PLAYS_A_TURN,
    VIZIER,
)
from arena.games.cleopatra.cards import NO_CARDS, bury, changed, draw, give, lay, lift, retrieve
from arena.games.cleopatra.events import Begged, Chosen, Delivered, Drew, Given, Kept, Played, Retrieved, Sent
from arena.games.cleopatra.state import (
    BEGGAR_REPLY,
    COURTESAN_TAKE,
    ENVOY_REPLY,
    ENVOY_TARGETS,
    NOTHING,
    VIZIER_KEEP,
    State,
)

CARD = {card: number for number, card in enumerate(CARDS)}
FIRST_PHASE = {
    BEGGAR: BEGGAR_REPLY,
    COURTESAN: COURTESAN_TAKE,
    ENVOY: ENVOY_TARGETS,
    VIZIER: VIZIER_KEEP,
}
ENVOY_MENUS = {
    seats: tuple([tuple([TARGETS[m] for m in range(1 << seats) if not m >> seat & 1]) for seat in range(seats)])
    for seats in (3, 4, 5)
}
"""By number of seats and active seat, all sets of the others (CL-6.6)."""


def plays(state: State, seat: int) -> Menu:
    """Lists the characters that a seat can play now (CL-6.1)."""
    hand = state.hands[seat]
    if state.plays == PLAYS_A_TURN:
        return ()
    playable = 1 if hand[BEGGAR] else 0
    if hand[COURTESAN] and state.discarded:
        playable |= 2
    if hand[ENVOY]:
        playable |= 4
    if hand[VIZIER] and (state.deck or state.discarded):
        playable |= 8
    return PLAYS[playable]


def play(state: State, seat: int, action: Play, back: int, log: Log) -> None:
    """Plays a character, which lies apart until it is resolved; its amulets come first (CL-6.1)."""
    card = CARD[action.card]
    lift(state, seat, card)
    amulets = PLAY_AMULETS[card]
    state.amulets[seat] += amulets
    state.plays += 1
    state.played = card
    state.back = back
    state.phase = FIRST_PHASE[card]
    if log is not None:
        log.append(Played(seat, action.card, amulets))
    if card == BEGGAR:
        state.named = state.targets = (1 << state.seats) - 1 ^ 1 << seat
    elif card == VIZIER:
        _draw_packet(state, seat, log)


def _resolved(state: State) -> None:
    lay(state, state.played)
    state.played = NOTHING
    state.named = 0
    state.phase = state.back


def _next_asked(state: State) -> int:
    """Gives the seat that answers: the one asked already, or the next of the targets, clockwise; else NOTHING."""
    if state.asked == NOTHING and state.targets:
        seat = state.active
        while not state.targets >> seat & 1:
            seat = (seat + 1) % state.seats
        state.targets ^= 1 << seat
        state.asked = seat
    return state.asked


def ask_beggar_reply(state: State, log: Log) -> Decision | None:
    """Asks the other seats in turn for talents or a standard card; who has neither gives nothing (CL-6.2)."""
    while (seat := _next_asked(state)) != NOTHING:
        menu: Menu = tuple(compress(GIVE, state.hands[seat]))
        if state.talents[seat] >= ALMS:
            menu = (PAY_TWO, *menu)
        if menu:
            return Decision("beggar_reply", {seat: menu}, {seat: menu[0]})
        state.asked = NOTHING
        if log is not None:
            log.append(Begged(seat, state.active))
    _resolved(state)
    return None


def beggar_reply(state: State, choices: Mapping[Seat, PayTwo | Give], log: Log) -> None:
    """Hands over what the seat gives to the Beggar (CL-6.2)."""
    seat, active = state.asked, state.active
    action = choices[seat]
    state.asked = NOTHING
    if isinstance(action, Give):
        give(state, seat, active, CARD[action.card])
        if log is not None:
            log.append(Begged(seat, active, cards=1))
            log.append(Given(seat, active, action.card, to=tuple(sorted((seat, active)))))
    else:
        state.talents[seat] -= ALMS
        state.talents[active] += ALMS
        if log is not None:
            log.append(Begged(seat, active, talents=ALMS))


def ask_courtesan(state: State, log: Log) -> Decision:
    """Asks for a card of the discard pile (CL-6.4)."""
    seat = state.active
    menu = tuple(compress(TAKE, state.discards))
    return Decision("courtesan", {seat: menu}, {seat: menu[0]})


def courtesan(state: State, choices: Mapping[Seat, Take], log: Log) -> None:
    """Takes the card, unseen (CL-6.4)."""
    seat = state.active
    action = choices[seat]
    retrieve(state, seat, CARD[action.card])
    if log is not None:
        log.append(Retrieved(seat, action.card, to=(seat,)))
    _resolved(state)


def _draw_packet(state: State, seat: int, log: Log) -> None:
    """Draws the Vizier's cards (CL-6.7)."""
    state.kept = 0
    state.first = NOTHING
    drawn = draw(state, PACKET, log)
    for card in drawn:
        state.packet = changed(state.packet, card >> 1, 1)
    if drawn[0] & 1:
        state.first = drawn[0] >> 1
    if log is not None:
        cards = tuple([CARDS[card] for card, count in enumerate(state.packet) for _ in range(count)])
        log.append(Drew(seat, cards, to=(seat,)))


def ask_vizier(state: State, log: Log) -> Decision | None:
    """Asks for a card of the Vizier's to keep, until all are kept (CL-6.7)."""
    seat = state.active
    menu = tuple(compress(KEEP, state.packet))
    if not menu:
        _end_vizier(state, seat, log)
        return None
    return Decision("vizier", {seat: (*menu, STOP)}, {seat: STOP})


def vizier(state: State, choices: Mapping[Seat, Keep | Stop], log: Log) -> None:
    """Keeps a card for an amulet, or no more (CL-6.7)."""
    seat = state.active
    action = choices[seat]
    if not isinstance(action, Keep):
        _end_vizier(state, seat, log)
        return
    card = CARD[action.card]
    state.packet = changed(state.packet, card, -1)
    state.kept += 1
    state.hands[seat][card] += 1
    state.sizes[seat] += 1
    state.amulets[seat] += 1
    if log is not None:
        log.append(Kept(seat, action.card, to=(seat,)))


def _end_vizier(state: State, seat: int, log: Log) -> None:
    """Lays what is not kept face down on the discard pile; the others learn the numbers (CL-6.7)."""
    left = sum(state.packet)
    for card, count in enumerate(state.packet):
        for _ in range(count):
            bury(state, seat, card)
    if log is not None:
        first = None if state.first == NOTHING else CARDS[state.first]
        log.append(Chosen(seat, left + state.kept, state.kept, state.kept, first))
    state.packet = NO_CARDS
    state.kept = 0
    state.first = NOTHING
    _resolved(state)


def ask_envoy_targets(state: State, log: Log) -> Decision:
    """Asks to whom the Envoy goes: any of the others, or nobody (CL-6.6)."""
    seat = state.active
    menu = ENVOY_MENUS[state.seats][seat]
    return Decision("envoy_targets", {seat: menu}, {seat: menu[0]})


def envoy_targets(state: State, choices: Mapping[Seat, Targets], log: Log) -> None:
    """Sends the Envoy (CL-6.6)."""
    seats = choices[state.active].seats
    state.named = state.targets = sum([1 << seat for seat in seats])
    state.given = 0
    state.phase = ENVOY_REPLY
    if log is not None:
        log.append(Sent(state.active, seats))


def ask_envoy_reply(state: State, log: Log) -> Decision | None:
    """Asks the seats that the Envoy visits, in turn, for one more card with an amulet (CL-6.6)."""
    while (seat := _next_asked(state)) != NOTHING:
        menu: Menu = tuple(compress(GIVE, state.hands[seat])) if state.amulets[seat] else ()
        if menu:
            return Decision("envoy_reply", {seat: (*menu, STOP)}, {seat: STOP})
        _end_reply(state, seat, log)
    _resolved(state)
    return None


def envoy_reply(state: State, choices: Mapping[Seat, Give | Stop], log: Log) -> None:
    """Hands over a card and an amulet, or ends the visit (CL-6.6)."""
    seat, active = state.asked, state.active
    action = choices[seat]
    if not isinstance(action, Give):
        _end_reply(state, seat, log)
        return
    give(state, seat, active, CARD[action.card])
    state.amulets[seat] -= 1
    state.amulets[active] += 1
    state.given += 1
    if log is not None:
        log.append(Given(seat, active, action.card, to=tuple(sorted((seat, active)))))


def _end_reply(state: State, seat: int, log: Log) -> None:
    if log is not None:
        log.append(Delivered(seat, state.active, state.given))
    state.asked = NOTHING
    state.given = 0
