"""Bots for staff, to read. Code stays where it is; what happens to a bot goes through its entries."""

from django.contrib import admin

from nile_site.admin_base import ReadOnlyAdmin
from nile_site.bots.models import Bot, Version


@admin.register(Bot)
class BotAdmin(ReadOnlyAdmin):
    list_display = ["name", "owner", "slug", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["name", "slug", "owner__username"]
    ordering = ["name_key", "id"]


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    list_display = ["bot", "number", "state", "games", "created_at"]
    list_select_related = ["bot"]
    list_filter = ["state"]
    search_fields = ["bot__name", "bot__slug"]
    ordering = ["-id"]
