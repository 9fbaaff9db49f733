"""`manage.py admin`: make an administrator. Nobody has that right, and no password exists, until you run it."""

import getpass
import os

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction

from nile_site.accounts.refusals import Refused
from nile_site.accounts.services import create_user

_PASSWORD = "NILE_ADMIN_PASSWORD"  # noqa: S105


class Command(BaseCommand):
    help = (
        "Make an administrator. Asks for what is not given; the password comes from the terminal or from "
        f"{_PASSWORD}, never from the command line, which other users of the machine can read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", help="the public name")
        parser.add_argument("--email", help="the e-mail address")

    def handle(self, *args: object, **options: str | None) -> None:
        call_command("migrate", verbosity=0, interactive=False)  # before the first ./run there is no table yet
        try:
            name = options["name"] or input("Name: ")
            email = options["email"] or input("E-mail: ")
            password = os.environ.get(_PASSWORD) or asked_password()
            make_administrator(name=name.strip(), email=email.strip(), password=password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
        except (EOFError, KeyboardInterrupt):
            raise CommandError("No administrator was made.") from None
        self.stdout.write(f"{name.strip()} is an administrator. The staff's pages are at /admin/.")


def asked_password() -> str:
    """Ask twice at the terminal."""
    password = getpass.getpass("Password: ")
    if getpass.getpass("The same again: ") != password:
        raise CommandError("The two passwords differ. No administrator was made.")
    return password


def make_administrator(*, name: str, email: str, password: str) -> None:
    """Make the account, its address taken as verified. Raises ValidationError or Refused."""
    validate_email(email)
    validate_password(password, get_user_model()(username=name, email=email))
    with transaction.atomic():
        user = create_user(username=name, email=email, password=password, is_staff=True)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
