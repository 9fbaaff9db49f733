"""Names that people choose, for themselves and for bots: what is allowed, and when two of them are the same.

A name is stored as it is shown: NFKC, trimmed, single spaces. Its key decides whether it is taken: case-folded, and
with letters of other scripts that look like Latin ones read as those.
"""

import unicodedata

from nile_site.accounts.refusals import Refused

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that a name may not hold: controls, marks that turn the writing direction, unassigned, …"""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or signs but show nothing."""

_STACKED = 2
"""At most this many combining marks may sit on one character, so that a line keeps its height."""

_LOOKALIKES = str.maketrans(
    "авекмнорстухіјѕԁһԛԝӏүѵαεικνορτυχ",
    "abekmhopctyxijsdhqwlyvaeiknoptux",
)
"""Cyrillic and Greek small letters with the Latin letter that they look like, after case-folding."""


def clean_name(text: str, *, what: str, longest: int, field: str = "name") -> str:
    """Return the name as it is stored and shown; `what` says whose it is ("bot", "account").

    Raises Refused with the reason.
    """
    name = " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part)
    if not name:
        raise Refused(f"Give the {what} a name.", field)
    if any(unicodedata.category(char) in _INVISIBLE or char in _BLANK for char in name):
        raise Refused(f"The name of the {what} holds a character that cannot be seen, such as a line break.", field)
    if len(name) > longest:
        raise Refused(f"The name of the {what} has {len(name)} characters; {longest} are allowed.", field)
    stacked = 0
    for char in name:
        stacked = stacked + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if stacked > _STACKED:
            raise Refused(f"The name of the {what} piles up more than {_STACKED} accents on one letter.", field)
    if not any(unicodedata.category(char)[0] in "LNS" for char in name):
        raise Refused(f"The name of the {what} needs a letter, a digit or a sign.", field)
    return name


def clean_username(text: str, *, longest: int) -> str:
    """Return an account's name: letters, digits, spaces and `. _ - '` only, so that it never looks like an address."""
    name = clean_name(text, what="account", longest=longest, field="username")
    wrong = next((char for char in name if unicodedata.category(char)[0] not in "LMN" and char not in " ._-'"), None)
    if wrong is not None:
        raise Refused(f"The name of an account has letters, digits, spaces and . _ - ' but no {wrong!r}.", "username")
    return name


def name_key(name: str) -> str:
    """Return what decides whether two names are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(_LOOKALIKES).strip()
