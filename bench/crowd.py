"""A site with as many bots and matches as wanted, on a throw-away PostgreSQL, filled by COPY and not row by row.

One ladder with four seats has all matches; a second one has a board of any length. Ranks are drawn by chance around
each bot's strength, and the ledger is what the platform's own rule makes of them, so that `ratings_check` agrees.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np

SEATS = 4
EVENTS = 20
"""Lines of the ledger that each bot of a board of its own has."""
_SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "nile_site.settings",
    "NILE_SECRET_KEY": "only for benchmarks",
    "NILE_ALLOWED_HOSTS": "testserver",
    "NILE_API_RATE_ANON": "100000000/min",
    "NILE_STATIC": "finders",
    "NILE_EMAIL_URL": "console://",
    "NILE_LOG_LEVEL": "ERROR",
}


@contextmanager
def site() -> Iterator[None]:
    """Starts servers of its own, makes the tables, and removes everything at the end."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)  # a crowd in somebody's real database would be no benchmark
    from nile_site.embedded.throwaway import Throwaway

    servers = Throwaway()
    try:
        os.environ.update(_SETTINGS | servers.variables | {"NILE_DATA": str(servers.path)})
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0, interactive=False)
        with connection.cursor() as cursor:  # what is written here refers to rows that are there
            cursor.execute("SET session_replication_role = replica")
        yield
        connection.close()
    finally:
        servers.close()


def copy_in(model: Any, rows: Iterable[Sequence[object]], columns: Sequence[str], **same: object) -> None:
    """Fills a table by COPY. rows: values of `columns`; all other columns get the value in `same`, or the default."""
    from django.db import connection

    fields = {field.attname: field for field in model._meta.concrete_fields if not field.generated}
    rest = [name for name in fields if name not in columns and (name in same or name != model._meta.pk.attname)]
    tail = "".join(
        "\t" + _text(same[name] if name in same else _default(fields[name]), fields[name].get_internal_type())
        for name in rest
    )
    names = ", ".join(f'"{fields[name].column}"' for name in [*columns, *rest])
    with connection.cursor() as cursor, cursor.cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as out:
        for row in rows:
            out.write("\t".join(["\\N" if value is None else str(value) for value in row]) + tail + "\n")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence(%s, 'id'), max(id)) FROM {model._meta.db_table}",
            [model._meta.db_table],
        )


