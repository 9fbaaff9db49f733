"""Rating curves: numbers in, the geometry of an SVG out. Drawn on the server, so that they print and need no script."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 640, 170
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 26
_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


@dataclass(frozen=True, slots=True)
class Point:
    """One rating after one block: how many blocks were rated before and with it, rating and error in points."""

    block: int
    rating: float
    error: float
    version: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid: where, and what it says."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All that the template draws."""

    curve: str
    band: str
    last: tuple[float, float]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    versions: tuple[Tick, ...]
    summary: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def chart_of(points: Sequence[Point]) -> Chart | None:
    """Draw the curve with its band of one error up and down; None for fewer than two points."""
    if len(points) < 2:
        return None
    points = thinned(points)
    low = min(p.rating - p.error for p in points)
    high = max(p.rating + p.error for p in points)
    step = next((s for s in _STEPS if (high - low) / s <= 5), _STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    if bottom == top:
        top += step
    first, last = points[0].block, points[-1].block

    def x(block: float) -> float:
        return round(LEFT + (block - first) / max(last - first, 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(TOP + (top - value) / (top - bottom) * (HEIGHT - TOP - BOTTOM), 1)

    upper = [f"{x(p.block)},{y(p.rating + p.error)}" for p in points]
    lower = [f"{x(p.block)},{y(p.rating - p.error)}" for p in reversed(points)]
    curve = [f"{x(p.block)},{y(p.rating)}" for p in points]
    levels = range(int(bottom), int(top) + 1, step)
    changes = [later for earlier, later in pairwise(points) if later.version != earlier.version]
    return Chart(
        curve="M" + " L".join(curve),
        band="M" + " L".join([*upper, *lower]) + " Z",
        last=(x(last), y(points[-1].rating)),
        rows=tuple(Tick(y(level), str(level)) for level in levels),
        columns=tuple(Tick(x(block), str(block)) for block in sorted({first, (first + last) // 2, last})),
        versions=tuple(Tick(x(p.block), f"v{p.version}") for p in changes),
        summary=f"From {points[0].rating:.0f} to {points[-1].rating:.0f} over {last - first} blocks.",
    )


def spark_of(ratings: Sequence[float]) -> str:
    """Give the path of a small curve in a box of 100 by 28; empty for fewer than two values."""
    if len(ratings) < 2:
        return ""
    low, high = min(ratings), max(ratings)
    across = 100 / (len(ratings) - 1)
    spread = max(high - low, 10)
    middle = (high + low) / 2
    heights = [14 - (value - middle) / spread * 24 for value in ratings]
    return "M" + " L".join(f"{round(i * across, 1)},{round(h, 1)}" for i, h in enumerate(heights))


@dataclass(frozen=True, slots=True)
class Bar:
    """An error bar in a box of 100 by 12: where the interval begins and ends, and where the rating lies."""

    begin: float
    end: float
    at: float
    words: str


def bars_of(figures: Sequence[tuple[float, float] | None]) -> list[Bar | None]:
    """Draw the 95 % interval of each rating with its standard error, in points, all on one scale; None stays None."""
    reach = [end for rating, error in filter(None, figures) for end in (rating - 1.96 * error, rating + 1.96 * error)]
    low = min(reach, default=0.0)
    scale = 92 / max(max(reach, default=0.0) - low, 1)

    def bar(rating: float, error: float) -> Bar:
        begin, end = rating - 1.96 * error, rating + 1.96 * error
        places = [round(4 + (value - low) * scale, 1) for value in (begin, end, rating)]
        return Bar(*places, f"95 % between {begin:.0f} and {end:.0f}")

    return [None if figure is None else bar(*figure) for figure in figures]


def thinned(points: Sequence[Point], most: int = 300) -> Sequence[Point]:
    """Leave out points evenly so that at most about `most` stay; first and last always do."""
    if len(points) <= most:
        return points
    step = len(points) / most
    kept = [points[int(i * step)] for i in range(most)]
    return [*kept[:-1], points[-1]]
