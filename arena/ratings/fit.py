"""A batch fit of the same results, as a second opinion: Bradley and Terry's model by Hunter's MM steps (2004).

The order that the ledger ends with must agree with it; see tests. Floats are fine here: nothing is stored.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import log10
from typing import TypeVar

E = TypeVar("E", bound=Hashable)


def fit(scores: Mapping[tuple[E, E], float], *, anchor: E, at: float = 1000.0, steps: int = 500) -> dict[E, float]:
    """Fits ratings, in points, with the anchor standing at `at`.

    scores[a, b]: how often a came before b, ties counted half to both. Half a win and half a loss against the anchor
    are added for everyone, so that nobody ends up infinitely far away.
    """
    names = sorted({name for pair in scores for name in pair} | {anchor}, key=repr)
    won = dict(scores)
    for name in names:
        if name != anchor:
            won[name, anchor] = won.get((name, anchor), 0.0) + 0.5
            won[anchor, name] = won.get((anchor, name), 0.0) + 0.5
    met: dict[E, dict[E, float]] = {name: {} for name in names}
    total = dict.fromkeys(names, 0.0)
    for (a, b), score in won.items():
        met[a][b] = met[a].get(b, 0.0) + score
        met[b][a] = met[b].get(a, 0.0) + score
        total[a] += score
    strength = dict.fromkeys(names, 1.0)
    for _ in range(steps):
        for name in names:
            faced = sum(games / (strength[name] + strength[other]) for other, games in met[name].items())
            strength[name] = total[name] / faced if faced else 1.0
        unit = strength[anchor]
        strength = {name: value / unit for name, value in strength.items()}
    return {name: at + 400 * log10(value) for name, value in strength.items()}
