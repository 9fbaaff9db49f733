"""Replays as they are stored: the truth of each match, and nothing beside it."""

from django.db import models


class Replay(models.Model):
    """Is one replay, packed. Equal matches have equal replays, which are stored once."""

    identity = models.CharField(max_length=64, unique=True)
    """SHA-256 of the text, in hexadecimal."""
    packed = models.BinaryField()
    """The text in gzip with a fixed header, as arena.replay packs it."""
    game = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    plies = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.identity[:12]
