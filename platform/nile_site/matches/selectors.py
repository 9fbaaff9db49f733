"""What is read about matches, through one gate for each thing.

A trial is for the owner of the bot that is tried, and staff; a comparison for who asked it, and staff. The deal, the
replay and the logs of a match open when its block closes; logs are for the author of the seat's bot alone. An open
block holds no seed at all.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from arena.referee.verdicts import Verdict
from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.bots.models import Bot, Version
from nile_site.bots.selectors import Actor, bots_of, is_author, is_owner, may_look_inside
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.ladders.selectors import with_entries
from nile_site.matches.models import Attempt, Block, Comparison, Match, MatchSeat, SeatLog
from nile_site.replays.models import Replay
from nile_site.replays.selectors import text_of
from nile_site.world import world


def visible_match(actor: Actor, pk: int) -> Match:
    """Return a match that the actor may see, with `listed_seats`. Raises NotThere."""
    match = with_seats(visible_matches(actor).filter(pk=pk)).first()
    if match is None:
        raise NotThere("There is no such match.")
    return match


def visible_matches(actor: Actor) -> QuerySet[Match]:
    """Return the matches that the actor may see: all rated ones, trials of the own bots, and own comparisons."""
    matches = Match.objects.select_related("block__season__ladder", "block__subject__bot", "block__comparison")
    if isinstance(actor, User) and actor.is_active:
        if actor.is_staff:
            return matches
        own = Q(block__subject__bot__owner=actor) | Q(block__comparison__asked_by=actor)
        return matches.filter(Q(block__kind=Block.Kind.RATED) | own)
    return matches.filter(block__kind=Block.Kind.RATED)


def recent_matches(
    actor: Actor = None,
    *,
    ladder: Ladder | None = None,
    season: Season | None = None,
    bot: Bot | None = None,
    version: Version | None = None,
) -> QuerySet[Match]:
    """Return the matches that the actor may see, newest first (by id), with `listed_seats`; pages go on by id.

    Those of comparisons are left out, which would fill every list; nile_site.matches.compared lists them.
    """
    matches = visible_matches(actor).exclude(block__kind=Block.Kind.COMPARISON)
    if season is not None:
        matches = matches.filter(block__season=season)
    if ladder is not None:
        matches = matches.filter(block__season__ladder=ladder)
    if bot is not None:
        matches = matches.filter(seats__bot=bot).distinct()
    if version is not None:
        matches = matches.filter(seats__version=version).distinct()
    return with_seats(matches.order_by("-id"))


def visible_block(actor: Actor, pk: int) -> Block:
    """Return a block that the actor may see. Raises NotThere."""
    chosen = Block.objects.select_related("season__ladder", "subject__bot", "subject_version", "comparison")
    block = chosen.filter(pk=pk).first()
    if block is None or not _may_see(actor, block):
        raise NotThere("There is no such block.")
    return block


def block_of_season(season: Season, number: int | None) -> Block:
    """Return a rated block of a season by its number. Raises NotThere."""
    block = Block.objects.filter(season=season, number=number).exclude(number=None).first()
    if block is None:
        raise NotThere("There is no block of that number in this season.")
    return block


def block_matches(block: Block) -> list[Match]:
    """Return the matches of a block by rotation, with `listed_seats`."""
    return list(with_seats(block.matches.select_related("block__season__ladder").order_by("rotation", "id")))


def base_order(block: Block) -> list[MatchSeat]:
    """Return the seats of a block's first match, whose order the commitment holds."""
    seats = MatchSeat.objects.filter(match__block=block, match__rotation=0)
    return list(seats.select_related("bot__owner", "version").order_by("seat"))


def replay_of(actor: Actor, match: Match) -> Replay:
    """Return the replay of a match. Raises NotThere, saying why, while the block is open or once it was pruned."""
    if not _may_see(actor, match.block):
        raise NotThere("There is no such match.")
    if match.block.is_open:
        raise NotThere("The replay opens when all matches of the block are played.")
    if match.replay is None:
        is_played = match.state == Match.State.FINISHED
        raise NotThere("The replay was not kept." if is_played else "The match was not played.")
    return match.replay


def replay_text(actor: Actor, match: Match) -> bytes:
    """Return the text of a match's replay. Raises NotThere like replay_of."""
    return text_of(replay_of(actor, match))


def private_log(actor: Actor, seat: MatchSeat) -> SeatLog:
    """Return the log of a seat, with its seat, for the author of its bot once the block is closed.

    Raises NotAllowed, or NotThere with the reason.
    """
    if not _may_see(actor, seat.match.block):
        raise NotThere("There is no such match.")
    if not is_author(actor, seat.bot):
        raise NotAllowed("The log of a bot is for its owner alone.")
    if seat.match.block.is_open:
        raise NotThere("Logs open when all matches of the block are played.")
    log = _with_match(SeatLog.objects.filter(seat=seat)).first()
    if log is None:
        raise NotThere("There is no log: the match was not played, or it was pruned.")
    return log


