"""`nile compare`: whether one bot is better than another, by as many blocks as it takes to be sure."""

from __future__ import annotations

import secrets
import sys

import click

from arena import games
from arena.ratings.comparison import BETTER_BY, ERROR_PERCENT, Answer, Comparison, Pair, Tally, judge, tally
from arena.rng import SEED_LIMIT
from bots_sdk.cli.play import options_from, sandbox_option, until_it_counts
from bots_sdk.local import Table
from bots_sdk.sources import find_bot

_STATUS = {Answer.BETTER: 0, Answer.NOT_BETTER: 1, Answer.UNDECIDED: 3}
_TELL_EVERY = 10


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--field", multiple=True, metavar="BOT", help="An opponent; repeat it for each other seat.")
@click.option("--game", default="nefertiti", show_default=True, help="The game to play.")
@click.option("--blocks", type=click.IntRange(1, 100_000), default=2000, show_default=True, help="The most to play.")
@click.option("--seed", type=click.IntRange(0, SEED_LIMIT - 1), help="The first deal; without it, any.")
@click.option("--options", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@sandbox_option
def compare(
    a: str,
    b: str,
    field: tuple[str, ...],
    game: str,
    blocks: int,
    seed: int | None,
    pairs: tuple[str, ...],
    sandbox: str,
) -> None:
    """Tell whether bot A is better than bot B against a field of others.

    In each block A plays a deal on every seat against the field, then B plays the same. It goes on until the
    differences speak for "better by 20 points" or for "not better"; each is wrong in at most 5 of 100 cases. Exit
    status: 0 better, 1 not better, 3 undecided after all blocks.
    """
    seats = len(field) + 1
    if seats not in games.get(game).seats:
        allowed = " or ".join(str(count - 1) for count in games.get(game).seats)
        raise click.UsageError(f"{games.get(game).title} needs a field of {allowed} bots; you named {len(field)}.")
    first = secrets.randbelow(2**32) if seed is None else seed
    bots = [find_bot(name, game) for name in (a, b, *field)]
    with Table(game, bots, seats=seats, options=options_from(pairs), sandbox=sandbox) as table:
        if table.notice:
            click.echo(table.notice, err=True)
        faults = {name: 0 for name in table.names[:2]}
        counted = Tally()
        found = judge(counted)
        for number in range(blocks):
            deal = (first + number) % SEED_LIMIT
            counted += tally(Pair(*(_matches(table, bot, seats, deal, faults) for bot in (0, 1))))
            found = judge(counted)
            if found.answer is not Answer.UNDECIDED:
                break
            if not found.blocks % _TELL_EVERY:
                click.echo(_so_far(found), err=True)
        _conclude(found, faults)
    sys.exit(_STATUS[found.answer])


def _matches(table: Table, bot: int, seats: int, deal: int, faults: dict[str, int]) -> list[list[int]]:
    """Plays a deal with the bot on every seat; gives for each match the ranks of the bot and of the field, in order."""
    ranks = []
    for seat in range(seats):
        order = list(range(2, seats + 1))
        order.insert(seat, bot)
        record = until_it_counts(lambda order=order: table.seat(deal, order))  # type: ignore[misc]
        faults[table.names[bot]] += record.seats[seat].verdict != "ok"
        ranks.append([record.ranks[seat], *record.ranks[:seat], *record.ranks[seat + 1 :]])
    return ranks


def _so_far(found: Comparison) -> str:
    text = f"{found.blocks} blocks: {_gap(found)}"
    return f"{text}, about {found.still_needed} more to go" if found.still_needed else text


def _gap(found: Comparison) -> str:
    if found.points is None or found.error is None:
        return "no difference seen"
    return f"{found.points:+.0f} points, give or take {1.96 * found.error:.0f}"


def _conclude(found: Comparison, faults: dict[str, int]) -> None:
    a, b = faults
    words = {
        Answer.BETTER: f"{a} is better than {b}",
        Answer.NOT_BETTER: f"{a} is not better than {b}",
        Answer.UNDECIDED: f"Undecided whether {a} is better than {b}",
    }
    click.echo(f"{words[found.answer]}: {_gap(found)} after {found.blocks} blocks.")
    if found.answer is Answer.UNDECIDED:
        more = f"About {found.still_needed} more blocks would tell; " if found.still_needed else ""
        click.echo(f"{more}--blocks sets how many are played.")
    else:
        click.echo(
            f"Better means by {BETTER_BY} points; such an answer is wrong in at most {ERROR_PERCENT} of 100 cases."
        )
    for name, count in faults.items():
        if count:
            click.echo(f"{name} made a fault in {count} matches; `nile play` shows what happened.")
