"""Ladders, seasons, standings and entries."""

from typing import Any

from rest_framework import serializers

from nile_site.api.serializers.bots import BotName
from nile_site.ladders.models import Entry, Ladder, RatingEvent, Season
from nile_site.matches.boards import FORM, Line


class SeasonFull(serializers.ModelSerializer[Season]):
    """Is one season with what it pins."""

    state = serializers.CharField(read_only=True)
    options = serializers.DictField(child=serializers.CharField(), read_only=True)
    limits = serializers.DictField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = Season
        fields = [
            "number", "state", "opens_at", "freezes_at", "closes_at", "closed_at", "reason", "rules_version", "options",
            "limits",
        ]  # fmt: skip
        read_only_fields = fields


class LadderFull(serializers.ModelSerializer[Ladder]):
    """Is a ladder with its present season and how many bots play in it."""

    season = SeasonFull(read_only=True, allow_null=True)
    players = serializers.IntegerField(read_only=True)

    class Meta:
        model = Ladder
        fields = ["slug", "title", "game", "seats", "season", "players"]
        read_only_fields = fields


class SeatTally(serializers.Serializer[Any]):
    """Is what a bot reached on one seat: its rated matches there and their mean rank."""

    games = serializers.IntegerField()
    mean_rank = serializers.FloatField(allow_null=True)


class StandingRow(serializers.Serializer[Any]):
    """Is one line of a leaderboard; rank is null for a bot that is not rated yet, or does not play now."""

    rank = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(source="entry.pk")
    bot = BotName(source="entry.bot")
    version = serializers.IntegerField(source="entry.version.number")
    state = serializers.CharField(source="entry.state")
    is_anchor = serializers.BooleanField(source="entry.is_anchor")
    rating = serializers.FloatField(source="entry.rating", help_text="In points; the anchor stands at 1000.")
    error = serializers.FloatField(source="entry.error", help_text="One standard error, in points.")
    final_rating = serializers.SerializerMethodField(
        help_text="In points, by the fit over the whole season; null until the season is closed."
    )
    final_error = serializers.SerializerMethodField(help_text="Its standard error, in points.")
    games = serializers.IntegerField(source="entry.games")
    blocks = serializers.IntegerField(source="entry.blocks")
    mean_rank = serializers.FloatField(
        source="total.mean_rank", allow_null=True, help_text="Over all rated matches, whoever else sat there."
    )
    firsts = serializers.IntegerField(source="total.firsts", help_text="Rated matches with rank 1, ties included.")
    faults = serializers.IntegerField(source="total.faults", help_text="Rated matches in which it made a fault.")
    seats = SeatTally(many=True, help_text="By seat, the first one first.")
    form = serializers.SerializerMethodField(
        help_text="By how many points each of the last ten blocks moved the rating, the oldest first."
    )

    def get_final_rating(self, line: Line) -> float | None:
        """Give the final rating in points."""
        return None if line.entry.final_mpt is None else line.entry.final_mpt / 1000

    def get_final_error(self, line: Line) -> float | None:
        """Give its error in points."""
        return None if line.entry.final_error_mpt is None else line.entry.final_error_mpt / 1000

    def get_form(self, line: Line) -> list[float]:
        """Give the last changes in points."""
        return [(after - before) / 1000 for before, after in line.recent[-FORM:]]


class Standings(serializers.Serializer[Any]):
    """Is a part of a leaderboard. `next` leads to the part below, if there is one."""

    next = serializers.URLField(allow_null=True)
    results = StandingRow(many=True)


class EntryFull(serializers.ModelSerializer[Entry]):
    """Is a bot in a season; `pending` is the version on trial, told to its owner only."""

    bot = BotName(read_only=True)
    ladder = serializers.CharField(source="season.ladder.slug", read_only=True)
    season = serializers.IntegerField(source="season.number", read_only=True)
    state = serializers.CharField(read_only=True)
    bench = serializers.CharField(
        read_only=True, help_text="What puts a benched entry back: faults (a trial that passes), staff; else empty."
    )
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True, read_only=True)
    pending = serializers.SerializerMethodField(help_text="Number of the version on trial; null for everybody else.")
    rating = serializers.FloatField(read_only=True)
    error = serializers.FloatField(read_only=True)

    class Meta:
        model = Entry
        fields = [
            "id", "bot", "ladder", "season", "state", "reason", "bench", "version", "pending", "is_anchor",
            "rating", "error", "games", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_pending(self, entry: Entry) -> int | None:
        """Tell the version on trial to the owner of the bot."""
        request = self.context.get("request")
        is_own = request is not None and request.user.is_authenticated and entry.bot.owner_id == request.user.pk
        return entry.pending.number if is_own and entry.pending else None


class EntryWish(serializers.Serializer[Any]):
    """Enters a bot in a ladder's running season."""

    bot = serializers.SlugField(max_length=60)
    version = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True, help_text="Default: its newest version."
    )


class EntryChange(serializers.Serializer[Any]):
    """Changes one's entry: exactly what is given."""

    bot = serializers.SlugField(max_length=60)
    state = serializers.ChoiceField(choices=["active", "paused", "withdrawn"], required=False)
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)


class LedgerLine(serializers.ModelSerializer[RatingEvent]):
    """Is how one block, or a correction by staff, moved one rating; `correction` is the reason of a correction."""

    block = serializers.IntegerField(source="block_number", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True)
    correction = serializers.CharField(source="correction.reason", default=None, allow_null=True, read_only=True)

    class Meta:
        model = RatingEvent
        fields = [
            "block", "correction", "version", "before_mpt", "after_mpt", "error_before_mpt", "error_after_mpt", "k_mpt",
            "matches", "opponents", "scored_halves", "expected_ppm", "created_at",
        ]  # fmt: skip
        read_only_fields = fields
