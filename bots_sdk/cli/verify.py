"""`nile verify`: plays a replay again and says whether it is true."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arena import replay
from arena.errors import ReplayFormatError, ReplayMismatch


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Play the replay in FILE again and compare every bit.

    Ends with status 0 if it is identical, 1 if the game does not go like that, 2 if the file is no replay.
    """
    try:
        found = replay.verify(file.read_bytes())
    except ReplayMismatch as error:
        click.echo(f"{file} is NOT identical. {str(error)[0].upper()}{str(error)[1:]}.", err=True)
        sys.exit(1)
    except ReplayFormatError as error:
        click.echo(f"{file} cannot be verified: {error}.", err=True)
        sys.exit(2)
    header, outcome = found.header, found.outcome
    players = ", ".join(f"{name} {rank}" for name, rank in zip(header.seats, outcome.ranks, strict=True))
    click.echo(f"{file} is identical: {header.game}, {outcome.plies} plies, ranks {players}.")
    click.echo(f"Replay {found.identity}")
