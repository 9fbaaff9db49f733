"""`nile play`: matches at home between any bots, with the arena's own referee."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import click

from arena import games, replay
from arena.errors import MatchVoid
from arena.referee.match import MatchRecord
from arena.rng import SEED_LIMIT
from bots_sdk.cli import report
from bots_sdk.local import Table
from bots_sdk.sources import find_bot

_TRIES = 3


sandbox_option = click.option(
    "--sandbox",
    type=click.Choice(["auto", "namespaces", "bwrap", "landlock", "trusted"]),
    default="auto",
    show_default=True,
    help="What holds the bots; trusted holds nothing.",
)


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT BOT [...]")
@click.option("--seed", type=click.IntRange(0, SEED_LIMIT - 1), help="Which deal to play; without it, any.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the replay here.")
@click.option("--matches", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many to play.")
@click.option("--options", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@click.option("--timings", is_flag=True, help="Show how long each bot took.")
@sandbox_option
def play(
    game: str,
    bots: tuple[str, ...],
    seed: int | None,
    out: Path | None,
    matches: int,
    pairs: tuple[str, ...],
    timings: bool,
    sandbox: str,
) -> None:
    """Play GAME between bots: folders, .py files, or house bots.

    Several matches play each deal once for every rotation of the seats; with a multiple of the number of bots nobody
    is luckier than the others.
    """
    options = options_from(pairs)
    seats = games.get(game).seats
    if len(bots) not in seats:
        allowed = " or ".join(map(str, seats))
        raise click.UsageError(f"{games.get(game).title} is played with {allowed} bots; you named {len(bots)}.")
    if seed is None:
        seed = secrets.randbelow(2**32)
    with Table(game, [find_bot(bot, game) for bot in bots], options=options, sandbox=sandbox) as table:
        if table.notice:
            click.echo(table.notice, err=True)
        tally = report.Tally(table.names)
        for number in range(matches):
            deal, rotation = seed + number // len(bots), number % len(bots)
            deal %= SEED_LIMIT
            record = until_it_counts(lambda deal=deal, rotation=rotation: table.play(deal, rotation))  # type: ignore[misc]
            tally.add(record, deal, rotation)
            target = _target(out, number, matches)
            if target is not None:
                target.write_bytes(replay.pack(record.replay))
            if matches == 1:
                report.show_match(record, table.names, deal, table.sandbox)
            else:
                report.show_line(
                    record, [table.names[(seat + rotation) % len(bots)] for seat in range(len(bots))], deal
                )
            if target is not None:
                click.echo(f"Replay in {target}")
        if matches > 1:
            report.show_tally(tally)
        if timings:
            report.show_timings(tally)
        report.show_faults(tally, game, bots)


def until_it_counts(play: Callable[[], MatchRecord]) -> MatchRecord:
    """Plays a match again where it was void. Raises ClickException when that does not help."""
    for attempt in range(1, _TRIES + 1):
        try:
            return play()
        except MatchVoid as void:
            click.echo(f"This match does not count: {void}.", err=True)
            if attempt == _TRIES:
                raise click.ClickException("It was void three times; is the machine very busy?") from void
    raise AssertionError


def options_from(pairs: tuple[str, ...]) -> dict[str, str]:
    """Reads NAME=VALUE. Raises UsageError."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--options takes NAME=VALUE, not {pair!r}.")
        options[name] = value
    return options


def _target(out: Path | None, number: int, matches: int) -> Path | None:
    """Gives where to write the replay of a match; several matches number theirs."""
    if out is None or matches == 1:
        return out
    return out.with_name(f"{out.stem}-{number + 1:0{len(str(matches))}}{out.suffix or '.replay'}")