def settle() -> None:
    """Gives the database the statistics and the map of visible rows that its own housekeeping would soon make."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def ladder(slug: str, bots: int) -> Any:
    """Makes a ladder whose season runs, with that many bots in it, the first its anchor; gives the season."""
    from arena import games
    from nile_site.accounts import services as accounts
    from nile_site.bots import services as uploads
    from nile_site.bots.models import Bot, Version
    from nile_site.ladders import seasons
    from nile_site.ladders import services as ladders
    from nile_site.ladders.models import Entry

    made = ladders.make_ladder(slug=slug, title=slug.title(), game="nefertiti", seats=SEATS)
    season = seasons.open_season(season=seasons.draft_season(ladder=made, opens_at=datetime(2026, 1, 1, tzinfo=UTC)))
    author = accounts.create_user(username=f"author {slug}", email=f"{slug}@example.org")
    code = f"# {slug}\nprint('not run here')\n".encode()
    version = uploads.upload(
        actor=author, data=code, filename="main.py", name=f"{slug} 0", games=[games.get("nefertiti").slug]
    )
    first_bot, first_version = version.bot_id + 1, version.pk + 1
    names = (f"{slug} {number}" for number in range(1, bots + 1))
    copy_in(
        Bot,
        ((first_bot + n, name, name.replace(" ", ""), name.replace(" ", "-")) for n, name in enumerate(names)),
        ["id", "name", "name_key", "slug"],
        owner_id=author.pk,
    )
    copy_in(
        Version,
        ((first_version + n, first_bot + n) for n in range(bots)),
        ["id", "bot_id"],
        number=1,
        package_id=version.package_id,
        entry="main.py",
        games=["nefertiti"],
        state="live",
    )
    last = Entry.objects.order_by("-id").values_list("pk", flat=True).first() or 0
    copy_in(
        Entry,
        ((last + 1 + n, first_bot + n, first_version + n, n == 0) for n in range(bots)),
        ["id", "bot_id", "version_id", "is_anchor"],
        season_id=season.pk,
        rating_mpt=1_600_000,
        start_mpt=1_600_000,
    )
    return season


def play(season: Any, matches: int) -> None:
    """Fills a season with so many finished and rated matches, and its ledger."""
    from nile_site.ladders.models import Entry, RatingEvent
    from nile_site.matches.models import Block, Match, MatchSeat
    from nile_site.matches.services import ledger

    entries = list(season.entries.order_by("id"))
    chance = np.random.default_rng(1)
    blocks = matches // SEATS
    drawn = _drawn(chance, blocks, len(entries))
    strength = chance.normal(0, 1, len(entries))
    noise = chance.normal(0, 1, (blocks, SEATS, SEATS))
    order = np.argsort(-(strength[drawn][:, None, :] + noise), axis=2)
    ranks = (np.argsort(order, axis=2) + 1).tolist()  # [block][rotation][place in the base order]
    tables = drawn.tolist()
    now = datetime(2026, 6, 1, tzinfo=UTC)
    first_block, first_match = _next(Block), _next(Match)
    copy_in(
        Block,
        ((first_block + n, n + 1, f"{n:064x}") for n in range(blocks)),
        ["id", "number", "commitment"],
        season_id=season.pk, kind="rated", state="closed", outcome="rated", rules_version=season.rules_version,
        options=season.options, limits=season.limits, seed="1", salt="1", deadline=now, closed_at=now, rated_at=now,
    )  # fmt: skip
    copy_in(
        Match,
        ((first_match + n, first_block + n // SEATS, n % SEATS, f"{n:064x}") for n in range(blocks * SEATS)),
        ["id", "block_id", "rotation", "identity"],
        state="finished", attempt=1, worker="bench/0", tier="namespaces", plies=120, wall_ms=900, referee_ms=200,
        started_at=now, finished_at=now, reason="all scored",
    )  # fmt: skip
    copy_in(
        MatchSeat,
        (
            (
                first_match + number * SEATS + rotation, (place + rotation) % SEATS, entry.pk, entry.bot_id,
                entry.version_id, ranks[number][rotation][place], 40 - 5 * ranks[number][rotation][place],
            )
            for number, table in enumerate(tables)
            for rotation in range(SEATS)
            for place, entry in enumerate([entries[n] for n in table])
        ),
        ["match_id", "seat", "entry_id", "bot_id", "version_id", "rank", "score"],
        verdict="ok", cpu_ms=300, slowest_ms=20, startup_ms=60, wall_ms=800, memory_kib=40_000, decisions=30,
    )  # fmt: skip
    stands = {entry.pk: ledger.started(entry) for entry in entries}
    anchor = entries[0].pk

    def lines() -> Iterator[Sequence[object]]:
        for number, table in enumerate(tables):
            seated = [entries[n] for n in table]
            played = ledger.Played(
                number + 1,
                tuple(entry.pk for entry in seated),
                tuple(entry.version_id or 0 for entry in seated),
                tuple(map(tuple, ranks[number])),
            )
            for pk, (change, stand) in ledger.rate_one(stands, anchor, played).items():
                stands[pk] = stand
                yield pk, number + 1, stand.rated_version_id, *(getattr(change, name) for name in ledger.FIELDS)

    copy_in(RatingEvent, lines(), ["entry_id", "block_number", "version_id", *ledger.FIELDS])
    for entry in entries:
        stand = stands[entry.pk]
        entry.rating_mpt, entry.error_mpt, entry.games = stand.rating_mpt, stand.error_mpt, stand.games
        entry.blocks, entry.rated_version_id = stand.blocks, stand.rated_version_id
    Entry.objects.bulk_update(entries, ["rating_mpt", "error_mpt", "games", "blocks", "rated_version"], batch_size=1000)
    season.next_block = season.next_rated = blocks + 1
    season.save(update_fields=["next_block", "next_rated"])
    _count(season)


def rated_board(season: Any) -> None:
    """Lets every bot of a season stand somewhere, with a short ledger, without the matches behind it."""
    from django.db import connection

    from nile_site.ladders.models import RatingEvent

    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ladders_entry SET games = 80, blocks = 20, rated_version_id = version_id, error_mpt = 30000,"
            " rating_mpt = 1000000 + (id * 7919) %% 1200000, tallies = '{{20,50,5,0},{20,50,5,0},{20,50,5,0},"
            "{20,50,5,0}}' WHERE season_id = %s",
            [season.pk],
        )
    entries = season.entries.order_by("id").values_list("pk", "version_id")
    copy_in(
        RatingEvent,
        ((pk, number, version, 1_500_000 + number % 7 * 1000) for pk, version in entries for number in range(EVENTS)),
        ["entry_id", "block_number", "version_id", "after_mpt"],
        before_mpt=1_503_000, error_before_mpt=30_000, error_after_mpt=30_000, k_mpt=9000, matches=SEATS,
        opponents=SEATS - 1, scored_halves=12, expected_ppm=1_500_000,
    )  # fmt: skip


def queue(season: Any, matches: int) -> None:
    """Lets so many matches of open blocks wait."""
    from nile_site.matches.models import Block, Match, MatchSeat

    entries = list(season.entries.order_by("id")[:SEATS])
    later = datetime(2096, 1, 1, tzinfo=UTC)
    first_block, first_match, first = _next(Block), _next(Match), season.next_block
    blocks = matches // SEATS
    copy_in(
        Block,
        ((first_block + n, first + n) for n in range(blocks)),
        ["id", "number"],
        season_id=season.pk, kind="rated", rules_version=season.rules_version, options=season.options,
        limits=season.limits, commitment="0" * 64, deadline=later,
    )  # fmt: skip
    numbers = range(blocks * SEATS)
    copy_in(
        Match,
        ((first_match + n, first_block + n // SEATS, n % SEATS) for n in numbers),
        ["id", "block_id", "rotation"],
    )
    copy_in(
        MatchSeat,
        (
            (first_match + n, seat, entry.pk, entry.bot_id, entry.version_id)
            for n in numbers
            for seat, entry in enumerate(entries)
        ),
        ["match_id", "seat", "entry_id", "bot_id", "version_id"],
    )
    season.next_block += blocks
    season.save(update_fields=["next_block"])


def say(text: str) -> None:
    """Tells on stderr what is being done: this takes minutes."""
    print(text, file=sys.stderr, flush=True)


def median_ms(calls: Mapping[str, Any], rounds: int) -> dict[str, float]:
    """Calls each in turn, so often, and gives each one's median wall time in milliseconds, without its first call."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds + 1):
        for name, call in calls.items():
            begun = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - begun) * 1000)
    return {name: statistics.median(each[1:]) for name, each in times.items()}


