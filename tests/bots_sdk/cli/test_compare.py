"""`nile compare`: clear cases are told apart, equal bots are not, and a field that cannot be is refused."""

from __future__ import annotations

from pathlib import Path

from tests.bots_sdk.cli.conftest import Nile
from tests.bots_sdk.cli.test_play import PLAIN, RAISING

FIELD = ("--field", "random", "--field", "random")


def test_a_clearly_worse_bot_is_found_not_to_be_better(nile: Nile) -> None:
    result = nile("compare", "random", "heuristic", *FIELD, "--seed", "1")  # starts are quicker than with PLAIN
    assert result.exit_code == 1, result.output
    assert "random is not better than heuristic" in result.output


def test_a_few_blocks_leave_it_open_and_say_so(nile: Nile) -> None:
    result = nile("compare", "heuristic", "heuristic", *FIELD, "--blocks", "2", *PLAIN)
    assert result.exit_code == 3, result.output
    assert "Undecided whether heuristic is better than heuristic 2" in result.output
    assert "--blocks" in result.output


def test_faults_are_counted(nile: Nile, tmp_path: Path) -> None:
    (tmp_path / "raising.py").write_text(RAISING)
    result = nile("compare", "raising.py", "random", *FIELD, "--blocks", "1", *PLAIN)
    assert result.exit_code == 3, result.output
    assert "raising made a fault in 3 matches" in result.output


def test_a_field_of_the_wrong_size_is_refused(nile: Nile) -> None:
    result = nile("compare", "heuristic", "random", "--field", "random", *PLAIN)
    assert result.exit_code == 2
    assert "needs a field of 2 or 3 bots; you named 1" in result.output
