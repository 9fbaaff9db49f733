"""Rating curves as geometry."""

from __future__ import annotations

import re

from nile_site.web.charts import HEIGHT, WIDTH, Point, chart_of, spark_of, thinned
from nile_site.web.seatlogs import bars_of


def points(count: int) -> list[Point]:
    return [Point(n, 1000 + n, 100, version=1 + n // 10) for n in range(count)]


def test_a_curve_needs_two_points() -> None:
    assert chart_of([]) is None
    assert chart_of(points(1)) is None
    assert spark_of([1000.0]) == ""


def test_everything_lies_in_the_frame() -> None:
    for count in (2, 30, 5000):
        chart = chart_of(points(count))
        assert chart is not None
        numbers = re.findall(r"(-?[\d.]+),(-?[\d.]+)", chart.curve + chart.band)
        assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT for x, y in numbers)
        assert len(numbers) < 1000


def test_a_new_version_is_marked_and_a_level_curve_drawn() -> None:
    chart = chart_of(points(30))
    assert chart is not None
    assert [tick.text for tick in chart.versions] == ["v2", "v3"]
    level = chart_of([Point(1, 1000, 0, 1), Point(2, 1000, 0, 1)])
    assert level is not None
    assert level.rows[0].at != level.rows[-1].at


def test_thinning_keeps_the_ends() -> None:
    kept = thinned(points(5000), most=300)
    assert (kept[0].block, kept[-1].block, len(kept)) == (0, 4999, 300)


def test_bars_of_many_decisions_keep_the_slowest() -> None:
    times = [10] * 1000
    times[777] = 1000
    bars = bars_of(times)
    assert len(bars) <= 200
    assert max(bar[3] for bar in bars) == 86
    assert bars_of([]) == []
