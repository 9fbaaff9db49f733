"""The palette keeps its promises of contrast, by day and by night."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "arena" / "viewer" / "tokens.css").read_text()
PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
COLOURS = {name: (day, night) for name, day, night in PAIR.findall(CSS)}
PLAIN = ("page", "surface", "surface-sunk")
ACCENTS = ("lapis", "malachite", "gold", "carnelian")
SEATS = range(5)

READABLE = [
    *((ink, plain) for ink in ("ink", "ink-soft", "lapis-strong", *ACCENTS) for plain in PLAIN),
    *((accent, f"{accent}-tint") for accent in ACCENTS),
    *((ink, f"{accent}-tint") for ink in ("ink", "ink-soft") for accent in ACCENTS),
    *(("on-accent", accent) for accent in ("lapis", "malachite", "carnelian")),
    *((f"on-seat-{seat}", f"seat-{seat}") for seat in SEATS),
]
VISIBLE = [
    *((mark, plain) for mark in ("edge-strong", "focus") for plain in PLAIN),
    *((f"seat-{seat}", "surface") for seat in SEATS if seat != 3),  # gold needs its outline by day
]


def luminance(colour: str) -> float:
    """Gives the relative luminance of #rrggbb, 0..1 (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Gives the contrast ratio of two colours, 1..21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("text", "ground"), READABLE)
def test_text_is_readable(text: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("mark", "ground"), VISIBLE)
def test_marks_stand_out(mark: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[mark][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
def test_seats_differ(theme: int) -> None:
    seats = [COLOURS[f"seat-{seat}"][theme] for seat in SEATS]
    for one, other in combinations(seats, 2):
        distance = sum((int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) ** 2 for i in (1, 3, 5)) ** 0.5
        assert distance > 70, (one, other)
