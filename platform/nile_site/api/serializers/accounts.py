"""Accounts and their tokens."""

from typing import Any

from knox.models import AuthToken
from rest_framework import serializers

from nile_site.accounts.models import User
from nile_site.accounts.tokens import LONGEST_DAYS


class Me(serializers.ModelSerializer[User]):
    """Is the account that asks."""

    class Meta:
        model = User
        fields = ["username", "email", "is_staff", "date_joined"]
        read_only_fields = fields


class Token(serializers.ModelSerializer[AuthToken]):
    """Is a token without its secret: `key` is how the secret begins."""

    key = serializers.CharField(source="token_key", read_only=True)

    class Meta:
        model = AuthToken
        fields = ["key", "created", "expiry"]
        read_only_fields = fields


class NewToken(serializers.Serializer[Any]):
    """Is a token at the one moment when its secret is told."""

    key = serializers.CharField(source="row.token_key", read_only=True)
    created = serializers.DateTimeField(source="row.created", read_only=True)
    expiry = serializers.DateTimeField(source="row.expiry", read_only=True, allow_null=True)
    token = serializers.CharField(source="secret", read_only=True, help_text="The secret. It is told this once.")


class TokenWish(serializers.Serializer[Any]):
    """Asks for a token."""

    days = serializers.IntegerField(
        min_value=1, max_value=LONGEST_DAYS, required=False, allow_null=True, help_text="None: until it is revoked."
    )
