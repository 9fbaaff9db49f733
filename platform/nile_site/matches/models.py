"""Comparisons, blocks, matches, who sat where, what each attempt came to, and what each worker slot says of itself."""

from django.db import models
from django.db.models import Q

from arena.ratings.comparison import Comparison as Found
from arena.ratings.comparison import Tally, judge
from nile_site.accounts.models import User
from nile_site.bots.models import Bot, Version
from nile_site.ladders.models import Entry, Season
from nile_site.replays.models import Replay

TRIAL_PRIORITY, RATED_PRIORITY, COMPARISON_PRIORITY, HOUSE_PRIORITY = 0, 10, 15, 20
"""The lowest number is played first."""


class Comparison(models.Model):
    """Is the question whether version A is better than version B on a ladder: asked by one author, seen by nobody else.

    Each of its blocks is one deal that A and then B play on every seat, against the same house bots.
    """

    class State(models.TextChoices):
        RUNNING = "running", "running"
        DONE = "done", "done"
        CANCELLED = "cancelled", "called off"

    class Answer(models.TextChoices):
        NONE = "", "none yet"
        BETTER = "better", "better"
        NOT_BETTER = "not better", "not better"
        UNDECIDED = "undecided", "undecided"

    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="comparisons")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="comparisons")
    """Whose seats, rules, options and limits it is played with."""
    entry_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    version_a = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    entry_b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    version_b = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    is_gate = models.BooleanField(default=False, db_default=False)
    """B waits to take over from A, and does so unless A is better."""
    most = models.PositiveIntegerField()
    """So many blocks are opened, and not more."""
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.NONE, blank=True)
    reason = models.TextField(blank=True)
    """Why it was called off."""
    blocks = models.PositiveIntegerField(default=0)
    """How many blocks count; with the three sums, the fields of arena.ratings.comparison.Tally."""
    differences = models.FloatField(default=0.0)
    squares = models.FloatField(default=0.0)
    slopes = models.FloatField(default=0.0)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["asked_by"],
                condition=Q(state="running", is_gate=False),
                name="one_running_comparison_an_author",
            ),
            models.CheckConstraint(
                condition=Q(state="running", answer="", ended_at=None)
                | Q(state="cancelled", answer="", ended_at__isnull=False)
                | (Q(state="done", ended_at__isnull=False) & ~Q(answer="")),
                name="comparison_has_an_answer_when_done",
            ),
        ]

    def __str__(self) -> str:
        return f"comparison {self.pk}"

    @property
    def is_running(self) -> bool:
        """Are blocks still played for it?"""
        return self.state == self.State.RUNNING

    @property
    def tally(self) -> Tally:
        """What counts so far."""
        return Tally(self.blocks, self.differences, self.squares, self.slopes)

    @property
    def found(self) -> Found:
        """What the test says of what counts so far."""
        return judge(self.tally)