def pages_ms(addresses: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Gives the median time of each page, in milliseconds."""
    from django.test import Client

    client = Client()

    def get(address: str) -> None:
        if (status := client.get(address).status_code) != 200:
            raise SystemExit(f"{address}: status {status}")

    return median_ms({name: partial(get, address) for name, address in addresses.items()}, rounds)


def _count(season: Any) -> None:
    from nile_site.matches.services import tallies

    tallies.recount(season=season)


def _drawn(chance: Any, blocks: int, bots: int) -> Any:
    """Draws the tables of blocks, [block][place]: different bots at each."""
    drawn = chance.integers(0, bots, (blocks, SEATS))
    while True:
        ordered = np.sort(drawn, axis=1)
        double = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not double.any():
            return drawn
        drawn[double] = chance.integers(0, bots, (int(double.sum()), SEATS))


def _next(model: Any) -> int:
    return (model.objects.order_by("-id").values_list("pk", flat=True).first() or 0) + 1


def _default(field: Any) -> object:
    if getattr(field, "auto_now_add", False):
        return datetime(2026, 6, 1, tzinfo=UTC)
    return field.get_default()


def _text(value: object, kind: str) -> str:
    """Writes a value as COPY reads it."""
    if value is None:
        return "\\N"
    if kind == "JSONField":
        return json.dumps(value)
    if isinstance(value, list):
        return "{" + ",".join(map(str, value)) + "}"
    if isinstance(value, bytes):
        return "\\\\x" + value.hex()
    return value.isoformat() if isinstance(value, datetime) else str(value)
