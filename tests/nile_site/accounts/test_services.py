"""Accounts: one name each, whatever its spelling; the house's is for nobody to sign in to."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.management import call_command

from nile_site.accounts import selectors, services
from nile_site.accounts.adapter import AccountAdapter
from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotThere, Refused

pytestmark = pytest.mark.django_db


def test_a_name_is_taken_in_all_its_spellings() -> None:
    ana = services.create_user(username="  Ana ", password="correct horse")
    assert (ana.username, ana.check_password("correct horse")) == ("Ana", True)
    for other in ("ana", "ANA", "Аna"):
        with pytest.raises(Refused, match="taken"):
            services.create_user(username=other)
        with pytest.raises(ValidationError, match="taken"):
            AccountAdapter().clean_username(other)
    assert selectors.user_by_name("aNa") == ana


def test_the_house_is_made_once_and_has_no_password() -> None:
    house = services.house_account(name="Nile House")
    assert services.house_account(name="Nile House") == house
    assert selectors.house() == house
    assert not house.has_usable_password()
    assert authenticate(username="Nile House", password="") is None


def test_djangos_own_command_makes_a_key_too() -> None:
    call_command("createsuperuser", "--noinput", "--username", "Root", "--email", "r@example.org", verbosity=0)
    assert User.objects.get(username="Root").name_key == "root"


def test_a_forgotten_account_leaves_nothing_personal_and_frees_its_name() -> None:
    ana = services.create_user(username="Ana", email="ana@example.org", password="correct horse", is_staff=True)
    services.forget(user=ana)
    ana.refresh_from_db()
    assert (ana.email, ana.is_active, ana.is_staff, ana.has_usable_password()) == ("", False, False, False)
    with pytest.raises(NotThere):
        selectors.user_by_name("Ana")
    with pytest.raises(NotThere):
        selectors.user_by_name(ana.username)
    assert services.create_user(username="Ana").pk != ana.pk
