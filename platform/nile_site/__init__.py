"""The Django side: accounts, bots, ladders, replays, matches, and the pages and API on top of them."""

from nile_site.celery import app as celery_app

__all__ = ["celery_app"]
