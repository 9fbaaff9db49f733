"""The one model of a person."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models

from nile_site.accounts.names import name_key

LONGEST_USERNAME = 30


class KeyedUserManager(UserManager["User"]):
    """Makes users with the key of their name, for Django's own `createsuperuser`; everything else uses services."""

    def create_superuser(self, username: str, email: str | None = None, password: str | None = None, **extra: object):  # type: ignore[no-untyped-def]
        """Make a superuser whose name is taken in its canonical form too."""
        return super().create_superuser(username, email, password, **{"name_key": name_key(username), **extra})

    def create_user(self, username: str, email: str | None = None, password: str | None = None, **extra: object):  # type: ignore[no-untyped-def]
        """Make a user whose name is taken in its canonical form too."""
        return super().create_user(username, email, password, **{"name_key": name_key(username), **extra})


class User(AbstractUser):
    """A person, or the house itself."""

    username = models.CharField(max_length=LONGEST_USERNAME, unique=True)
    """The public name, as it is shown."""
    name_key = models.CharField(max_length=200, unique=True, editable=False)
    """The canonical form of the name; two accounts never share one."""
    is_house = models.BooleanField(default=False)
    """The account that owns the house bots; nobody can sign in to it."""
    closed_at = models.DateTimeField(null=True, blank=True)
    """When its owner closed it; its name was given up then."""
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[KeyedUserManager] = KeyedUserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(name_key=""), name="user_has_key"),
            models.UniqueConstraint(fields=["is_house"], condition=models.Q(is_house=True), name="one_house_account"),
        ]

    def __str__(self) -> str:
        return self.username

    def get_full_name(self) -> str:
        """Return the public name: there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """Return the public name."""
        return self.username
