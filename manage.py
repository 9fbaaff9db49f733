#!/usr/bin/env python3
"""Django's command line for this checkout, with the database and the broker at hand.

`up` starts everything and needs no Django of its own. Every other command that touches data finds the services
of a running `up`, or starts them for its own duration, or uses DATABASE_URL and REDIS_URL where they are set.
"""

import os
import sys

WITHOUT_SERVICES = {"help", "version", "check", "collectstatic", "makemessages", "spectacular", "startapp"}


def main(argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nile_site.settings")
    command = argv[1] if len(argv) > 1 else "help"
    if command == "up":
        from nile_site.embedded.up import main as up

        sys.exit(up(argv[2:]))

    from django.core.management import execute_from_command_line

    from nile_site.embedded.at_hand import secret_at_hand, services_at_hand

    secret_at_hand()
    if command in WITHOUT_SERVICES or command.startswith("-") or "--help" in argv:
        execute_from_command_line(argv)
    else:
        with services_at_hand():
            execute_from_command_line(argv)


if __name__ == "__main__":
    main(sys.argv)