def seat_of(match: Match, number: int) -> MatchSeat:
    """Return one seat of a match. Raises NotThere."""
    chosen = match.seats.select_related(
        "bot__owner", "version", "match__block__subject__bot", "match__block__comparison"
    )
    seat = chosen.filter(seat=number).first()
    if seat is None:
        raise NotThere(f"The match has no seat {number}.")
    return seat


def attempts(match: Match) -> list[Attempt]:
    """Return every attempt at a match, oldest first."""
    return list(match.attempts.select_related("version__bot").order_by("number", "id"))


# ---- faults


_NO_FAULT = ("", Verdict.OK, Verdict.VOID)


def is_fault(seat: MatchSeat) -> bool:
    """Did the bot on a seat make a fault?"""
    return seat.verdict not in _NO_FAULT


def last_faults(entries: Iterable[Entry]) -> dict[int, list[MatchSeat]]:
    """Return the faults of each entry's version that count towards the bench, newest first, with their match.

    They are those among its last rated matches in blocks that began after it was last put back.
    """
    found: dict[int, list[MatchSeat]] = {entry.pk: [] for entry in entries}
    newest = [F("match__finished_at").desc(), F("match_id").desc()]
    played = MatchSeat.objects.filter(entry__in=found, version=F("entry__version"))
    played = played.filter(match__state=Match.State.FINISHED, match__block__kind=Block.Kind.RATED)
    begun = Q(entry__put_back_at=None) | Q(match__block__created_at__gt=F("entry__put_back_at"))
    age = Window(RowNumber(), partition_by=F("entry_id"), order_by=newest)
    recent = played.filter(begun).annotate(age=age).filter(age__lte=world().play.faults_among)
    for seat in recent.select_related("match").order_by("entry_id", "age"):
        if is_fault(seat):
            found[seat.entry_id].append(seat)
    return found


def own_faults(actor: Actor, match: Match) -> list[MatchSeat]:
    """Return the seats of a match, which has `listed_seats`, on which bots of the actor made a fault."""
    return [seat for seat in match.listed_seats if is_fault(seat) and is_owner(actor, seat.bot)]


def faults_of(bot: Bot) -> QuerySet[MatchSeat]:
    """Return the seats on which a bot made a fault, newest match first, without its log. For its owner's eyes."""
    seats = known_to_owner(MatchSeat.objects.filter(bot=bot, match__state=Match.State.FINISHED))
    seats = seats.exclude(verdict__in=_NO_FAULT)
    return seats.select_related("bot", "version", "match__block__season__ladder").order_by("-match_id", "-id")


def known_to_owner(seats: QuerySet[MatchSeat]) -> QuerySet[MatchSeat]:
    """Leave out what others let a bot play in their comparisons."""
    return seats.filter(Q(match__block__comparison=None) | Q(match__block__comparison__asked_by=F("bot__owner")))


def _with_match(logs: QuerySet[SeatLog]) -> QuerySet[SeatLog]:
    return logs.select_related("seat__bot__owner", "seat__version", "seat__match__block")


# ---- what waits


def place_in_queue(match: Match) -> int | None:
    """Return how many matches come before this one, plus one; None if it does not wait."""
    if match.state != Match.State.QUEUED:
        return None
    before = Q(priority__lt=match.priority) | Q(priority=match.priority, pk__lt=match.pk)
    return Match.objects.filter(before, state=Match.State.QUEUED).count() + 1


@dataclass(frozen=True, slots=True)
class EntryState:
    """How an entry of one's own stands: its open trial with its place in the queue if it waits, or its running gate."""

    entry: Entry
    trial: Match | None
    place: int | None
    gate: Comparison | None
    faults: list[MatchSeat]
    """For which it is benched, newest first."""

    @property
    def sentence(self) -> str:
        """What happens with it now, and next."""
        entry = self.entry
        if entry.state == Entry.State.BENCHED and entry.may_be_tried and entry.pending is not None:
            return f"Benched until version {entry.pending.number} has passed its new trial."
        if entry.state == Entry.State.BENCHED and entry.may_be_tried:
            return f"Benched. {entry.reason} Mend it and upload a version, or run a new trial.".replace("  ", " ")
        if entry.state != Entry.State.ACTIVE:
            return f"{entry.get_state_display().capitalize()}." + (f" {entry.reason}" if entry.reason else "")
        if entry.pending is None:
            return f"Version {entry.version.number} plays." if entry.version else "No version has passed its trial."
        if self.gate is not None:
            return f"Version {entry.pending.number} plays version {self.gate.version_a.number} before it takes over."
        if self.trial is None:
            return f"Version {entry.pending.number} waits for house bots to try it against."
        if self.trial.state == Match.State.RUNNING:
            return f"Version {entry.pending.number} is playing its trial."
        return f"Version {entry.pending.number} waits for its trial, at place {self.place} of the queue."


