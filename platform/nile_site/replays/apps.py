"""Replays as a Django app."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "nile_site.replays"
    label = "replays"
    default_auto_field = "django.db.models.BigAutoField"
