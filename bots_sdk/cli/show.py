"""`nile show`: tells a replay in sentences."""

from __future__ import annotations

from pathlib import Path

import click

from arena import replay
from arena.game import Event
from arena.referee.verdicts import MEANING, Verdict


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def show(file: Path) -> None:
    """Tell the match of the replay in FILE, ply by ply, in sentences."""
    found = replay.read(file.read_bytes())
    game, names = replay.game_of(found), found.header.seats
    options = ", ".join(f"{name} {value}" for name, value in found.header.options.items())
    click.echo(f"{game.title}, seed {found.header.seed}, {options}: {', '.join(names)}")
    dealt: list[Event] = []
    state = replay.deal(found, dealt)
    _tell([game.describe(event, names) for event in dealt])
    for step in replay.steps(found, state, with_events=True):
        for seat, action in step.choices.items():
            by = " (by the referee)" if seat in step.by_referee else ""
            click.echo(f"{step.ply:4} {names[seat]}: {action}{by}")
        _tell([game.describe(event, names) for event in step.events])
    outcome = found.outcome
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    for seat in order:
        fault = outcome.faults.get(str(seat))
        why = f", {MEANING[Verdict(fault)]}" if fault else ""
        click.echo(f"{outcome.ranks[seat]}. {names[seat]} with {outcome.scores[seat]}{why}")


def _tell(sentences: list[str]) -> None:
    for sentence in sentences:
        click.echo(f"       {sentence}")
