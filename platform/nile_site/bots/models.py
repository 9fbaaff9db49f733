"""Bots, the versions that their authors uploaded, and the code of each as one package."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

LONGEST_NAME = 40


class Package(models.Model):
    """Is the code of a bot, packed in one canonical way: equal code is stored once, and never changes.

    It lies in the database, so that any worker machine gets it from there.
    """

    sha256 = models.CharField(max_length=64, primary_key=True)
    """Names the files, however they are compressed (nile_site.bots.packages.digest)."""
    data = models.BinaryField()
    """A zip as arena.sandbox.bundle packs it."""
    size = models.PositiveIntegerField()
    """Bytes of `data`."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.sha256[:12]


class Bot(models.Model):
    """Is a program that competes, through all its versions."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots")
    name = models.CharField(max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=200, unique=True, editable=False)
    """The canonical form of the name; no two bots share one."""
    slug = models.SlugField(max_length=60, unique=True)
    """Its name in addresses; it stays when the name changes."""
    created_at = models.DateTimeField(auto_now_add=True)

    listed_versions: list["Version"]
    """Its versions, newest first, where a selector has fetched them with it."""
    listed_entries: list[Any]
    """Its entries, newest season first, where a selector of the ladders has fetched them with it."""

    class Meta:
        ordering = ["name_key", "id"]
        constraints = [models.CheckConstraint(condition=~models.Q(name_key=""), name="bot_has_key")]

    def __str__(self) -> str:
        return self.name


class Version(models.Model):
    """Is one upload of a bot."""

    class State(models.TextChoices):
        NEW = "new", "not entered on a ladder yet"
        TRIAL = "trial", "plays its trial"
        LIVE = "live", "plays"
        FAILED = "failed", "failed its trial"
        RETIRED = "retired", "replaced by another version"
        HELD = "held", "did not take over"

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the bot."""
    package = models.ForeignKey(Package, on_delete=models.PROTECT, related_name="versions")
    entry = models.CharField(max_length=200)
    """The file of the package that is run."""
    games = ArrayField(models.CharField(max_length=40))
    """Slugs of the games it plays."""
    uses_numpy = models.BooleanField(default=False)
    only_if_not_worse = models.BooleanField(default=False, db_default=False)
    """Its author asked that it plays the version before it first, and takes over unless that one is better."""
    notes = models.TextField(blank=True)
    """What the upload said about the package, for its author: stripped folders, dropped files."""
    state = models.CharField(max_length=10, choices=State, default=State.NEW)
    """The state that matters most over all ladders; each entry knows its own."""
    reason = models.TextField(blank=True)
    """Why it is in that state, where that needs telling: the fault of its trial."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number"),
            models.CheckConstraint(
                condition=models.Q(state__in=["new", "trial", "live", "failed", "retired", "held"]),
                name="version_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"
