"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "nile_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
