"""Games, which are code: nothing here comes from the database."""

from typing import Any

from rest_framework import serializers


class Option(serializers.Serializer[Any]):
    """Is one option of a game; the first value is the default."""

    name = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField())
    help = serializers.CharField()


class Game(serializers.Serializer[Any]):
    """Is one game with the rules version that this arena plays."""

    slug = serializers.CharField()
    title = serializers.CharField()
    rules_version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = Option(many=True)
