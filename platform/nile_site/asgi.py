"""The ASGI entry point: pages, API and live streams on one port."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nile_site.settings")

application = get_asgi_application()
