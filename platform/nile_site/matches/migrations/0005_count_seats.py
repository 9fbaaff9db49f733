"""Counts for each entry what it reached by seat, as the services do for each block that is rated from now on."""

from django.db import migrations

COUNT = """
WITH counted AS (
    SELECT s.entry_id, s.seat, count(*) AS games, sum(s.rank) AS ranks, count(*) FILTER (WHERE s.rank = 1) AS firsts,
           count(*) FILTER (WHERE s.verdict <> 'ok') AS faults
    FROM matches_matchseat s
    JOIN matches_match m ON m.id = s.match_id
    JOIN matches_block b ON b.id = m.block_id
    WHERE b.outcome = 'rated'
    GROUP BY s.entry_id, s.seat
), whole AS (
    SELECT e.id, array_agg(
        ARRAY[coalesce(c.games, 0), coalesce(c.ranks, 0), coalesce(c.firsts, 0), coalesce(c.faults, 0)]::integer[]
        ORDER BY n.seat
    ) AS tallies
    FROM (SELECT DISTINCT entry_id AS id FROM counted) e
    JOIN ladders_entry mine ON mine.id = e.id
    JOIN ladders_season season ON season.id = mine.season_id
    JOIN ladders_ladder ladder ON ladder.id = season.ladder_id
    CROSS JOIN LATERAL generate_series(0, ladder.seats - 1) AS n(seat)
    LEFT JOIN counted c ON c.entry_id = e.id AND c.seat = n.seat
    GROUP BY e.id
)
UPDATE ladders_entry SET tallies = whole.tallies FROM whole WHERE whole.id = ladders_entry.id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0007_board"),
        ("matches", "0004_blocks_taken_back"),
    ]

    operations = [migrations.RunSQL(COUNT, migrations.RunSQL.noop)]
