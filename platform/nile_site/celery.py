"""The Celery application: it carries slots and periodic tasks to the workers, never the truth of a match."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nile_site.settings")

app = Celery("nile_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
