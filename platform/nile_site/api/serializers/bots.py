"""Bots and their versions."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from arena import games
from nile_site.bots.models import LONGEST_NAME, Bot, Version
from nile_site.ladders.models import Ladder


class BotName(serializers.ModelSerializer[Bot]):
    """Is a bot where it is only mentioned."""

    author = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = Bot
        fields = ["slug", "name", "author"]
        read_only_fields = fields


class BotRating(serializers.Serializer[Any]):
    """Is how a bot stands on one ladder's season."""

    entry = serializers.IntegerField(source="pk")
    ladder = serializers.CharField(source="season.ladder.slug")
    season = serializers.IntegerField(source="season.number")
    state = serializers.CharField()
    version = serializers.IntegerField(source="version.number", default=None, allow_null=True)
    rating = serializers.FloatField()
    error = serializers.FloatField()
    games = serializers.IntegerField()


class BotShort(serializers.ModelSerializer[Bot]):
    """Is a bot in a list, with where it is entered."""

    author = serializers.CharField(source="owner.username", read_only=True)
    entries = BotRating(source="listed_entries", many=True, read_only=True)

    class Meta:
        model = Bot
        fields = ["slug", "name", "author", "created_at", "entries"]
        read_only_fields = fields


class VersionShort(serializers.ModelSerializer[Version]):
    """Is a version as everybody may see it."""

    state = serializers.CharField(read_only=True)

    class Meta:
        model = Version
        fields = ["number", "state", "games", "created_at"]
        read_only_fields = fields


class VersionFull(serializers.ModelSerializer[Version]):
    """Is a version as its owner sees it: why it is in its state, and what the upload said."""

    bot = serializers.CharField(source="bot.slug", read_only=True)
    state = serializers.CharField(read_only=True)
    sha256 = serializers.CharField(source="package_id", read_only=True)

    class Meta:
        model = Version
        fields = [
            "bot", "number", "state", "reason", "games", "entry", "uses_numpy", "only_if_not_worse", "notes",
            "sha256", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class Uploaded(VersionFull):
    """Is a version that was just uploaded: `slug` is its bot's, `page` where people watch its trial."""

    slug = serializers.CharField(source="bot.slug", read_only=True)
    page = serializers.SerializerMethodField()

    class Meta(VersionFull.Meta):
        fields = [*VersionFull.Meta.fields, "slug", "page"]
        read_only_fields = fields

    def get_page(self, version: Version) -> str:
        """Say where the bot's page is."""
        path = reverse("web:bot", args=[version.bot.slug])
        request = self.context.get("request")
        return str(request.build_absolute_uri(path)) if request else path


class BotFull(BotShort):
    """Is a bot with its versions."""

    versions = VersionShort(source="listed_versions", many=True, read_only=True)

    class Meta(BotShort.Meta):
        fields = [*BotShort.Meta.fields, "versions"]
        read_only_fields = fields


class Upload(serializers.Serializer[Any]):
    """Is a bot's code: one Python file, or a zip."""

    file = serializers.FileField(allow_empty_file=True)
    games = serializers.MultipleChoiceField(
        choices=[(slug, slug) for slug in games.SLUGS],
        required=False,
        default=list,
        help_text="Needed where the upload has no nile.toml that names them.",
    )


class NewVersion(Upload):
    """Is the upload of the next version of a bot."""

    only_if_not_worse = serializers.BooleanField(
        required=False,
        default=False,
        help_text="After its trial it plays the present version, and takes over unless that one is better.",
    )


class NewBot(Upload):
    """Is a new bot's first upload."""

    name = serializers.CharField(
        max_length=LONGEST_NAME, required=False, default="", allow_blank=True, help_text="Default: from nile.toml."
    )
    ladders = serializers.ListField(
        child=serializers.SlugField(max_length=Ladder._meta.get_field("slug").max_length),
        required=False,
        default=list,
        max_length=50,
        help_text="Slugs of the ladders to enter it in.",
    )
