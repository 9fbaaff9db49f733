"""Standing contests: a ladder, its seasons, who is entered, and why each rating is what it is."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from arena.ratings.elo import START_ERROR_MPT, START_MPT
from nile_site.accounts.models import User
from nile_site.bots.models import Bot, Version


class Ladder(models.Model):
    """Is the standing contest of one game with one number of seats."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    """Slug of the game; the rules themselves are code."""
    seats = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    season: "Season | None"
    """Its present season, where a selector has looked it up."""
    players: int
    """How many bots play in that season, likewise."""

    class Meta:
        ordering = ["game", "seats", "id"]

    def __str__(self) -> str:
        return self.title


class Season(models.Model):
    """Is one dated run of a ladder. It pins rules, options and limits, so that all its blocks compare."""

    class State(models.TextChoices):
        DRAFT = "draft", "being prepared"
        RUNNING = "running", "running"
        CLOSED = "closed", "closed"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    opens_at = models.DateTimeField()
    """The first instant at which blocks are made."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """The first instant at which none is made any more; blocks made before it are played to their end and rated."""
    freezes_at = models.DateTimeField(null=True, blank=True)
    """From this instant to the close nobody enters and no other version takes over; none: up to the close."""
    is_last = models.BooleanField(default=False, db_default=False)
    """No season follows it by itself."""
    reason = models.TextField(blank=True, default="", db_default="")
    """Why it ended before its time, where it did."""
    closed_at = models.DateTimeField(null=True, blank=True)
    """When its last block was rated and its final standings were made."""
    rules_version = models.PositiveIntegerField()
    options = models.JSONField(default=dict)
    """Every option of the game with its value."""
    limits = models.JSONField(default=dict)
    """What each bot may use: the fields of arena.sandbox.base.Limits."""
    next_block = models.PositiveIntegerField(default=1)
    """The number that the next rated block gets."""
    next_rated = models.PositiveIntegerField(default=1)
    """The lowest block number that is not rated (or closed unrated) yet."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ladder_id", "-number", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="season_number"),
            models.CheckConstraint(
                condition=Q(closes_at=None) | Q(closes_at__gt=F("opens_at")), name="season_has_length"
            ),
            models.CheckConstraint(
                condition=Q(freezes_at=None) | Q(freezes_at__gt=F("opens_at"), freezes_at__lte=F("closes_at")),
                name="season_freezes_before_it_closes",
            ),
            models.CheckConstraint(condition=Q(state__in=["draft", "running", "closed"]), name="season_state"),
            models.CheckConstraint(condition=Q(next_rated__lte=F("next_block")), name="season_rates_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder.title}, season {self.number}"

    @property
    def last_call(self) -> datetime | None:
        """The first instant at which it takes no entries and no other versions any more."""
        return self.freezes_at or self.closes_at

    @property
    def is_frozen(self) -> bool:
        """Does it take no entries and no other versions any more?"""
        return self.last_call is not None and self.last_call <= timezone.now()


WITHOUT_RANK = 2**40
"""What stands first in the order of a board for entries without a rank: more than any rating."""


class Entry(models.Model):
    """Is a bot in a season, with its rating."""

    class State(models.TextChoices):
        ACTIVE = "active", "plays"
        PAUSED = "paused", "paused by its author"
        WITHDRAWN = "withdrawn", "withdrawn by its author"
        BENCHED = "benched", "benched"
        DISQUALIFIED = "disqualified", "disqualified by staff"

    class Bench(models.TextChoices):
        NONE = "", "not benched"
        FAULTS = "faults", "a new trial that passes puts it back"
        STAFF = "staff", "staff must look at it first"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The version that plays; none until the first has passed its trial."""
    pending = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The version on trial; it takes over from the next block once it has passed."""
    state = models.CharField(max_length=12, choices=State, default=State.ACTIVE)
    reason = models.TextField(blank=True)
    """Why it is benched or paused, where somebody said so."""
    bench = models.CharField(max_length=10, choices=Bench, default=Bench.NONE, db_default="", blank=True)
    """What puts it back; it outlasts a withdrawal."""
    put_back_at = models.DateTimeField(null=True, blank=True)
    """When it was last put back: faults and spoiled matches before that do not count any more."""
    is_anchor = models.BooleanField(default=False)
    """All ratings of the season are relative to this entry, which stands still."""
    start_mpt = models.IntegerField(default=START_MPT, db_default=START_MPT)
    """The rating it began with: of its first season on the ladder the start value, for house bots as measured; after
    that half-way between the start value and where the season before ended."""
    start_error_mpt = models.PositiveIntegerField(default=START_ERROR_MPT, db_default=START_ERROR_MPT)
    """The standard error it began with; small where its start was measured."""
    rating_mpt = models.IntegerField(default=START_MPT)
    """Thousandths of a rating point."""
    error_mpt = models.PositiveIntegerField(default=START_ERROR_MPT)
    """Standard error of the rating, in thousandths of a point."""
    games = models.PositiveIntegerField(default=0)
    """Rated matches."""
    blocks = models.PositiveIntegerField(default=0)
    """Rated blocks."""
    tallies = ArrayField(ArrayField(models.PositiveIntegerField(), size=4), default=list, db_default=[], blank=True)
    """By seat, once it was rated: its rated matches, the sum of its ranks, first places, faults."""
    rated_version = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The version that played its last rated block; another one widens the error at the next."""
    last_block = models.PositiveIntegerField(default=0)
    """Number of the last block that it was drawn for; 0: none yet."""
    last_block_at = models.DateTimeField(null=True, blank=True)
    final_rank = models.PositiveIntegerField(null=True, blank=True)
    """Its place in the final standings of a closed season; none if it was not rated, or did not play at the end."""
    final_mpt = models.IntegerField(null=True, blank=True)
    """The rating by the fit over the whole season, in which the order of the blocks does not count."""
    final_error_mpt = models.PositiveIntegerField(null=True, blank=True)
    """The standard error of the fit."""
    board_key = models.GeneratedField(
        expression=Case(When(state="active", games__gt=0, then=Value(0)), default=Value(WITHOUT_RANK))
        - Coalesce("final_mpt", "rating_mpt"),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    """What boards are ordered by: minus the rating, or the final one; entries without a rank stand behind all others,
    as they do not play now or are not rated yet."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-rating_mpt", "id"]
        indexes = [
            models.Index(
                "season",
                "board_key",
                "error_mpt",
                -F("games"),
                "id",
                condition=Q(version__isnull=False),
                name="entry_board",
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["season", "bot"], name="entry_once_a_season"),
            models.UniqueConstraint(fields=["season"], condition=Q(is_anchor=True), name="one_anchor_a_season"),
            models.CheckConstraint(
                condition=Q(state__in=["active", "paused", "withdrawn", "benched", "disqualified"]), name="entry_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.season}"

    @property
    def may_be_tried(self) -> bool:
        """May a version of it play its trial?"""
        is_benched_for_faults = self.state == self.State.BENCHED and self.bench == self.Bench.FAULTS
        return self.state in (self.State.ACTIVE, self.State.PAUSED) or is_benched_for_faults

    @property
    def rating(self) -> float:
        """The rating in points."""
        return self.rating_mpt / 1000

    @property
    def error(self) -> float:
        """The standard error in points."""
        return self.error_mpt / 1000


class Correction(models.Model):
    """Is one act of staff upon what a running season has rated, for everybody to read. Another one may undo it."""

    class Kind(models.TextChoices):
        DISQUALIFY = "disqualify", "disqualified"
        VOID = "void", "block taken back"
        UNDO = "undo", "undone"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="corrections")
    kind = models.CharField(max_length=10, choices=Kind)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="corrections")
    """Who is disqualified: no block in which it played counts."""
    state_before = models.CharField(max_length=12, blank=True)
    """The state that the entry had, for undoing."""
    block_number = models.PositiveIntegerField(null=True, blank=True)
    """The block that does not count any more."""
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    after_block = models.PositiveIntegerField()
    """The last block that was rated, or closed unrated, before it."""
    reason = models.TextField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="disqualify", entry__isnull=False, block_number=None, undoes=None)
                | Q(kind="void", entry=None, block_number__isnull=False, undoes=None)
                | Q(kind="undo", entry=None, block_number=None, undoes__isnull=False),
                name="correction_kind",
            )
        ]

    def __str__(self) -> str:
        if self.undoes is not None:
            return f"{self.undoes}: undone"
        return f"{self.entry.bot} disqualified" if self.entry else f"block {self.block_number} taken back"


