"""Accounts for staff: read, block, promote. New ones come from the sign-up page or `./run admin`."""

from django.contrib import admin
from django.http import HttpRequest

from nile_site.accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["username", "email", "is_active", "is_staff", "is_house", "date_joined"]
    list_filter = ["is_active", "is_staff", "is_house"]
    search_fields = ["username", "email"]
    ordering = ["username", "id"]
    fields = ["username", "email", "is_active", "is_staff", "is_superuser", "is_house", "date_joined", "last_login"]
    readonly_fields = ["username", "email", "is_house", "date_joined", "last_login"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False
