"""Bots as a Django app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "nile_site.bots"
    label = "bots"
    default_auto_field = "django.db.models.BigAutoField"
