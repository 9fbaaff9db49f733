"""Keys for programs: made once, stored as hashes, taken back at any time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from knox.models import AuthToken

from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotThere, OverQuota, Refused

MOST = 20
"""So many tokens may one account hold at a time."""
LONGEST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token at the one moment when its secret is known."""

    secret: str
    row: AuthToken


def create_token(*, user: User, days: int | None = None) -> NewToken:
    """Make a token that acts for the user, for so many days or until it is revoked. Raises Refused, OverQuota."""
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise Refused(f"A token holds for 1 to {LONGEST_DAYS} days, or without an end.", "days")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if AuthToken.objects.filter(user=user).count() >= MOST:
            raise OverQuota(f"You hold {MOST} tokens, which is the most. Revoke one that you no longer need.")
        row, secret = AuthToken.objects.create(user=user, expiry=None if days is None else timedelta(days=days))
    return NewToken(secret, row)


def tokens_of(*, user: User) -> list[AuthToken]:
    """Return the user's tokens, newest first."""
    return list(AuthToken.objects.filter(user=user).order_by("-created", "digest"))


def revoke_token(*, user: User, key: str) -> None:
    """End a token at once; `key` is its first characters, as lists show them. Raises NotThere."""
    found = AuthToken.objects.filter(user=user, token_key=key)
    if not found.exists():
        raise NotThere("You have no such token.")
    found.delete()


def is_expired(row: AuthToken, now: datetime) -> bool:
    """Has the token reached its end?"""
    return row.expiry is not None and row.expiry <= now
