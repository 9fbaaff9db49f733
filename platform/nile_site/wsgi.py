"""The WSGI entry point: pages and API for a production pool of threads; live streams need the ASGI one."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nile_site.settings")

application = get_wsgi_application()
