"""Writes expectation.py anew, the same on every machine: `python -m arena.ratings.make_expectation`."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from pathlib import Path

STEP_MPT = 8_000
LAST_MPT = 1_600_000

_HEAD = '''"""The score to expect from a lead in rating, E = 1 / (1 + 10^(-lead/400)); made by make_expectation.py.

TABLE_PPM[i] holds it in millionths for a lead of i times STEP_MPT thousandths of a point.
"""

STEP_MPT = {step:_}

# fmt: off
TABLE_PPM = (
{lines}
)
# fmt: on
'''


def table() -> tuple[int, ...]:
    """Computes the table."""
    context = Context(prec=40, rounding=ROUND_HALF_EVEN)
    values = []
    for lead in range(0, LAST_MPT + 1, STEP_MPT):
        power = context.power(Decimal(10), context.divide(Decimal(-lead), Decimal(400_000)))
        value = context.divide(Decimal(1_000_000), context.add(Decimal(1), power))
        values.append(int(value.to_integral_value(rounding=ROUND_HALF_EVEN)))
    return tuple(values)


def text() -> str:
    """Gives the whole text of expectation.py."""
    values = [str(value) for value in table()]
    lines = ["    " + ", ".join(values[start : start + 12]) + "," for start in range(0, len(values), 12)]
    return _HEAD.format(step=STEP_MPT, lines="\n".join(lines))


if __name__ == "__main__":
    Path(__file__).with_name("expectation.py").write_text(text())
