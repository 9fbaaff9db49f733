"""Ladders for staff: seasons and entries to read, with the acts that organisers need."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Refused
from nile_site.admin_base import ReadOnlyAdmin
from nile_site.ladders import seasons, services
from nile_site.ladders.models import Correction, Entry, Ladder, RatingEvent, Season


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    list_display = ["title", "slug", "game", "seats"]
    ordering = ["game", "seats", "id"]


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ["ladder", "number", "state", "opens_at", "freezes_at", "closes_at", "next_block", "next_rated"]
    list_select_related = ["ladder"]
    list_filter = ["state"]
    ordering = ["-id"]
    actions = ["open"]

    @admin.action(description="Open the chosen drafts", permissions=["view"])
    def open(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        for season in chosen.order_by("id"):
            try:
                seasons.open_season(season=season)
            except Refused as refused:
                self.message_user(request, f"{season}: {refused.text}", messages.ERROR)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["bot", "season", "state", "reason", "rating", "error", "games", "version", "pending"]
    list_select_related = ["bot", "season__ladder", "version__bot", "pending__bot"]
    list_filter = ["state", "season"]
    search_fields = ["bot__name", "bot__slug"]
    ordering = ["-id"]
    actions = ["bench", "unbench"]

    @admin.action(description="Bench: no more matches until put back", permissions=["view"])
    def bench(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        assert isinstance(request.user, User)
        for entry in chosen.order_by("id"):
            try:
                services.bench(actor=request.user, entry=entry, reason=f"benched by {request.user.username}")
            except Refused as refused:
                self.message_user(request, f"{entry}: {refused.text}", messages.ERROR)

    @admin.action(description="Put back into play", permissions=["view"])
    def unbench(self, request: HttpRequest, chosen: QuerySet[Entry]) -> None:
        assert isinstance(request.user, User)
        for entry in chosen.order_by("id"):
            try:
                services.unbench(actor=request.user, entry=entry)
            except Refused as refused:
                self.message_user(request, f"{entry}: {refused.text}", messages.ERROR)


@admin.register(RatingEvent)
class RatingEventAdmin(ReadOnlyAdmin):
    list_display = ["entry", "block_number", "version", "before_mpt", "after_mpt", "k_mpt", "error_after_mpt"]
    list_select_related = ["entry__bot", "entry__season__ladder", "version__bot"]
    ordering = ["-id"]


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    list_display = ["season", "kind", "entry", "block_number", "undoes", "reason", "by", "created_at"]
    list_select_related = ["season__ladder", "entry__bot", "entry__season__ladder", "undoes__entry__bot", "by"]
    ordering = ["-id"]
