"""Ladders as a Django app."""

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "nile_site.ladders"
    label = "ladders"
    default_auto_field = "django.db.models.BigAutoField"
