"""`manage.py prepare`: bring database, first world and static files up to the code, doing only what is missing."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate, make the first world, collect static files; all of it only where needed."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        if "world" in get_commands():
            call_command("world")
        if not settings.FROM_SOURCES:
            collect_static()


def collect_static() -> None:
    """Collect static files unless those of the same sources are there already."""
    stamp = Path(settings.STATIC_ROOT) / ".sources"
    now = sources_hash()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(now)


def sources_hash() -> str:
    """Return a hash over the name, size and time of every static file that collectstatic would take."""
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=None):
            found = Path(storage.path(path)).stat()
            seen.update(f"{getattr(storage, 'prefix', '')}/{path} {found.st_size} {found.st_mtime_ns}\n".encode())
    return seen.hexdigest()
