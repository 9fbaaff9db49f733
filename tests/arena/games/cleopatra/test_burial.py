"""Cards that must lie on the discard pile are found wherever they can, and within all bounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arena.contract import Seen, check_walk
from arena.games.cleopatra import GAME
from arena.games.cleopatra.burial import Burial
from tests.arena.games.cleopatra.laws import conserved

CARDS = 5
rows_of_counts = st.lists(st.integers(0, 3), min_size=CARDS, max_size=CARDS)


@given(st.data(), st.integers(2, 5))
def test_where_some_table_fits_the_bounds_one_is_found(data: st.DataObject, seats: int) -> None:
    true = [data.draw(rows_of_counts) for _ in range(seats)]
    seen = [[laid + data.draw(st.integers(0, 2)) for laid in row] for row in true]
    slack = st.integers(0, 2)
    rows = [(max(0, sum(row) - data.draw(slack)), sum(row) + data.draw(slack)) for row in true]
    columns = [
        (max(0, sum(column) - data.draw(slack)), sum(column) + data.draw(slack)) for column in zip(*true, strict=True)
    ]
    burial = Burial(seen, rows, columns)
    assert all(least <= sum(row) <= most for row, (least, most) in zip(burial.laid, rows, strict=True))
    for column, (least, most) in zip(zip(*burial.laid, strict=True), columns, strict=True):
        assert least <= sum(column) <= most
    for laid, owned in zip(burial.laid, seen, strict=True):
        assert all(0 <= count <= most for count, most in zip(laid, owned, strict=True))


def test_a_seat_with_little_on_the_pile_laid_what_can_lie_nowhere_else() -> None:
    """Seat 0 has laid down two cards and was seen taking five kinds; the last of one of them lies on the pile."""
    options = {"share_surplus": "false"}
    check_walk(GAME, 3, options, 109, "random", Seen(), every=29, conserved=conserved)
