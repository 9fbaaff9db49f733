"""Replays for staff, to read."""

from django.contrib import admin

from nile_site.admin_base import ReadOnlyAdmin
from nile_site.replays.models import Replay


@admin.register(Replay)
class ReplayAdmin(ReadOnlyAdmin):
    list_display = ["identity", "game", "rules_version", "plies", "created_at"]
    exclude = ["packed"]
    ordering = ["-id"]
