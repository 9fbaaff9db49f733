"""A short run of what `./run soak fuzz` does for hours."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.arena.fuzz.inputs import INPUTS
from tests.arena.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_bytes_come_the_answer_is_a_value_or_a_refusal(name: str) -> None:
    @settings(
        max_examples=150,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(INPUTS[name])
    def check(data: bytes) -> None:
        TARGETS[name](data)

    check()


@pytest.mark.parametrize(("name", "wanted"), [("wire", "answer"), ("archive", "bot")])
def test_some_of_the_inputs_are_good(name: str, wanted: str) -> None:
    """A fuzzer whose inputs are all refused at the door tests the door only."""
    from hypothesis import find

    from arena.errors import ArenaError
    from arena.protocol import read_answer
    from arena.sandbox.bundle import read_upload

    def is_good(data: bytes) -> bool:
        try:
            return bool(read_answer(data) if wanted == "answer" else read_upload(data, "bot.zip"))
        except ArenaError:
            return False

    assert find(st.one_of(INPUTS[name]), is_good, settings=settings(database=None, max_examples=5000))
