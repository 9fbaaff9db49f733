"""Matches, their seats, and the log of a seat."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.text import readable
from nile_site.api.serializers.straight import Straight
from nile_site.matches import selectors as matches
from nile_site.matches.faults import card_of
from nile_site.matches.models import Attempt, Block, Match, MatchSeat, SeatLog
from nile_site.matches.words import status_of


class Seat(Straight):
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


class MatchShort(Straight):
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


class FaultHistory(serializers.Serializer[Any]):
    """Says how often the version has made that kind of fault, in how many of its matches."""

    times = serializers.IntegerField()
    matches = serializers.IntegerField()
    first = serializers.DateTimeField()
    last = serializers.DateTimeField()


class FaultCard(serializers.Serializer[Any]):
    """Is all about a fault that is not bytes."""

    sentence = serializers.CharField()
    ply = serializers.IntegerField(help_text="0 is the start-up.")
    question = serializers.IntegerField(
        allow_null=True, help_text="Which of the bot's questions; null at the start-up."
    )
    cpu_us = serializers.IntegerField(help_text="CPU time of that question, or of the start-up, in microseconds.")
    memory_kib = serializers.IntegerField()
    memory_limit_mib = serializers.IntegerField()
    history = FaultHistory()
    repro = serializers.CharField(help_text="The command that plays it again at home.")


class FaultShort(serializers.Serializer[Any]):
    """Is a fault in a list; the log of its match and seat tells the rest once the block is closed."""

    match = serializers.IntegerField(source="match_id")
    seat = serializers.IntegerField()
    kind = serializers.CharField(source="match.block.kind")
    ladder = serializers.CharField(source="match.block.season.ladder.slug")
    version = serializers.IntegerField(source="version.number")
    verdict = serializers.CharField()
    finished_at = serializers.DateTimeField(source="match.finished_at")
    is_log_open = serializers.SerializerMethodField()

    def get_is_log_open(self, seat: MatchSeat) -> bool:
        """Can the log be read?"""
        return not seat.match.block.is_open


class SeatLogFull(serializers.Serializer[Any]):
    """Is what only the owner of the bot on a seat may read; bytes are text with escapes where they have no sign."""

    card = serializers.SerializerMethodField(help_text="The fault; null without one.")
    seat = serializers.IntegerField(source="seat.seat")
    verdict = serializers.CharField(source="seat.verdict")
    detail = serializers.CharField()
    fault_ply = serializers.IntegerField(allow_null=True, help_text="0 is the start-up.")
    request = serializers.SerializerMethodField()
    answer = serializers.SerializerMethodField()
    stderr = serializers.SerializerMethodField()
    notes = serializers.SerializerMethodField(help_text="[ply, note] for each decision with one.")
    cpu_us = serializers.ListField(child=serializers.IntegerField())

    @extend_schema_field(FaultCard(allow_null=True))
    def get_card(self, log: SeatLog) -> dict[str, Any] | None:
        """The fault."""
        card = card_of(log)
        return None if card is None else dict(FaultCard(card).data)

    def get_request(self, log: SeatLog) -> str:
        """The last line that the bot was sent before its fault."""
        return readable(bytes(log.request))

    def get_answer(self, log: SeatLog) -> str:
        """What it wrote instead of an answer."""
        return readable(bytes(log.answer))

    def get_stderr(self, log: SeatLog) -> str:
        """Its log."""
        return readable(bytes(log.stderr))

    def get_notes(self, log: SeatLog) -> list[list[Any]]:
        """Its notes."""
        return [list(note) for note in log.notes]
