"""`manage.py sandbox_check`: try to break out of every sandbox on this machine, as a worker does when it starts."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from arena.errors import SandboxError
from arena.sandbox.__main__ import as_text
from arena.sandbox.selfcheck import check


class Command(BaseCommand):
    help = "Say which sandboxes work on this machine, why the others do not, and whether a worker here takes matches."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        try:
            report = check(settings.DATA)
        except SandboxError as error:
            raise CommandError(f"A worker here takes no matches. {error}") from None
        self.stdout.write(as_text(report))
        if settings.SANDBOX == "trusted":
            self.stdout.write("NILE_SANDBOX is trusted: a worker here takes matches and isolates no bot.")
            return
        setting = settings.SANDBOX
        working = [each.name for each in report.findings if each.works and setting in ("auto", each.name)]
        if not working:
            raise CommandError(f"A worker here takes no matches: NILE_SANDBOX is {setting}.")
        self.stdout.write(f"A worker here takes matches: NILE_SANDBOX is {setting}, so bots run in {working[0]}.")
