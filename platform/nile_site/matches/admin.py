"""Comparisons, blocks, matches and workers for staff, to read. The secret deal of an open block is shown to nobody."""

from django.contrib import admin

from nile_site.admin_base import ReadOnlyAdmin
from nile_site.matches.models import Attempt, Block, Comparison, Match, MatchSeat, WorkerStatus


class SeatInline(admin.TabularInline):
    model = MatchSeat
    can_delete = False
    extra = 0
    fields = readonly_fields = ["seat", "bot", "version", "rank", "score", "verdict", "cpu_ms", "memory_kib"]


class AttemptInline(admin.TabularInline):
    model = Attempt
    can_delete = False
    extra = 0
    fields = readonly_fields = ["number", "outcome", "reason", "version", "worker", "started_at", "ended_at"]


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    list_display = ["id", "season", "kind", "number", "state", "outcome", "reason", "created_at", "closed_at"]
    list_select_related = ["season__ladder"]
    list_filter = ["kind", "state", "outcome", "season"]
    ordering = ["-id"]


@admin.register(Comparison)
class ComparisonAdmin(ReadOnlyAdmin):
    list_display = ["id", "asked_by", "season", "version_a", "version_b", "state", "answer", "blocks", "created_at"]
    list_select_related = ["asked_by", "season__ladder", "version_a__bot", "version_b__bot"]
    list_filter = ["state", "answer", "season"]
    ordering = ["-id"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ["id", "block", "rotation", "state", "priority", "attempt", "voids", "worker", "finished_at"]
    list_select_related = ["block"]
    list_filter = ["state", "tier"]
    exclude = ["lease_token", "replay"]
    inlines = [SeatInline, AttemptInline]
    ordering = ["-id"]


@admin.register(WorkerStatus)
class WorkerStatusAdmin(ReadOnlyAdmin):
    list_display = ["name", "tier", "reasons", "runtime", "plays", "last_seen"]
    ordering = ["name", "id"]
