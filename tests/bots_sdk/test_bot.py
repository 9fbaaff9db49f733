"""The class that authors extend: what it knows before the first question, and what counts as an answer."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.nefertiti import GAME
from arena.games.nefertiti.actions import PASS, Pass
from arena.protocol import NOTE_LENGTH, PROTOCOL, Answer, Clock, Hello, encode, read_answer
from bots_sdk import AnyTurn, Bot, IllegalChoice, Turn
from bots_sdk.bot import choose, make, note_of

HELLO = Hello(PROTOCOL, GAME.slug, GAME.rules_version, 2, 3, GAME.resolve_options(3, None), {"bank_ms": 10_000}, 5)


class Given(Bot):
    """Answers with what it is told to."""

    answer: Any = 0

    def decide(self, turn: AnyTurn) -> Any:
        return self.answer


def turn() -> AnyTurn:
    state = GAME.new_game(seed=1, seats=3)
    decision = GAME.decision(state)
    assert decision is not None
    ((seat, legal),) = decision.legal.items()
    return Turn(1, decision.kind, GAME.view(state, seat), [], legal, Clock(10_000, 22_000, 0))


def test_everything_stands_before_the_authors_constructor_runs() -> None:
    class Early(Given):
        def __init__(self) -> None:
            self.seen = (self.game.slug, self.seat, self.seats, self.options["closing"], self.limits, self.seed)

    bot = make(Early, HELLO)
    assert isinstance(bot, Early)
    assert bot.seen == ("nefertiti", 2, 3, "sum_only", {"bank_ms": 10_000}, 5)


def test_start_runs_once_and_before_the_first_question() -> None:
    class Started(Given):
        starts = 0

        def start(self) -> None:
            self.starts += 1

    bot = make(Started, HELLO)
    choose(bot, turn())
    assert bot.starts == 1  # type: ignore[attr-defined]


def test_equal_seeds_give_equal_chance() -> None:
    one, two = make(Given, HELLO), make(Given, HELLO)
    assert [one.random.random() for _ in range(3)] == [two.random.random() for _ in range(3)]
    assert [one.stream.below(100) for _ in range(9)] == [two.stream.below(100) for _ in range(9)]


def test_an_answer_is_an_action_or_its_index() -> None:
    asked = turn()
    bot = make(Given, HELLO)
    for index in (0, len(asked.legal) - 1):
        bot.answer = index  # type: ignore[attr-defined]
        assert choose(bot, asked) == index
        bot.answer = GAME.parse_action(str(asked.legal[index]))  # type: ignore[attr-defined]
        assert choose(bot, asked) == index


@pytest.mark.parametrize("answer", [-1, 10_000, True, 0.0, None, "coins", (), PASS, Pass()])
def test_anything_else_is_refused(answer: Any) -> None:
    bot = make(Given, HELLO)
    bot.answer = answer  # type: ignore[attr-defined]
    with pytest.raises(IllegalChoice, match=r"Given\.decide returned .* Return one of turn\.legal, or its index\."):
        choose(bot, turn())


@pytest.mark.parametrize("text", ["plain", "tab\tand\nnewline\0", "\ud800 half", "x" * 500, "é \u202e \u2028", 7.5])
def test_every_note_is_made_fit_for_the_wire(text: object) -> None:
    asked = turn()
    asked.note(text)
    note = note_of(asked)
    assert len(note) <= NOTE_LENGTH
    assert read_answer(encode(Answer(1, 0, note=note))).note == note


def test_the_last_note_counts() -> None:
    asked = turn()
    assert note_of(asked) == ""
    asked.note("first")
    asked.note("second")
    assert note_of(asked) == "second"