@dataclass(frozen=True, slots=True)
class OwnBot:
    """One bot of one's own: its latest version and how each of its entries stands."""

    bot: Bot
    latest: Version | None
    entries: list[EntryState]


def my_bots(owner: User) -> list[OwnBot]:
    """Return the owner's bots by name, with how each stands in seasons that are not closed."""
    newest = Prefetch("versions", queryset=Version.objects.order_by("-number", "-id"), to_attr="listed_versions")
    bots: list[Bot] = list(with_entries(bots_of(owner)).prefetch_related(newest))  # type: ignore[no-redef]
    entries = [entry for bot in bots for entry in bot.listed_entries]
    states = _states_of([entry for entry in entries if entry.season.state != Season.State.CLOSED])
    return [
        OwnBot(
            bot,
            bot.listed_versions[0] if bot.listed_versions else None,
            [states[entry.pk] for entry in bot.listed_entries if entry.pk in states],
        )
        for bot in bots
    ]


def _states_of(entries: list[Entry]) -> dict[int, EntryState]:
    trials, gates = _open_trials(entries), open_gates(entries)
    benched = [entry for entry in entries if entry.state == Entry.State.BENCHED and entry.may_be_tried]
    faults = last_faults(benched) if benched else {}
    states = {}
    for entry in entries:
        trial = trials.get(entry.pk)
        place = place_in_queue(trial) if trial else None
        states[entry.pk] = EntryState(entry, trial, place, gates.get(entry.pk), faults.get(entry.pk, []))
    return states


def open_gates(entries: Iterable[Entry]) -> dict[int, Comparison]:
    """Return the running gates of the versions that wait to take over, by entry."""
    gates = Comparison.objects.filter(is_gate=True, state=Comparison.State.RUNNING, entry_b__in=list(entries))
    chosen = gates.filter(version_b=F("entry_b__pending")).select_related("version_a__bot", "version_b__bot")
    return {gate.entry_b_id: gate for gate in chosen.order_by("id")}


def _open_trials(entries: list[Entry]) -> dict[int, Match]:
    matches = Match.objects.filter(block__subject__in=entries, block__state=Block.State.OPEN)
    return {
        match.block.subject_id: match
        for match in matches.select_related("block").order_by("id")
        if match.block.subject_id is not None
    }


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Fetch the seats of each match with it, as `listed_seats`, in one more query."""
    seats = MatchSeat.objects.select_related("bot__owner", "version").order_by("seat")
    return matches.prefetch_related(Prefetch("seats", queryset=seats, to_attr="listed_seats"))  # type: ignore[no-redef]


def _may_see(actor: Actor, block: Block) -> bool:
    if block.comparison is not None:
        is_staff = isinstance(actor, User) and actor.is_active and actor.is_staff
        return is_staff or (isinstance(actor, User) and actor.is_active and block.comparison.asked_by_id == actor.pk)
    return block.subject is None or may_look_inside(actor, block.subject.bot)


# ---- for pages


def begun(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those that are played or being played: what a reader wants to look at."""
    return matches.filter(state__in=[Match.State.RUNNING, Match.State.FINISHED])


def has_replay(match: Match) -> bool:
    """Is the replay of a match that the actor may see open, and kept?"""
    return not match.block.is_open and match.replay_id is not None


def readable_logs(actor: Actor, match: Match) -> list[SeatLog]:
    """Return the logs of a closed block's match that the actor may read, by seat."""
    if match.block.is_open:
        return []
    logs = _with_match(SeatLog.objects.filter(seat__match=match)).order_by("seat__seat")
    return [log for log in logs if is_author(actor, log.seat.bot)]


def open_trial(entry: Entry) -> Match | None:
    """Return the match of the open trial of an entry, with `listed_seats`."""
    open_ones = Match.objects.filter(block__subject=entry, block__state=Block.State.OPEN)
    return with_seats(open_ones.select_related("block__season__ladder").order_by("-id")).first()


def last_trial(entry: Entry) -> Block | None:
    """Return the newest trial of an entry."""
    return entry.trials.order_by("-id").first()


def failed_trial(version: Version) -> Match | None:
    """Return the match in which a version failed its last trial."""
    failed = Match.objects.filter(block__subject_version=version, block__outcome=Block.Outcome.FAILED)
    return failed.order_by("-id").first()
