"""One loop plays every match: faults stay with their seat, ranks are just, and everything is told to the right seat."""

from __future__ import annotations

from typing import Any

import pytest

from arena import replay
from arena.errors import MatchVoid, UnknownGame
from arena.game import Action, Event
from arena.protocol import Hello, Over
from arena.referee.inline import Chooser, InlinePlayer
from arena.referee.match import Choice, MatchRecord, Usage, bot_seed, clip, play
from arena.referee.verdicts import Fault, Verdict, final_ranks
from tests.arena.toy import GAME


def first(hello: Hello) -> Chooser:
    return lambda kind, view, events, legal: legal[0]


def last(hello: Hello) -> Chooser:
    return lambda kind, view, events, legal: legal[-1]


def sit(*makers: Any, seed: int = 1) -> MatchRecord:
    return play(
        GAME,
        seed=seed,
        players=[InlinePlayer(maker) for maker in makers],
        names=[f"bot{number}" for number in range(len(makers))],
    )


def test_a_match_without_faults_ends_with_the_ranks_of_the_game() -> None:
    record = sit(first, last, first)
    again = replay.verify(record.replay)
    assert again.outcome.ranks == record.ranks
    assert [seat.verdict for seat in record.seats] == [Verdict.OK] * 3
    assert record.plies == again.outcome.plies > 0


def test_equal_matches_give_equal_bytes() -> None:
    assert sit(first, last).replay == sit(first, last).replay
    assert sit(first, last).replay != sit(first, last, seed=2).replay


def test_a_seat_that_fails_plays_the_default_and_ranks_last() -> None:
    def raises_at_second(hello: Hello) -> Chooser:
        asked = []

        def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
            asked.append(kind)
            if len(asked) == 2:
                raise RuntimeError("boom")
            return legal[-1]

        return choose

    record = sit(last, raises_at_second, last)
    assert record.seats[1].verdict == Verdict.CRASHED
    assert "boom" in record.seats[1].detail
    assert record.seats[1].fault_ply is not None
    assert record.ranks[1] == 3
    assert sorted(record.ranks)[:1] == [1]
    assert record.seats[0].verdict == record.seats[2].verdict == Verdict.OK
    told = replay.read(record.replay)
    assert told.outcome.faults == {"1": "crashed"}
    assert any(choice.by_referee for choice in told.choices)
    replay.verify(record.replay)


def test_a_bot_that_cannot_start_is_at_fault_from_ply_0() -> None:
    def broken(hello: Hello) -> Chooser:
        raise ValueError("no start")

    record = sit(broken, first)
    assert record.seats[0].fault_ply == 0
    assert record.ranks == (2, 1)


def test_a_choice_that_is_not_legal_is_a_fault() -> None:
    record = sit(lambda hello: lambda *question: "nonsense", first)
    assert record.seats[0].verdict == Verdict.ILLEGAL


def test_when_every_bot_fails_all_are_tied_and_the_game_still_ends() -> None:
    def broken(hello: Hello) -> Chooser:
        raise ValueError

    record = sit(broken, broken, broken)
    assert record.ranks == (1, 1, 1)
    replay.verify(record.replay)


def test_sealed_choices_are_asked_against_the_same_state() -> None:
    seen: dict[int, list[Any]] = {0: [], 1: []}

    def watcher(hello: Hello) -> Chooser:
        def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
            if kind == "card":
                seen[hello.seat].append((view.round, view.played, view.cards))
            return legal[0]

        return choose

    sit(watcher, watcher)
    assert seen[0] == seen[1]


def test_events_are_told_once_in_order_and_only_to_whom_they_concern() -> None:
    told: dict[int, list[Any]] = {0: [], 1: [], 2: []}

    def watcher(hello: Hello) -> Chooser:
        def choose(kind: str, view: Any, events: list[Event], legal: tuple[Action, ...]) -> Action:
            told[hello.seat].extend(events)
            return legal[-1]

        return choose

    sit(watcher, watcher, watcher)
    drawn = [event for seat in told for event in told[seat] if type(event).__name__ == "Drawn"]
    assert drawn
    for seat, events in told.items():
        assert all(event.to is None or seat in event.to for event in events)
        opened = [event for event in events if type(event).__name__ == "Opened"]
        assert len(opened) == len({event.cards for event in opened})
        for event in events:
            if type(event).__name__ == "Drawn":
                assert (event.card != 0) == (event.seat == seat)


class Spoiler(InlinePlayer):
    """Meets, in the middle of a match, what is our fault."""

    ended = 0

    def ask(self, number: int, kind: str, view: object, events: list[Event], legal: tuple[Action, ...]) -> Choice:
        raise MatchVoid("the machine went away", 0)

    def finish(self) -> Usage:
        self.ended += 1
        return Usage()


def test_our_own_fault_ends_the_match_as_void_and_every_bot_with_it() -> None:
    spoiler = Spoiler(first)
    others = [Spoiler(first), Spoiler(first)]
    with pytest.raises(MatchVoid, match="went away"):
        play(GAME, seed=1, players=[*others, spoiler], names=["a", "b", "c"])
    assert all(player.ended for player in [*others, spoiler])


def test_every_bot_is_told_the_end_unless_it_failed() -> None:
    told: dict[int, Over] = {}

    class Listener(InlinePlayer):
        seat = 0

        def start(self, hello: Hello) -> None:
            self.seat = hello.seat
            super().start(hello)

        def close(self, over: Over) -> None:
            told[self.seat] = over

    def fails(hello: Hello) -> Chooser:
        raise ValueError

    record = play(GAME, seed=1, players=[Listener(first), Listener(fails)], names=["a", "b"])
    assert told[0] == Over(record.ranks, record.scores, "ok")
    assert told[1].verdict == "crashed"


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(UnknownGame):
        sit(first)


def test_final_ranks_tie_the_faulty_behind_the_clean() -> None:
    assert final_ranks((1, 2, 3, 4), (True, False, False, True)) == (3, 1, 2, 3)
    assert final_ranks((1, 1, 3), (False, False, False)) == (1, 1, 3)
    assert final_ranks((1, 1, 3), (False, True, False)) == (1, 3, 2)
    assert final_ranks((2, 1, 2), (True, True, True)) == (1, 1, 1)


def test_a_bot_seed_differs_by_seat_and_deal() -> None:
    seeds = {bot_seed(seed, seat) for seed in range(50) for seat in range(5)}
    assert len(seeds) == 250
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_long_bytes_are_kept_from_both_ends() -> None:
    assert clip(b"short") == b"short"
    kept = clip(b"a" * 5000 + b"b" * 100_000 + b"c" * 5000)
    assert len(kept) < 33_000
    assert kept.startswith(b"aaa")
    assert kept.endswith(b"ccc")
    assert b"77232 bytes left out" in kept


def test_a_fault_carries_what_was_sent() -> None:
    fault = Fault(Verdict.GARBLED, "no action", b"xyz")
    assert fault.answer == b"xyz"
    assert str(fault) == "garbled: no action"