class RatingEvent(models.Model):
    """Is one line of the ledger: how one block, or a correction, moved one entry. Lines are added and never changed."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="events")
    block_number = models.PositiveIntegerField()
    """The block; of a correction, the last one that was rated before it."""
    correction = models.ForeignKey(Correction, null=True, blank=True, on_delete=models.PROTECT, related_name="events")
    """What moved the entry, if it was no block: K and scores are 0 then."""
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    before_mpt = models.IntegerField()
    after_mpt = models.IntegerField()
    error_before_mpt = models.PositiveIntegerField()
    """The standard error with which the block was rated: widened where the version is new."""
    error_after_mpt = models.PositiveIntegerField()
    k_mpt = models.PositiveIntegerField()
    """The K of this change, in thousandths of a point."""
    matches = models.PositiveSmallIntegerField()
    opponents = models.PositiveSmallIntegerField()
    scored_halves = models.PositiveIntegerField()
    """Over all opponents and matches: two for ranking before one, one for a tie."""
    expected_ppm = models.PositiveIntegerField()
    """The sum of the expected scores against each opponent, in millionths."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-block_number", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "block_number"], condition=Q(correction=None), name="rated_once_a_block"
            ),
            models.UniqueConstraint(fields=["entry", "correction"], name="moved_once_a_correction"),
        ]

    def __str__(self) -> str:
        return f"block {self.block_number}: {self.before_mpt} → {self.after_mpt}"

    @property
    def change(self) -> float:
        """By how many points the rating moved."""
        return (self.after_mpt - self.before_mpt) / 1000

    @property
    def scored(self) -> float:
        """The mean score against all opponents, 0 to 1; of a correction 0."""
        return self.scored_halves / max(1, 2 * self.matches * self.opponents)

    @property
    def expected(self) -> float:
        """The expected mean score, 0 to 1; of a correction 0."""
        return self.expected_ppm / max(1, 1_000_000 * self.opponents)
