"""The house itself as a Django app: it brings the commands that belong to no noun."""

from django.apps import AppConfig


class NileSiteConfig(AppConfig):
    name = "nile_site"
    verbose_name = "Nile Arena"
