"""`nile repro`: plays a match again up to a fault, with the author's own bot on the seat."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from arena import replay
from arena.errors import ArenaError
from arena.referee.verdicts import MEANING, Verdict
from arena.sandbox.base import Limits
from bots_sdk.cli import report
from bots_sdk.cli.play import sandbox_option
from bots_sdk.local import Room
from bots_sdk.repro import Found, Part, parts, question, repeat
from bots_sdk.sources import find_bot

_SHOWN = 3


@click.command()
@click.argument("match")
@click.option("--bot", default=".", show_default=True, help="The bot for the seat: a folder, a .py file, a house bot.")
@click.option("--seat", type=click.IntRange(0), help="The seat, where several bots made a fault.")
@click.option("--ply", type=click.IntRange(1), help="The decision to look at; without it, that of the fault.")
@sandbox_option
def repro(match: str, bot: str, seat: int | None, ply: int | None, sandbox: str) -> None:
    """Play MATCH again up to a fault, with your own bot on the seat that made it.

    MATCH is the number of a match on the arena where you are logged in, or the file of a replay. Your bot is asked all
    that its seat was asked there; every seat plays what it played there. Ends with status 0 if your bot makes no fault,
    1 if it makes one, 2 if that cannot be told.
    """
    try:
        played, limits, own = _fetch(match)
        seats = parts(played)
        part = _seat(seats, seat, own, is_fault_wanted=ply is None)
        wanted = question(part, ply)
        with Room([find_bot(bot, played.header.game)], sandbox=sandbox) as room:
            if room.notice:
                click.echo(room.notice, err=True)
            found = repeat(played, seats, part.seat, wanted, room=room, limits=limits)
    except ArenaError as error:
        _give_up(str(error))
    except OSError as error:
        _give_up(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    _tell(match, part, bot, found)
    sys.exit(0 if found.fault is None else 1)


def _fetch(match: str) -> tuple[replay.Replay, Limits, frozenset[int]]:
    """Reads a file, or asks the site; gives the replay, the limits, and which seats are known to be the author's."""
    if Path(match).is_file():
        return replay.read(Path(match).read_bytes()), Limits(), frozenset()
    if not (match.isascii() and match.isdigit() and len(match) <= 18):
        _give_up(f"{match!r} is neither the number of a match nor a file with a replay.")
    from bots_sdk import client  # here, since a replay in a file needs no HTTP library

    played = client.Site(client.load_login()).played(int(match))
    return replay.read(played.replay), played.limits, played.own


def _seat(seats: Sequence[Part], seat: int | None, own: frozenset[int], *, is_fault_wanted: bool) -> Part:
    """Chooses the seat: the named one, else the only faulty one, else the author's."""
    if seat is not None:
        if seat >= len(seats):
            _give_up(f"The match has no seat {seat}: they are 0 to {len(seats) - 1}.")
        return seats[seat]
    faulty = [part for part in seats if part.verdict != Verdict.OK]
    if is_fault_wanted and not faulty:
        _give_up("No bot made a fault in this match. To look at one decision, name it with --seat and --ply.")
    for chosen in (faulty, [part for part in faulty or seats if part.seat in own]):
        if len(chosen) == 1:
            return chosen[0]
    names = ", ".join(f"{part.seat} {part.name} ({part.verdict})" for part in seats)
    _give_up(f"Say which seat it is about, with --seat: {names}.")


def _tell(match: str, part: Part, bot: str, found: Found) -> None:
    there = f"Match {match}, seat {part.seat}, {part.name}"
    if part.verdict == Verdict.OK:
        click.echo(f"{there}: no fault.")
    else:
        click.echo(f"{there}: it {MEANING[part.verdict]}, {report.when(part.fault_ply)}.")
    for change in found.changes[:_SHOWN]:
        click.echo(f"Ply {change.ply}: {bot} chooses {change.chosen}; the match has {change.recorded}.")
    if found.changes:
        more = len(found.changes) - _SHOWN
        rest = f"It chooses differently {more} more time{'s' if more > 1 else ''}. " if more > 0 else ""
        click.echo(f"{rest}The match's own choices were played, so the questions are the same.")
    used = found.usage.cpu_us
    if found.fault is not None:
        _tell_fault(part, bot, found)
    else:
        cost = f" after {used[-1] / 1000:.1f} ms of CPU time" if used else ""
        click.echo(f"Ply {found.ply} asks for {found.kind}, one of {found.menu} actions.")
        click.secho(f"{bot} answers {found.answer}{cost}: a legal action, no fault.", fg="green", bold=True)
        if part.verdict == Verdict.TIMEOUT:
            click.echo("Time on this machine is not time on the arena's: compare it with what the clock there left.")


def _tell_fault(part: Part, bot: str, found: Found) -> None:
    assert found.fault is not None
    is_there = found.fault_ply == part.fault_ply or (found.fault_ply == 0 and part.failed_at_once)
    if is_there and found.fault.verdict == part.verdict:
        click.echo("The same fault again:")
    elif is_there:
        click.echo("Another fault at the same place:")
    else:
        click.echo("A fault, at another place:")
    report.show_fault(bot, found.fault, found.fault_ply, found.usage.stderr)


def _give_up(why: str) -> NoReturn:
    """Ends the command with a sentence and the status for what cannot be told."""
    click.echo(f"Error: {why}", err=True)
    sys.exit(2)
