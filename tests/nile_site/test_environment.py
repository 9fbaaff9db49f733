"""What operators set: every variable is documented, and a wrong value is a sentence."""

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from nile_site.environment import VARIABLES, Variable

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operators.md"


def test_the_operators_page_lists_every_variable_with_its_default() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`(.*?)`)? *\| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    listed = {name: (default, meaning) for name, default, meaning in rows}
    assert listed == {name: (one.default or "", one.meaning) for name, one in VARIABLES.items()}


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch) -> Variable:
    monkeypatch.setenv("NILE_TRY", " Maybe ")
    return Variable("NILE_TRY", None, "Only tried.")


def test_a_wrong_value_names_the_variable_and_what_is_allowed(variable: Variable) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"NILE_TRY.*neither yes"):
        variable.is_on()
    with pytest.raises(ImproperlyConfigured, match=r"NILE_TRY.*whole number from 1 to 9"):
        variable.number(low=1, high=9)
    with pytest.raises(ImproperlyConfigured, match=r"NILE_TRY.*one of: this, that"):
        variable.choice("this", "that")
    assert variable.choice("maybe") == "maybe"
    assert variable.names() == ["Maybe"]


def test_a_missing_value_says_what_it_is_for() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"NILE_NONE is not set\. It matters\."):
        Variable("NILE_NONE", None, "It matters.").text()
