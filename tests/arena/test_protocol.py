"""What a bot may answer is read strictly, whatever bytes come."""

from __future__ import annotations

import time

import pytest

from arena.errors import ProtocolError
from arena.protocol import NOTE_LENGTH, read_answer, read_ready


def test_an_answer_holds_an_index_or_an_action() -> None:
    assert read_answer(b'{"type":"action","number":3,"index":0}').index == 0
    answer = read_answer(b'{"type":"action","number":3,"action":{"type":"coins"},"note":"rich"}')
    assert bytes(answer.action) == b'{"type":"coins"}'  # type: ignore[arg-type]
    assert answer.note == "rich"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"0",
        b"[]",
        b"null",
        b'{"type":"action"}',
        b'{"type":"action","number":1}',
        b'{"type":"action","number":1,"index":null}',
        b'{"type":"action","number":1,"index":0,"action":{}}',
        b'{"type":"ready"}',
        b'{"type":"action","number":1,"index":-1}',
        b'{"type":"action","number":1,"index":1.0}',
        b'{"type":"action","number":1,"index":true}',
        b'{"type":"action","number":1,"index":"1"}',
        b'{"type":"action","number":1,"index":1e999}',
        b'{"type":"action","number":1,"index":NaN}',
        b'{"type":"action","number":1,"index":99999999999999999999}',
        b'{"type":"action","number":1,"index":0,"winner":0}',
        b'{"result":{"winner":0}}',
        b'{"type":"action","number":1,"index":0,"note":"\\u0000"}',
        b'{"type":"action","number":1,"index":0,"note":"\\u001b[31m"}',
        b'{"type":"action","number":1,"index":0,"note":"\\ud800"}',
        b'{"type":"action","number":1,"index":0,"note":"' + b"x" * (NOTE_LENGTH + 1) + b'"}',
        b'{"type":"action","number":1,"index":0,' + b",".join(b'"k%d":0' % key for key in range(5000)) + b"}",
        b'{"type":"action","number":1,"index":0,"note":"\xf0\x9f"}',
        b"\xff\xfe",
        b'\xef\xbb\xbf{"type":"action","number":1,"index":0}',
        '{"type":"action","number":1,"index":0}'.encode("utf-16"),
        b"[" * 60_000,
        b'{"type":"action","number":1,"action":' + b"[" * 60_000,
        b'{"type":"action","number":1,"index":0} {"type":"action","number":1,"index":0}',
    ],
)
def test_anything_else_is_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_answer(line)


def test_what_a_refusal_quotes_cannot_steer_a_terminal_or_a_page() -> None:
    with pytest.raises(ProtocolError) as refused:
        read_answer(b'{"type":"action","number":1,"index":0,"a\\u0000b\\u001b[31m\\u202e":1}')
    assert str(refused.value) == "Object contains unknown field `a\\x00b\\x1b[31m\\u202e`"


def test_of_a_key_that_comes_twice_the_last_counts() -> None:
    """JSON leaves it open; what matters is that it is the same everywhere and checked all the same."""
    assert read_answer(b'{"type":"action","number":1,"index":0,"index":2}').index == 2
    with pytest.raises(ProtocolError):
        read_answer(b'{"type":"action","number":1,"index":2,"index":-1}')


def test_a_number_of_a_million_digits_costs_nothing() -> None:
    line = b'{"type":"action","number":1,"index":' + b"9" * 1_000_000 + b"}"
    begun = time.process_time()
    with pytest.raises(ProtocolError):
        read_answer(line)
    reading = time.process_time() - begun
    begun = time.process_time()
    for _ in range(20):
        line.count(b"8")
    assert reading < 20 * (time.process_time() - begun) + 0.05


def test_ready_is_nothing_but_ready() -> None:
    read_ready(b'{"type":"ready"}')
    with pytest.raises(ProtocolError):
        read_ready(b'{"type":"ready","name":"x"}')
