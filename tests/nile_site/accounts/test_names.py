"""Names: what is the same, what is refused, what stays as it was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nile_site.accounts.names import clean_name, clean_username, name_key
from nile_site.accounts.refusals import Refused


def clean(text: str) -> str:
    return clean_name(text, what="bot", longest=40)


@pytest.mark.parametrize(
    "other",
    ["sphinx", "SPHINX", " Sphinx ", "Ｓｐｈｉｎｘ", "Sphinx\u00a0", "\u0405phinx", "Sp\u04bbinx", "Sphin\u0445"],
    ids=["lower", "upper", "blanks", "wide", "hard space", "cyrillic S", "cyrillic h", "cyrillic x"],
)
def test_these_are_all_the_same_name(other: str) -> None:
    assert name_key(clean(other)) == name_key("Sphinx")


@pytest.mark.parametrize("other", ["Sphinx2", "Sfinx", "S phinx", "Sphínx"])
def test_these_are_other_names(other: str) -> None:
    assert name_key(clean(other)) != name_key("Sphinx")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Give the bot a name"),
        ("   ", "Give the bot a name"),
        ("\u00a0\u3000", "Give the bot a name"),
        ("a\u202eb", "cannot be seen"),
        ("a\u200fb", "cannot be seen"),
        ("a\u200bb", "cannot be seen"),
        ("a\nb", "cannot be seen"),
        ("a\x00b", "cannot be seen"),
        ("a\tb", "cannot be seen"),
        ("a\x1b[31mb", "cannot be seen"),
        ("\ud800", "cannot be seen"),
        ("\u3164", "cannot be seen"),
        ("a" + "\u0301" * 4, "accents"),
        ("a" + "\u0301" * 50, "characters"),
        ("\u0301", "letter"),
        ("...", "letter"),
        ("x" * 41, "41 characters"),
        ("ﷺ" * 3, "characters; 40"),
    ],
)
def test_these_are_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        clean(text)


@pytest.mark.parametrize(
    "text",
    ["<img src=x onerror=alert(1)>", "{{7*7}}", "=1+1", "-1", "@x", "🐍", "Нефертити", "Ägypten", "a 'b\" c", "x" * 40],
)
def test_these_are_kept_as_they_are(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("text", ["a@b.c", "a/b", "<b>", "a?b", "=1"])
def test_an_account_is_not_named_like_an_address_or_a_formula(text: str) -> None:
    with pytest.raises(Refused, match="letters, digits"):
        clean_username(text, longest=30)


def test_accounts_may_be_named_in_any_script() -> None:
    for text in ("Ana", "O'Neill", "Zoë-2", "Нефертити", "नेफ़र्टिटी", "Ana María"):
        assert clean_username(text, longest=30)


@given(st.text(max_size=60))
def test_a_clean_name_is_clean_again_and_has_a_key(text: str) -> None:
    try:
        name = clean(text)
    except Refused:
        return
    assert clean(name) == name
    assert name == name.strip()
    assert name_key(name) == name_key(name_key(name))
    assert name_key(name)
