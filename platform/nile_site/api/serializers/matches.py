"""Matches, their seats, and the log of a seat."""

from typing import Any

from rest_framework import serializers

from nile_site.matches import selectors as matches
from nile_site.matches.models import Attempt, Block, Match, MatchSeat, SeatLog
from nile_site.matches.words import status_of


class Seat(serializers.ModelSerializer[MatchSeat]):
    """Is one place at the table; results are null before the match is over."""

    bot = serializers.CharField(source="bot.slug", read_only=True)
    name = serializers.CharField(source="bot.name", read_only=True)
    author = serializers.CharField(source="bot.owner.username", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True)

    class Meta:
        model = MatchSeat
        fields = [
            "seat", "bot", "name", "author", "version", "rank", "score", "verdict",
            "cpu_ms", "slowest_ms", "startup_ms", "wall_ms", "memory_kib", "decisions",
        ]  # fmt: skip
        read_only_fields = fields


class MatchShort(serializers.ModelSerializer[Match]):
    """Is a match in a list."""

    ladder = serializers.CharField(source="block.season.ladder.slug", read_only=True)
    season = serializers.IntegerField(source="block.season.number", read_only=True)
    kind = serializers.CharField(source="block.kind", read_only=True)
    block = serializers.IntegerField(source="block.number", read_only=True, allow_null=True)
    state = serializers.CharField(read_only=True)
    seats = Seat(source="listed_seats", many=True, read_only=True)

    class Meta:
        model = Match
        fields = [
            "id", "ladder", "season", "kind", "block", "rotation", "state", "reason", "attempt", "plies",
            "created_at", "started_at", "finished_at", "seats",
        ]  # fmt: skip
        read_only_fields = fields


class BlockFull(serializers.ModelSerializer[Block]):
    """Is the deal that the match is one rotation of. seed and salt are empty while the block is open."""

    state = serializers.CharField(read_only=True)
    outcome = serializers.CharField(read_only=True)
    options = serializers.DictField(child=serializers.CharField(), read_only=True)
    limits = serializers.DictField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = Block
        fields = [
            "number", "kind", "state", "outcome", "reason", "rules_version", "options", "limits",
            "commitment", "seed", "salt", "deadline", "closed_at", "rated_at",
        ]  # fmt: skip
        read_only_fields = fields


class AttemptFull(serializers.ModelSerializer[Attempt]):
    """Is one try to play the match."""

    outcome = serializers.CharField(read_only=True)

    class Meta:
        model = Attempt
        fields = ["number", "outcome", "reason", "started_at", "ended_at"]
        read_only_fields = fields


class Status(serializers.Serializer[Any]):
    """Says in words where the match stands and what happens next."""

    headline = serializers.CharField()
    next = serializers.CharField(allow_blank=True)


class MatchFull(MatchShort):
    """Is a match with all that its reader may know."""

    status = serializers.SerializerMethodField()
    deal = BlockFull(source="block", read_only=True)
    rotations = serializers.SerializerMethodField(help_text="The ids of the block's matches, by rotation.")
    attempts = serializers.SerializerMethodField()
    replay = serializers.SerializerMethodField(help_text="SHA-256 of the replay's text; null while it is shut.")
    has_replay = serializers.SerializerMethodField()

    class Meta(MatchShort.Meta):
        fields = [
            *MatchShort.Meta.fields, "tier", "wall_ms", "referee_ms", "status", "deal", "rotations", "attempts",
            "replay", "has_replay",
        ]  # fmt: skip
        read_only_fields = fields

    def get_status(self, match: Match) -> dict[str, str]:
        """Say where it stands."""
        return dict(Status(status_of(match)).data)

    def get_rotations(self, match: Match) -> list[int]:
        """List the block's matches."""
        return [other.pk for other in matches.block_matches(match.block)]

    def get_attempts(self, match: Match) -> list[dict[str, Any]]:
        """List the tries."""
        return list(AttemptFull(matches.attempts(match), many=True).data)

    def get_replay(self, match: Match) -> str | None:
        """Name the replay once the block is closed."""
        return None if match.block.is_open else match.identity or None

    def get_has_replay(self, match: Match) -> bool:
        """Can it be downloaded?"""
        return matches.has_replay(match)


class SeatLogFull(serializers.Serializer[Any]):
    """Is what only the owner of the bot on a seat may read. Bytes that are not UTF-8 are replaced."""

    seat = serializers.IntegerField(source="seat.seat")
    verdict = serializers.CharField(source="seat.verdict")
    detail = serializers.CharField()
    fault_ply = serializers.IntegerField(allow_null=True, help_text="0 is the start-up.")
    request = serializers.SerializerMethodField()
    answer = serializers.SerializerMethodField()
    stderr = serializers.SerializerMethodField()
    notes = serializers.SerializerMethodField(help_text="[ply, note] for each decision with one.")
    cpu_us = serializers.ListField(child=serializers.IntegerField())

    def get_request(self, log: SeatLog) -> str:
        """The last line that the bot was sent before its fault."""
        return _text(log.request)

    def get_answer(self, log: SeatLog) -> str:
        """What it wrote instead of an answer."""
        return _text(log.answer)

    def get_stderr(self, log: SeatLog) -> str:
        """Its log."""
        return _text(log.stderr)

    def get_notes(self, log: SeatLog) -> list[list[Any]]:
        """Its notes."""
        return [list(note) for note in log.notes]


def _text(data: bytes | memoryview) -> str:
    return bytes(data).decode("utf-8", "replace")
