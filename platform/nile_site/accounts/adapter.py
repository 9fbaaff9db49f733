"""Holds the account library to the site's rule for names, however an account is made."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from nile_site.accounts.models import User
from nile_site.accounts.names import name_key
from nile_site.accounts.refusals import Refused
from nile_site.accounts.services import free_username


class AccountAdapter(DefaultAccountAdapter):
    """Signs people up under names that are allowed and free, while sign-up is open."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """May anybody make an account here?"""
        return bool(settings.SIGNUP_OPEN)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is stored; `shallow` leaves out whether it is taken."""
        try:
            return free_username(username=username)
        except Refused as refused:
            raise ValidationError(refused.text) from refused

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Give the new account its name and the key of it."""
        super().populate_username(request, user)
        user.name_key = name_key(user.username)
