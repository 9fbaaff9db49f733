"""What `nile play` prints: tables of results and times, and what became of a bot that made a fault."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from statistics import fmean, median

import click

from arena.referee.match import MatchRecord, SeatRecord, Usage
from arena.referee.verdicts import MEANING, Fault, Verdict
from arena.text import readable

_TAIL_LINES = 15
_TAIL_CHARS = 2000


class Tally:
    """Collects what each bot, in the order of the command line, did in all matches."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.ranks: list[list[float]] = [[] for _ in names]
        self.scores: list[list[int]] = [[] for _ in names]
        self.seats: list[list[SeatRecord]] = [[] for _ in names]
        self.matches: list[tuple[int, int]] = []
        """Seed and rotation of each match."""

    def add(self, record: MatchRecord, seed: int, rotation: int) -> None:
        """Adds a match in which the bot on seat s was number (s + rotation) % seats."""
        self.matches.append((seed, rotation))
        for seat, rank in enumerate(record.ranks):
            bot = (seat + rotation) % len(self.names)
            self.ranks[bot].append(rank + (record.ranks.count(rank) - 1) / 2)
            self.scores[bot].append(record.scores[seat])
            self.seats[bot].append(record.seats[seat])


def show_match(record: MatchRecord, names: Sequence[str], seed: int, sandbox: str) -> None:
    """Prints the result of one match, best rank first."""
    rows = []
    for seat in sorted(range(len(names)), key=lambda seat: (record.ranks[seat], seat)):
        one = record.seats[seat]
        rows.append(
            [
                str(record.ranks[seat]),
                names[seat],
                str(seat),
                str(record.scores[seat]),
                str(one.verdict),
                _ms(sum(one.usage.cpu_us)),
                _ms(max(one.usage.cpu_us, default=0)),
                _mib(one.usage),
            ]
        )
    show_table(["rank", "bot", "seat", "score", "verdict", "cpu ms", "slowest", "MiB"], rows)
    click.echo(f"seed {seed}, {record.plies} plies, ended by {record.reason}, {record.wall_ms} ms in {sandbox}")


def show_line(record: MatchRecord, names: Sequence[str], seed: int) -> None:
    """Prints one of many matches in a line, by seat."""
    seats = zip(names, record.ranks, record.scores, record.seats, strict=True)
    parts = [
        f"{name} {rank} ({score}{'' if one.verdict == Verdict.OK else ', ' + one.verdict})"
        for name, rank, score, one in seats
    ]
    click.echo(f"seed {seed}: " + "  ".join(parts))


def show_tally(tally: Tally) -> None:
    """Prints the mean ranks over all matches, best first."""
    rows = []
    for bot in sorted(range(len(tally.names)), key=lambda bot: fmean(tally.ranks[bot])):
        seats = tally.seats[bot]
        rows.append(
            [
                tally.names[bot],
                f"{fmean(tally.ranks[bot]):.2f}",
                f"{sum(rank == 1 for rank in tally.ranks[bot])}",
                f"{fmean(tally.scores[bot]):.1f}",
                str(sum(one.verdict != Verdict.OK for one in seats)),
                _ms(max((used for one in seats for used in one.usage.cpu_us), default=0)),
            ]
        )
    click.echo()
    show_table(["bot", "mean rank", "alone first", "mean score", "faults", "slowest"], rows)
    click.echo("A rank of 1 is best; a tie shares its places.")


def show_timings(tally: Tally) -> None:
    """Prints what starting and deciding cost each bot, in ms of CPU time."""
    rows = []
    for name, seats in zip(tally.names, tally.seats, strict=True):
        used = sorted(us for one in seats for us in one.usage.cpu_us) or [0]
        rows.append(
            [
                name,
                _ms(round(fmean(one.usage.startup_us for one in seats))),
                str(sum(len(one.usage.cpu_us) for one in seats)),
                _ms(round(fmean(used))),
                _ms(round(median(used))),
                _ms(used[len(used) * 95 // 100]),
                _ms(used[-1]),
            ]
        )
    click.echo("\nCPU time in ms")
    show_table(["bot", "start", "decisions", "mean", "median", "95 %", "slowest"], rows)


def show_faults(tally: Tally, game: str, bots: Sequence[str]) -> None:
    """Prints, for each bot that made a fault, its first one with what its author needs to find it."""
    for name, seats in zip(tally.names, tally.seats, strict=True):
        match = next((number for number, one in enumerate(seats) if one.verdict != Verdict.OK), None)
        if match is None:
            continue
        first = seats[match]
        click.echo()
        show_fault(name, Fault(first.verdict, first.detail, first.answer), first.fault_ply, first.usage.stderr)
        seed, rotation = tally.matches[match]
        order = shlex.join([*bots[rotation:], *bots[:rotation]])
        click.echo(f"  the same match again: nile play {game} {order} --seed {seed}")


def show_fault(name: str, fault: Fault, ply: int | None, log: bytes) -> None:
    """Prints a fault, what the bot wrote, and how its log ends. ply: 0 is the start."""
    click.secho(f"{name} {MEANING[fault.verdict]}, {when(ply)}: {fault.detail}", fg="red", bold=True)
    if fault.answer:
        click.echo(f"  it wrote:  {_short(fault.answer)}")
    lines = _tail(log)
    click.echo("  its log ends with:" if lines else "  its log is empty")
    for line in lines:
        click.echo(f"    {line}")


def when(ply: int | None) -> str:
    """Says at which ply a fault came; 0 is the start."""
    return f"at ply {ply}" if ply else "at its start"


def show_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table; what looks like a number stands on the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    is_number = [all(_is_number(row[column]) for row in rows) for column in range(len(head))]
    for row in [head, *rows]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _is_number(text: str) -> bool:
    return text.replace(".", "").replace("-", "").isdigit()


def _ms(us: int) -> str:
    return f"{us / 1000:.1f}"


def _mib(usage: Usage) -> str:
    return f"{usage.memory_kib / 1024:.0f}"


def _short(data: bytes) -> str:
    text = readable(data).replace("\n", "\\n")
    return text if len(text) <= 200 else f"{text[:200]} …"


def _tail(log: bytes) -> list[str]:
    return readable(log)[-_TAIL_CHARS:].splitlines()[-_TAIL_LINES:]
