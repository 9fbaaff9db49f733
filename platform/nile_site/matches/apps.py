"""Matches as a Django app."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "nile_site.matches"
    label = "matches"
    default_auto_field = "django.db.models.BigAutoField"
