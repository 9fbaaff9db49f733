"""What changes accounts. Signing in and out, passwords and e-mail are the account library's, on the same rules."""

import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone

from nile_site.accounts.models import LONGEST_USERNAME, User
from nile_site.accounts.names import clean_username, name_key
from nile_site.accounts.refusals import Refused


def create_user(*, username: str, email: str = "", password: str | None = None, is_staff: bool = False) -> User:
    """Make an account; without a password nobody can sign in to it. Raises Refused."""
    name = free_username(username=username)
    user = User(username=name, name_key=name_key(name), email=email, is_staff=is_staff, is_superuser=is_staff)
    user.set_password(password) if password else user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise Refused("That name is taken.", "username") from error
    return user


def free_username(*, username: str, but: User | None = None) -> str:
    """Return the name as it will be stored. Raises Refused if it is not allowed, or taken by another than `but`."""
    name = clean_username(username, longest=LONGEST_USERNAME)
    taken = User.objects.filter(name_key=name_key(name))
    if (taken.exclude(pk=but.pk) if but else taken).exists():
        raise Refused("That name is taken.", "username")
    return name


def house_account(*, name: str) -> User:
    """Return the account of the house, making it if there is none. Nobody can sign in to it."""
    house = User.objects.filter(is_house=True).first()
    if house is None:
        house = User(username=name, name_key=name_key(name), is_house=True)
        house.set_unusable_password()
        house.save()
    return house


def forget(*, user: User) -> None:
    """Close an account: its name, address and password go, what it played stays.

    Its bots must have left their ladders before (nile_site.matches.services.close_account does both).
    """
    name = f"closed {secrets.token_hex(6)}"
    user.username, user.name_key, user.email = name, name_key(name), ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.closed_at = timezone.now()
    user.set_unusable_password()
    user.save()
