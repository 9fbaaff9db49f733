"""Which of the cards that were seen going into hands must lie on the discard pile, for somebody who looks through it.

Each such card is in its owner's hand or among what the owner has laid face down (State.seen). A table of counts, seats
by kinds, has bounds for its rows and columns; it is filled along alternating paths, as in Ford and Fulkerson's flows.
"""

from __future__ import annotations

from collections.abc import Sequence

Counts = list[int]


class Burial:
    """Fills the table `laid`: by seat and card, how many of the seen cards lie on the pile.

    seen: by seat and card. rows: by seat, the least and the most that it may have laid there. columns: by card, the
    same for all seats together.
    """

    def __init__(
        self,
        seen: Sequence[Sequence[int]],
        rows: Sequence[tuple[int, int]],
        columns: Sequence[tuple[int, int]],
    ) -> None:
        self.seen, self.rows, self.columns = seen, rows, columns
        self.laid: list[Counts] = [[0] * len(columns) for _ in rows]
        self.by_seat: Counts = [0] * len(rows)
        self.by_card: Counts = [0] * len(columns)
        for seat, (least, _) in enumerate(rows):
            while self.by_seat[seat] < least and self._lay_for(seat, set()):
                pass
        for card, (least, _) in enumerate(columns):
            while self.by_card[card] < least and self._lay_a(card, set()):
                pass

    def lay(self, seat: int, card: int, count: int = 1) -> None:
        """Lays a card of a seat on the pile, or with -1 takes it back."""
        self.laid[seat][card] += count
        self.by_seat[seat] += count
        self.by_card[card] += count

    def may_lay(self, seat: int, card: int) -> bool:
        """Says whether one more card fits within the upper bounds."""
        has_one = self.laid[seat][card] < self.seen[seat][card]
        return has_one and self.by_seat[seat] < self.rows[seat][1] and self.by_card[card] < self.columns[card][1]

    def _lay_for(self, seat: int, tried: set[int]) -> bool:
        """Lays one more card of a seat, of any kind, moving cards of other seats out of the way; False if none can."""
        for card in range(len(self.columns)):
            if card in tried or self.laid[seat][card] == self.seen[seat][card]:
                continue
            tried.add(card)
            if self.by_card[card] < self.columns[card][1]:
                self.lay(seat, card)
                return True
            for other in range(len(self.rows)):
                if other != seat and self.laid[other][card]:
                    self.lay(other, card, -1)
                    if self.by_seat[other] >= self.rows[other][0] or self._lay_for(other, tried):
                        self.lay(seat, card)
                        return True
                    self.lay(other, card)
        return False

    def _lay_a(self, card: int, tried: set[int]) -> bool:
        """Lays one more card of a kind, of any seat, taking other kinds of that seat back; False if none can."""
        for seat in range(len(self.rows)):
            if seat in tried or self.laid[seat][card] == self.seen[seat][card]:
                continue
            tried.add(seat)
            if self.by_seat[seat] < self.rows[seat][1]:
                self.lay(seat, card)
                return True
            for other in range(len(self.columns)):
                if other != card and self.laid[seat][other]:
                    self.lay(seat, other, -1)
                    if self.by_card[other] >= self.columns[other][0] or self._lay_a(other, tried):
                        self.lay(seat, card)
                        return True
                    self.lay(seat, other)
        return False
