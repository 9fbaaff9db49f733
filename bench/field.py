"""A ladder of bots whose true strength is known: what the benchmarks of ratings and matchmaking play on.

Its games are those of Plackett and Luce: each bot has its strength plus luck (Gumbel's distribution on the logistic
scale), and ranks are the order of the sums; so one bot comes before another exactly as often as their difference in
rating says. Luck has three parts: of the bot on this deal (the same in all matches of the block), of the seat on this
deal (which each bot has once), and of the match. Who meets is drawn by arena.ratings.pairing and rated by
arena.ratings.elo, both as on the site.
"""

from __future__ import annotations

from collections import defaultdict
from math import erf, log
from random import Random
from typing import Any

import numpy as np

from arena.ratings.elo import MEASURED_ERROR_MPT, START_MPT, Standing, rate_block
from arena.ratings.fit import Played
from arena.ratings.pairing import HOUSE, Candidate, choose, is_settled

POINT = log(10) / 400
"""One point of rating on the logistic scale."""

OF_THE_BOT, OF_THE_SEAT = 0.1, 0.2
"""The parts of luck (of its variance, as a normal variable) that belong to bot and deal, and to seat and deal."""

HOUSE_TRUTHS = [1560.0, 1930.0, 1990.0, 2050.0, 2080.0, 2220.0]
"""Of the house's bots beside the anchor, in points: about those of seeds/world.toml."""

PEOPLE, SPREAD = 1700, 250
"""Mean and standard deviation of the true ratings of people's bots: about as scattered as the house's."""

SETTLED_MPT = 80_000
"""As `settled_points` in seeds/world.toml."""

_GRID = np.linspace(-6, 6, 4001)
_GUMBEL = -np.log(-np.log(np.array([(1 + erf(z / 2**0.5)) / 2 for z in _GRID]).clip(1e-15, 1 - 1e-15)))
_BATCH = 256


class Luck:
    """Draws the luck of blocks: for each of its matches that of each of its bots."""

    def __init__(self, seats: int, chance: np.random.Generator) -> None:
        self.chance = chance
        self.seat_of = (np.arange(seats)[None, :] + np.arange(seats)[:, None]) % seats
        self.left: list[Any] = []

    def draw(self, blocks: int) -> Any:
        """Gives an array by block, match and bot."""
        seats = len(self.seat_of)
        of_bot = self.chance.normal(size=(blocks, 1, seats))
        return self._of(of_bot, self.chance.normal(size=(blocks, seats)))

    def draw_twice(self, blocks: int) -> tuple[Any, Any]:
        """Gives two such arrays for the same deals; the second time another bot plays in the place of the first."""
        seats = len(self.seat_of)
        of_bot, of_seat = self.chance.normal(size=(blocks, 1, seats)), self.chance.normal(size=(blocks, seats))
        first = self._of(of_bot, of_seat)
        of_bot[:, :, 0] = self.chance.normal(size=(blocks, 1))
        return first, self._of(of_bot, of_seat)

    def _of(self, of_bot: Any, of_seat: Any) -> Any:
        blocks, seats = of_seat.shape
        rest = (1 - OF_THE_BOT - OF_THE_SEAT) ** 0.5 * self.chance.normal(size=(blocks, seats, seats))
        luck = OF_THE_BOT**0.5 * of_bot + OF_THE_SEAT**0.5 * of_seat[:, self.seat_of] + rest
        return np.interp(luck, _GRID, _GUMBEL)

    def ranks(self, strengths: list[float]) -> list[list[int]]:
        """Plays one block of bots with these ratings, in points: the ranks of each match."""
        if not self.left:
            self.left = list(self.draw(_BATCH))
        sums = np.array(strengths) * POINT + self.left.pop()
        found: list[list[int]] = ((-sums).argsort(1).argsort(1) + 1).tolist()
        return found


class Field:
    """Is a ladder that plays one block after another; a block is rated when the next one has been drawn.

    By entry: truth, standing, candidates, met, and played, its number of rated blocks.  open, rated: the entries of the
    block that was drawn last, and of that which was rated last.  season: all rated blocks.
    """

    def __init__(self, seats: int, seed: int) -> None:
        self.seats, self.chance = seats, Random(seed)
        self.luck = Luck(seats, np.random.default_rng(seed))
        self.truth: list[float] = []
        self.standing: list[Standing] = []
        self.candidates: list[Candidate] = []
        self.met: dict[int, set[int]] = defaultdict(set)
        self.number = 0
        self.open: list[int] = []
        self.rated: list[int] = []
        self.played: list[int] = []
        self.season: list[Played[int]] = []

    def enter(self, truth: float, owner: int | None, standing: Standing) -> int:
        """Lets a bot in, with its true rating in points; gives the number of its entry."""
        entry = len(self.truth)
        self.truth.append(truth)
        self.standing.append(standing)
        self.played.append(0)
        self.candidates.append(Candidate(entry, owner, standing.rating_mpt, standing.error_mpt, 0, self.number))
        return entry

    def enter_house(self, truths: list[float], off: float) -> None:
        """Lets the anchor in, and the house's bots, which start where a measurement `off` points wrong put them."""
        self.enter(START_MPT / 1000, HOUSE, Standing(START_MPT, 0, is_anchor=True))
        for truth in truths:
            start = round(1000 * (truth + self.luck.chance.normal(0, off)))
            self.enter(truth, HOUSE, Standing(start, MEASURED_ERROR_MPT))

    def person(self) -> float:
        """Draws the true rating of a bot of somebody."""
        return float(self.luck.chance.normal(PEOPLE, SPREAD))

    def play(self) -> list[int]:
        """Draws the next block, then rates the one before; gives the entries that were drawn."""
        self.number += 1
        hungry = [each for each in self.candidates if not is_settled(each, SETTLED_MPT)]
        people = [each for each in hungry if each.owner is not HOUSE]
        drawn = choose(
            self.candidates,
            self.seats,
            self.chance,
            number=self.number,
            met=self.met.__getitem__,
            hungry=people or hungry,
        )
        assert drawn is not None
        who = [each.entry for each in drawn]
        for entry in who:
            self.met[entry].update(who)
            self._set(entry, open_blocks=1, last_block=self.number, blocks=1)
        self.rated, self.open = self.open, who
        if self.rated:
            self._rate(self.rated)
        return who

    def _rate(self, who: list[int]) -> None:
        ranks = self.luck.ranks([self.truth[entry] for entry in who])
        self.season.append(Played(tuple(who), tuple(map(tuple, ranks))))
        for entry, change in zip(who, rate_block([self.standing[entry] for entry in who], ranks), strict=True):
            is_anchor = self.standing[entry].is_anchor
            self.standing[entry] = Standing(change.after_mpt, change.error_after_mpt, is_anchor=is_anchor)
            self.played[entry] += 1
            self._set(entry, open_blocks=-1)

    def _set(self, entry: int, *, open_blocks: int, last_block: int = 0, blocks: int = 0) -> None:
        was, now = self.candidates[entry], self.standing[entry]
        self.candidates[entry] = Candidate(
            entry,
            was.owner,
            now.rating_mpt,
            now.error_mpt,
            was.open_blocks + open_blocks,
            last_block or was.last_block,
            was.blocks + blocks,
        )