class Block(models.Model):
    """Is one deal, played once in each rotation of the seats by the same versions; or the one match of a trial.

    In a block of a comparison A plays every rotation, and then B in its place.

    Its seed and salt lie in a Deal while it is open and move here when it closes: what has no field cannot leak.
    """

    class Kind(models.TextChoices):
        RATED = "rated", "rated"
        TRIAL = "trial", "trial"
        COMPARISON = "comparison", "comparison"

    class State(models.TextChoices):
        OPEN = "open", "open"
        CLOSED = "closed", "closed"

    class Outcome(models.TextChoices):
        NONE = "", "not decided yet"
        RATED = "rated", "rated"
        UNRATED = "unrated", "closed unrated"
        TAKEN_BACK = "taken back", "taken back by staff"
        PASSED = "passed", "trial passed"
        FAILED = "failed", "trial failed"
        COMPARED = "compared", "counted"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="blocks")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.RATED)
    number = models.PositiveIntegerField(null=True, blank=True)
    """1, 2, 3 … within the season for rated blocks, which are rated in this order; none for others."""
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.NONE, blank=True)
    reason = models.TextField(blank=True)
    """Why it closed unrated or was taken back, or why the trial failed."""
    subject = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="trials")
    """Of a trial: the entry whose version is tried."""
    subject_version = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """Of a trial: the version that is tried."""
    comparison = models.ForeignKey(Comparison, null=True, blank=True, on_delete=models.PROTECT, related_name="parts")
    is_house_only = models.BooleanField(default=False)
    """All its bots are the house's."""
    rules_version = models.PositiveIntegerField()
    options = models.JSONField()
    limits = models.JSONField()
    runtime = models.CharField(max_length=64, blank=True)
    """Hash of what the bots run in; set by the first worker that takes a match, and kept by all others."""
    commitment = models.CharField(max_length=64)
    """SHA-256 that binds the secret deal, public before the first match (nile_site.matches.commitment)."""
    seed = models.CharField(max_length=20, blank=True)
    """The deal's seed in decimal digits; empty while the block is open."""
    salt = models.CharField(max_length=64, blank=True)
    """What was hashed with the seed; empty while the block is open."""
    cpu_ms = models.PositiveBigIntegerField(default=0)
    """CPU time of all its bots and referees, set when it closes."""
    deadline = models.DateTimeField()
    """When it closes unrated if it is still open."""
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["deadline", "id"], condition=Q(state="open"), name="block_open"),
            models.Index(fields=["-closed_at"], condition=Q(is_house_only=True), name="block_house_only"),
            models.Index(fields=["-closed_at"], condition=Q(kind="rated"), name="block_rated"),
            models.Index(fields=["season", "number"], condition=Q(kind="rated", outcome=""), name="block_to_rate"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="block_number"),
            models.UniqueConstraint(
                fields=["subject", "subject_version"], condition=Q(state="open"), name="one_open_trial"
            ),
            models.UniqueConstraint(fields=["comparison"], condition=Q(state="open"), name="one_open_part"),
            models.CheckConstraint(
                condition=Q(kind="rated", number__isnull=False, subject=None, comparison=None)
                | Q(
                    kind="trial",
                    number=None,
                    subject__isnull=False,
                    subject_version__isnull=False,
                    comparison=None,
                )
                | Q(kind="comparison", number=None, subject=None, comparison__isnull=False),
                name="block_kind",
            ),
            models.CheckConstraint(
                condition=Q(state="open", outcome="", seed="", closed_at=None)
                | (Q(state="closed", closed_at__isnull=False) & ~Q(seed="")),
                name="block_opens_its_deal_when_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}" if self.number is None else f"block {self.number}"

    @property
    def title(self) -> str:
        """What pages call it."""
        return self.get_kind_display().capitalize() if self.number is None else f"Block {self.number}"

    @property
    def is_open(self) -> bool:
        """Are its matches still to be played? Then its deal, replays and requests are shut."""
        return self.state == self.State.OPEN


class Deal(models.Model):
    """Is the secret of an open block. Only what plays a match reads it; closing the block deletes it."""

    block = models.OneToOneField(Block, primary_key=True, on_delete=models.CASCADE, related_name="deal")
    seed = models.CharField(max_length=20)
    salt = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"deal of {self.block_id}"


class Match(models.Model):
    """Is one sitting. The queued rows of this table are the queue; a lease says who is playing one."""

    class State(models.TextChoices):
        QUEUED = "queued", "waiting for a slot"
        RUNNING = "running", "being played"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="matches")
    rotation = models.PositiveSmallIntegerField()
    """By how many seats the block's base order is turned; in a comparison's block it counts on where B plays."""
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    priority = models.SmallIntegerField(default=RATED_PRIORITY)
    attempt = models.PositiveIntegerField(default=0)
    """How often it has been claimed."""
    lease_token = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=100, blank=True)
    """The slot that plays or played it."""
    tier = models.CharField(max_length=20, blank=True)
    """The sandbox it was played in."""
    voids = models.PositiveIntegerField(default=0)
    """How many attempts we spoiled or lost."""
    replay = models.ForeignKey(Replay, null=True, blank=True, on_delete=models.SET_NULL, related_name="matches")
    """None before it is played, and after the replay was pruned."""
    identity = models.CharField(max_length=64, blank=True)
    """The replay's identity; it stays when the replay is pruned."""
    plies = models.PositiveIntegerField(null=True, blank=True)
    reason = models.TextField(blank=True)
    """The game's word for what ended it, or why it was cancelled."""
    wall_ms = models.PositiveIntegerField(null=True, blank=True)
    referee_ms = models.PositiveIntegerField(null=True, blank=True)
    """CPU time of the referee itself: the platform's share, never charged to a bot."""
    is_starred = models.BooleanField(default=False)
    """Somebody wants to keep its replay."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    listed_seats: list["MatchSeat"]
    """Its seats in order, where a selector has fetched them with it."""

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["priority", "id"], condition=Q(state="queued"), name="match_queue"),
            models.Index(fields=["lease_until"], condition=Q(state="running"), name="match_leases"),
            models.Index(fields=["-finished_at"], condition=Q(state="finished"), name="match_finished"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["block", "rotation"], name="match_rotation"),
            models.CheckConstraint(
                condition=Q(state="running", lease_token__isnull=False, lease_until__isnull=False)
                | (Q(state__in=["queued", "finished", "cancelled"], lease_token=None, lease_until=None)),
                name="match_lease",
            ),
            models.CheckConstraint(
                condition=~Q(state="finished") | (Q(finished_at__isnull=False) & ~Q(identity="")),
                name="match_finished_has_result",
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"


class MatchSeat(models.Model):
    """Is one place at one table: who sat there, how it ended for them and what they used."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    """0 … seats-1."""
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """1 is best; seats with a fault are tied behind all others."""
    score = models.IntegerField(null=True, blank=True)
    verdict = models.CharField(max_length=10, blank=True)
    """A value of arena.referee.verdicts.Verdict; empty before the match is played."""
    cpu_ms = models.PositiveIntegerField(null=True, blank=True)
    slowest_ms = models.PositiveIntegerField(null=True, blank=True)
    """CPU time of the slowest decision."""
    startup_ms = models.PositiveIntegerField(null=True, blank=True)
    wall_ms = models.PositiveIntegerField(null=True, blank=True)
    memory_kib = models.PositiveIntegerField(null=True, blank=True)
    decisions = models.PositiveIntegerField(null=True, blank=True)
    """How many questions the bot was asked."""

    class Meta:
        ordering = ["match_id", "seat"]
        indexes = [models.Index(fields=["bot", "-match"], name="seat_of_bot")]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="match_seat")]

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.match_id}"


class SeatLog(models.Model):
    """Is what only the owner of the bot on a seat may read, once the block has closed."""

    seat = models.OneToOneField(MatchSeat, primary_key=True, on_delete=models.CASCADE, related_name="log")
    detail = models.TextField(blank=True)
    """What exactly was wrong, in a sentence; empty without a fault."""
    fault_ply = models.PositiveIntegerField(null=True, blank=True)
    """The ply that was asked for when the fault came; 0 is the start-up."""
    request = models.BinaryField(default=b"")
    """The last line that the bot was sent before its fault."""
    answer = models.BinaryField(default=b"")
    """What it wrote instead of an answer."""
    stderr = models.BinaryField(default=b"")
    notes = models.JSONField(default=list)
    """[ply, note] for each decision that the bot said something about."""
    cpu_us = models.JSONField(default=list)
    """CPU time of each decision, in microseconds."""

    def __str__(self) -> str:
        return f"log of {self.seat_id}"


class Attempt(models.Model):
    """Is one try to play a match. Exactly one attempt of a finished match is `recorded`."""

    class Outcome(models.TextChoices):
        RUNNING = "running", "being played"
        RECORDED = "recorded", "recorded"
        VOID = "void", "spoiled by us"
        LOST = "lost", "the worker was lost"
        CANCELLED = "cancelled", "cancelled"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.RUNNING)
    reason = models.TextField(blank=True)
    version = models.ForeignKey(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    """The version on whose seat a void happened, where that is known."""
    is_kill = models.BooleanField(default=False, db_default=False)
    """That version's bot was killed by something other than the referee."""
    worker = models.CharField(max_length=100)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "number"]
        indexes = [models.Index(fields=["version", "-id"], condition=Q(outcome="void"), name="attempt_voids")]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="attempt_number")]

    def __str__(self) -> str:
        return f"attempt {self.number} at match {self.match_id}"


class WorkerStatus(models.Model):
    """Is what one slot of one worker last said of itself."""

    SEEN_S = 90
    """A slot that has said nothing for so long is gone."""

    name = models.CharField(max_length=100, unique=True)
    """Machine and slot."""
    tier = models.CharField(max_length=20, blank=True)
    """The sandbox it uses; empty where it has none and so plays nothing."""
    reasons = models.TextField(blank=True)
    """Why it cannot play, in sentences for the operator."""
    plays = models.JSONField(default=list)
    """[slug, rules version] of each game it can play."""
    runtime = models.CharField(max_length=64, blank=True)
    last_seen = models.DateTimeField()

    class Meta:
        ordering = ["name", "id"]
        verbose_name_plural = "worker status"

    def __str__(self) -> str:
        return self.name
