"""The contract's checks pass a sound game and catch each way of breaking a promise."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from arena import flow
from arena.codec import Codec
from arena.contract import check_game, check_rules
from arena.game import Action, Asked, Choices, Decision, Event, Log, Options, Result, Seat
from arena.rng import Stream
from tests.arena.toy import DRAW, GAME, KEEP, PLAY, Drawn, Play, Toy, ToyState, ToyView


def conserved(state: ToyState) -> None:
    """All 24 cards are somewhere."""
    cards = sorted(itertools.chain(state.pile, state.played, *state.hands))
    assert cards == list(range(1, 25)), f"the cards are {cards}"


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("prizes", ["small", "large"])
def test_a_sound_game_passes(seats: int, prizes: str) -> None:
    seen = check_game(GAME, seats=seats, seed=1, options={"prizes": prizes}, games=10, conserved=conserved)
    assert seen.games == 12
    assert set(seen.menus) == {"card", "prize"}
    assert set(seen.reasons) == {"rounds"}
    assert seen.longest <= GAME.longest


def test_a_sound_game_says_sound_things_of_itself() -> None:
    check_rules(GAME)


class SharingState(ToyState):
    def copy(self) -> SharingState:
        lists = (self.prizes[:], [hand[:] for hand in self.hands], self.pile[:], self.scores, self.played[:])
        return SharingState(*lists, self.round, self.winner, self.phase, self.pending)


class SharesItsCopies(Toy):
    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> ToyState:
        return SharingState(*_fields(super().new_game(seed=seed, seats=seats, options=options, log=log)))


class ForgetfulState(ToyState):
    def to_bytes(self) -> bytes:
        return b"" if self.round else super().to_bytes()


class BytesWithoutScores(Toy):
    """Copies are ToyStates, whose bytes tell more."""

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> ToyState:
        return ForgetfulState(*_fields(super().new_game(seed=seed, seats=seats, options=options, log=log)))


def _fields(state: ToyState) -> tuple[Any, ...]:
    return tuple(getattr(state, name) for name in state.__struct_fields__)


class ViewShowsThePile(Toy):
    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        return ToyView(seat, state.round, state.pile[-1], (), (), (), (), state.winner)


class LookingChangesTheState(Toy):
    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        state.scores[0] += 1
        return super().view(state, seat)


class ShowsAnEarlierLook(Toy):
    looked: tuple[ToyState, dict[Seat | None, ToyView]] | None = None

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        if self.looked is None or self.looked[0] is not state:
            self.looked = state, {}
        return self.looked[1].setdefault(seat, super().view(state, seat))


class MenuFollowsThePile(Toy):
    def decision(self, state: ToyState) -> Decision | None:
        decision = state.pending
        if decision is None or state.pile[-1] % 2:
            return decision
        return Decision(decision.kind, {seat: menu[::-1] for seat, menu in decision.legal.items()}, decision.default)


class TellsEverybodyTheDraw(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        super().advance(state, choices, log)
        if log:
            log[:] = [
                Drawn(event.seat, state.hands[event.seat][0]) if isinstance(event, Drawn) else event for event in log
            ]


class TellsStrangers(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        super().advance(state, choices, log)
        if log:
            log[0] = Drawn(0, 0, to=(len(state.hands),))


class PlaysOtherwiseWithoutALog(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        super().advance(state, choices, log)
        state.scores[0] += log is None


class _Patched(Toy):
    """Lets a test change each decision."""

    def patched(self, decision: Decision) -> Decision:
        raise NotImplementedError

    def decision(self, state: ToyState) -> Decision | None:
        return None if state.pending is None else self.patched(state.pending)


class ListsAnActionTwice(_Patched):
    def patched(self, decision: Decision) -> Decision:
        menus = {seat: (*menu, menu[0]) for seat, menu in decision.legal.items()}
        return Decision(decision.kind, menus, decision.default)


class ListsTooMuch(_Patched):
    def patched(self, decision: Decision) -> Decision:
        menus: dict[Seat, tuple[Action, ...]] = {seat: tuple(map(Play, range(501))) for seat in decision.legal}
        return Decision(decision.kind, menus, decision.default)


class AsksWhatIsForced(_Patched):
    def patched(self, decision: Decision) -> Decision:
        menus = {seat: menu[:1] for seat, menu in decision.legal.items()}
        return Decision(decision.kind, menus, decision.default)


class AsksSeatsOutOfOrder(_Patched):
    def patched(self, decision: Decision) -> Decision:
        return Decision(decision.kind, dict(reversed(decision.legal.items())), decision.default)


class RefusesWhatItLists(_Patched):
    def patched(self, decision: Decision) -> Decision:
        menus: dict[Seat, tuple[Action, ...]] = {seat: (PLAY[24], PLAY[23]) for seat in decision.legal}
        return Decision("card", menus, dict.fromkeys(menus, PLAY[24]))


class DefaultIsIllegal(_Patched):
    def patched(self, decision: Decision) -> Decision:
        return Decision(decision.kind, decision.legal, dict.fromkeys(decision.default, Play(99)))


class DefaultIsMissing(_Patched):
    def patched(self, decision: Decision) -> Decision:
        return Decision(decision.kind, decision.legal, {})


class ReadsAnotherAction(Toy):
    def parse_action(self, text: str) -> Action:
        return KEEP if text == "draw" else super().parse_action(text)


class LoudPlay(Play, frozen=True, tag="play"):
    def __str__(self) -> str:
        return "play"


class WritesTwoActionsAlike(_Patched):
    def patched(self, decision: Decision) -> Decision:
        menus: dict[Seat, tuple[Action, ...]] = {seat: (LoudPlay(1), LoudPlay(2)) for seat in decision.legal}
        return Decision(decision.kind, menus, {seat: LoudPlay(1) for seat in menus})


class JsonCodec(Codec):
    __slots__ = ()

    def action(self, text: bytes | str) -> Any:
        return KEEP


class JsonReadsAnotherAction(Toy):
    codec = JsonCodec(GAME.codec.action_type, GAME.codec.event_type, GAME.codec.view_type)


class RanksAreDense(Toy):
    def result(self, state: ToyState) -> Result | None:
        result = super().result(state)
        return result and Result(tuple(sorted(result.scores)), (2, 1, 1), result.reason)


class RanksAgainstTheScores(Toy):
    def result(self, state: ToyState) -> Result | None:
        result = super().result(state)
        return result and Result((0, 1, 2), (1, 2, 3), result.reason)


class ResultComesEarly(Toy):
    def result(self, state: ToyState) -> Result | None:
        return Result((0,) * 3, (1,) * 3, "none")


class ResultNeverComes(Toy):
    def result(self, state: ToyState) -> Result | None:
        return None


class PromisesAShorterGame(Toy):
    longest = 3


class ChangesBeforeItRefuses(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        state.round += not choices
        super().advance(state, choices, log)


class TakesAnything(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        if state.pending is not None:
            choices = {
                **state.pending.default,
                **{seat: choices[seat] for seat in choices if seat in state.pending.legal},
            }
            for seat, action in choices.items():
                if action not in state.pending.legal[seat]:
                    choices = state.pending.default
        super().advance(state, choices, log)


class TellsNothing(Toy):
    def describe(self, event: Event, names: Sequence[str]) -> str:
        return "something"


class ReshufflesTheOriginal(Toy):
    def reshuffle_hidden(self, state: ToyState, seat: Seat | None, stream: Stream) -> ToyState:
        state.pile.reverse()
        return super().reshuffle_hidden(state, seat, stream)


class NeverReshuffles(Toy):
    def reshuffle_hidden(self, state: ToyState, seat: Seat | None, stream: Stream) -> ToyState:
        return state.copy()


class ReshufflesOwnHands(Toy):
    def reshuffle_hidden(self, state: ToyState, seat: Seat | None, stream: Stream) -> ToyState:
        return super().reshuffle_hidden(state, None, stream)


class ImaginesOwnHands(Toy):
    def imagine(self, view: ToyView, stream: Stream) -> ToyState:
        return super().imagine(Toy().view(Toy().new_game(seed=0, seats=3), view.seat), stream)


class HidesThatItIsOver(Toy):
    def asked(self, view: ToyView) -> Asked:
        return super().asked(view) or Asked(None, (0,))


class ForgetsWhomItAsks(Toy):
    def asked(self, view: ToyView) -> Asked | None:
        asked = super().asked(view)
        return asked and Asked(None, asked.seats)


class NamesTheWrongSeats(Toy):
    def asked(self, view: ToyView) -> Asked | None:
        asked = super().asked(view)
        return asked and Asked(asked.kind, (*asked.seats, 3))


class NamesNobody(Toy):
    def asked(self, view: ToyView) -> Asked | None:
        asked = super().asked(view)
        return asked and (asked if view.seat in asked.seats else Asked(None, ()))


class LosesACard(Toy):
    def advance(self, state: ToyState, choices: Choices, log: Log = None) -> None:
        super().advance(state, choices, log)
        if DRAW in choices.values():
            state.played.pop()


class DealsByTheClock(Toy):
    deals = itertools.count()

    def new_game(self, *, seed: int, seats: int, options: Options | None = None, log: Log = None) -> ToyState:
        return super().new_game(seed=next(self.deals), seats=seats, options=options, log=log)


class EndsWithoutAnEnd(Toy):
    def decision(self, state: ToyState) -> Decision | None:
        return None if state.round else state.pending


BROKEN = {
    SharesItsCopies: "playing a copy changed its original|two copies",
    BytesWithoutScores: "a copy differs from its original|two different states",
    ViewShowsThePile: "the view of seat 0 depends on what it must not see",
    LookingChangesTheState: "looking at the state changed it",
    MenuFollowsThePile: "the menu of .* depends on what it must not see",
    TellsEverybodyTheDraw: "an event tells .* what it must not see",
    TellsStrangers: "is told to the seats",
    PlaysOtherwiseWithoutALog: "two different states",
    ListsAnActionTwice: "lists an action twice",
    ListsTooMuch: "has 501 actions",
    AsksWhatIsForced: "without a choice was asked",
    AsksSeatsOutOfOrder: "asks the seats",
    RefusesWhatItLists: "what a menu lists is refused",
    DefaultIsIllegal: "the default of seat .* is not legal",
    DefaultIsMissing: "has defaults for the seats",
    ReadsAnotherAction: "reads as another action",
    WritesTwoActionsAlike: "have the same notation",
    ShowsAnEarlierLook: "is not what a copy of the state shows",
    JsonReadsAnotherAction: "does not survive JSON",
    RanksAreDense: "are not counted",
    RanksAgainstTheScores: "do not follow the scores",
    ResultComesEarly: "while the game runs",
    ResultNeverComes: "no result",
    PromisesAShorterGame: "goes on after its longest",
    ChangesBeforeItRefuses: "left traces",
    TakesAnything: "were taken, though they are not legal",
    TellsNothing: "no sentence",
    ReshufflesTheOriginal: "changed the original",
    NeverReshuffles: "never changed anything",
    ReshufflesOwnHands: "the view of seat 0 depends on",
    ImaginesOwnHands: "the view of .* depends on",
    HidesThatItIsOver: "takes None for",
    ForgetsWhomItAsks: "is asked card, but knows of",
    NamesTheWrongSeats: "knows of .* but card is asked of",
    NamesNobody: "waits for the seats",
    LosesACard: "a conservation law is broken",
    DealsByTheClock: "two different states",
    EndsWithoutAnEnd: "still in a phase|no result",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_promise_is_caught(broken: type[Toy]) -> None:
    with pytest.raises(AssertionError, match=BROKEN[broken]):
        check_game(broken(), seats=3, seed=5, games=5, conserved=conserved)


def test_a_failure_says_how_to_see_it_again() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(TellsNothing(), seats=3, seed=7, options={"prizes": "large"})
    assert "toy, 3 seats, options {'prizes': 'large'}, seed 7, random choices, ply 1" in str(caught.value)


class TakesAnyOption(Toy):
    def resolve_options(self, seats: int, options: Options | None) -> dict[str, str]:
        return super().resolve_options(seats, {"prizes": "large"})


class TakesAnySeatCount(Toy):
    def resolve_options(self, seats: int, options: Options | None) -> dict[str, str]:
        return super().resolve_options(2, options)


class TakesAnyText(Toy):
    def parse_action(self, text: str) -> Action:
        return PLAY[1]


class HasNoVersion(Toy):
    rules_version = 0


@pytest.mark.parametrize("broken", [TakesAnyOption, TakesAnySeatCount, TakesAnyText, HasNoVersion])
def test_a_game_that_takes_anything_is_caught(broken: type[Toy]) -> None:
    with pytest.raises(AssertionError, match="toy: "):
        check_rules(broken())


def test_the_walker_ends_in_no_phase() -> None:
    state = GAME.new_game(seed=1, seats=2)
    while (decision := GAME.decision(state)) is not None:
        GAME.advance(state, decision.default)
    assert state.phase == flow.OVER
