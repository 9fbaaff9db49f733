"""A slot's bots run under a number that nobody else uses, or not at all."""

from __future__ import annotations

import pytest

from arena.errors import SandboxUnavailable
from arena.sandbox import users


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[int] | bool]:
    """A machine where everything is as it should be; tests change it."""
    state: dict[str, set[int] | bool] = {"may": True, "mapped": set(range(65536)), "accounts": {0}, "running": {0}}
    monkeypatch.setattr(users, "_may_change_user", lambda: state["may"])
    monkeypatch.setattr(users, "_is_mapped", lambda uid: uid in state["mapped"])  # type: ignore[operator]
    monkeypatch.setattr(users, "_has_account", lambda uid: uid in state["accounts"])  # type: ignore[operator]
    monkeypatch.setattr(users, "_is_running", lambda uid: uid in state["running"])  # type: ignore[operator]
    return state


def test_every_slot_has_a_number_of_its_own(machine: dict[str, set[int] | bool]) -> None:
    numbers = [users.slot_uid(slot) for slot in range(256)]
    assert len(set(numbers)) == 256
    assert 0 not in numbers
    assert users.slot_uid(3) == 64103


def test_a_number_that_belongs_to_somebody_is_not_taken(machine: dict[str, set[int] | bool]) -> None:
    machine["accounts"] = {64100}
    assert users.slot_uid(0) == 65534
    assert users.slot_uid(1) == 64101


def test_nobody_serves_where_there_are_no_other_numbers(machine: dict[str, set[int] | bool]) -> None:
    machine["mapped"] = {0, 65534}
    assert users.slot_uid(0) == 65534
    machine["running"] = {65534}
    with pytest.raises(SandboxUnavailable, match="65534 is in use"):
        users.slot_uid(0)


def test_root_that_can_be_nobody_else_runs_no_bots(machine: dict[str, set[int] | bool]) -> None:
    machine["may"] = False
    with pytest.raises(SandboxUnavailable, match="ordinary user"):
        users.slot_uid(0)


def test_there_are_no_other_slots(machine: dict[str, set[int] | bool]) -> None:
    for slot in (-1, 256):
        with pytest.raises(ValueError, match="slots"):
            users.slot_uid(slot)


def test_the_real_machine_is_asked() -> None:
    assert users._is_mapped(0)
    assert users._has_account(0)
    assert not users._has_account(64100 + 255)
    assert users._is_running(0)
    assert isinstance(users._may_change_user(), bool)
