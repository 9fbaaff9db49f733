"""What a large ladder costs, on PostgreSQL with a million matches (bench/crowd.py).

- Recomputing a season's ledger from its ranks, against reading its seats row by row by COPY into whole numbers in the
  same process; and the whole check of the stored ledger, against reading seats and ledger that way.
- The page of a board with 100,000 bots against one with 1,000: the first page, and one in the middle.
- Claiming a match, and the first page of matches, with few and with 100,000 of them waiting.
"""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import Any

from bench import crowd

SEATS_SQL = """
SELECT b.number, m.rotation, s.seat, s.entry_id, s.version_id, s.rank FROM matches_matchseat s
JOIN matches_match m ON m.id = s.match_id JOIN matches_block b ON b.id = m.block_id
WHERE b.season_id = {season} AND b.outcome = 'rated' ORDER BY b.number, m.rotation, s.seat
"""
LEDGER_SQL = """
SELECT e.entry_id, e.block_number, coalesce(e.correction_id, 0), {figures} FROM ladders_ratingevent e
JOIN ladders_entry n ON n.id = e.entry_id WHERE n.season_id = {season} ORDER BY e.id
"""
ADDRESS = "/ladders/{}/"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--bots", type=int, default=100_000, help="on the long board")
    parser.add_argument("--few", type=int, default=1000, help="on the short board")
    parser.add_argument("--waiting", type=int, default=100_000, help="matches that wait")
    parser.add_argument("--rounds", type=int, default=3, help="how often the season is recomputed and read")
    parser.add_argument("--calls", type=int, default=60, help="calls of each page, and claims")


def measure(args: argparse.Namespace) -> dict:
    """Fills a site and measures it."""
    with crowd.site():
        crowd.say("filling the tables")
        season = crowd.ladder("played", 1000)
        crowd.play(season, args.matches)
        short, long = crowd.ladder("short", args.few), crowd.ladder("long", args.bots)
        for each in (short, long):
            crowd.rated_board(each)
        crowd.settle()
        crowd.say("recomputing")
        figures, ratios = recomputed(season, args.rounds)
        crowd.say("pages")
        pages = boards(short, long, args.calls)
        for name in ("first", "middle"):
            page = f"board_{name}_page"
            ratios[f"{page}_long_vs_short"] = pages[f"{page}_long_ms"] / pages[f"{page}_short_ms"]
        crowd.say("claims")
        claims = {"few": claiming(season, args.calls, args.calls), "many": claiming(season, args.waiting, args.calls)}
        for name in claims["few"]:
            ratios[f"{name}_many_vs_few_waiting"] = claims["many"][name] / claims["few"][name]
        waits = {f"{name}_{amount}_waiting_ms": ms for amount, of in claims.items() for name, ms in of.items()}
    rounded = {name: round(value, 3) for name, value in {**figures, **pages, **waits}.items()}
    return {**rounded, "ratios": {name: round(value, 3) for name, value in ratios.items()}}


def recomputed(season: Any, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Recomputes a season, checks its ledger and reads its rows in turns; gives the medians and their ratios."""
    from nile_site.matches.services import ledger

    seats = SEATS_SQL.format(season=season.pk)
    lines = LEDGER_SQL.format(season=season.pk, figures=", ".join(ledger.FIELDS))
    if wrong := ledger.differences(season=season):
        raise SystemExit(f"the ledger does not follow from the ranks: {wrong[:3]}")
    calls = {
        "recompute": lambda: ledger.recompute(season=season),
        "check": lambda: ledger.differences(season=season),
        "read_seats": lambda: read(seats),
        "read_ledger": lambda: read(lines),
    }
    took = {name: ms / 1000 for name, ms in crowd.median_ms(calls, rounds).items()}
    read_all = took["read_seats"] + took["read_ledger"]
    return {f"{name}_s": took[name] for name in took}, {
        "recompute_vs_read_seats": took["recompute"] / took["read_seats"],
        "check_vs_read_seats_and_ledger": took["check"] / read_all,
    }


def read(query: str) -> None:
    """Reads the rows of a query by COPY, each into a tuple of whole numbers."""
    from django.db import connection

    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copied:
        for line in copied:
            tuple(map(int, bytes(line).split()))


def boards(short: Any, long: Any, calls: int) -> dict[str, float]:
    """Gives the median times of pages of a short and a long board."""
    from nile_site.ladders.board import standings

    addresses = {}
    for name, season in (("short", short), ("long", long)):
        rows = standings(season)
        first = ADDRESS.format(season.ladder.slug)
        addresses[f"board_first_page_{name}_ms"] = first
        addresses[f"board_middle_page_{name}_ms"] = f"{first}?after={rows[len(rows) // 2].entry.pk}"
    return crowd.pages_ms(addresses, calls)


def claiming(season: Any, waiting: int, calls: int) -> dict[str, float]:
    """Lets matches wait, claims some, looks at pages; gives the median times, and leaves none waiting."""
    from nile_site.matches.models import Match
    from nile_site.matches.services.claiming import claim

    crowd.queue(season, waiting + 4)
    crowd.settle()
    plays = [(season.ladder.game, season.rules_version)]
    times = []
    for _ in range(calls):
        begun = time.perf_counter()
        if claim(worker="bench/0", plays=plays, runtime="bench", tier="namespaces") is None:
            raise SystemExit("nothing could be claimed")
        times.append((time.perf_counter() - begun) * 1000)
    pages = crowd.pages_ms({"matches_page": "/matches/", "home_page": "/", "ladder_page": "/ladders/played/"}, calls)
    Match.objects.exclude(state=Match.State.FINISHED).update(
        state=Match.State.CANCELLED, lease_token=None, lease_until=None
    )
    return {"claim": median(times), **pages}
