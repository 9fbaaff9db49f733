"""Where a match stands and what happens next, in words that pages and API share."""

from dataclasses import dataclass

from django.utils.text import capfirst

from nile_site.matches.models import Attempt, Block, Match
from nile_site.matches.selectors import place_in_queue
from nile_site.matches.status import worker_banner


@dataclass(frozen=True, slots=True)
class Status:
    """A sentence on the present state, one on what comes next, and whether the state will change by itself soon."""

    headline: str
    next: str = ""
    is_live: bool = False


def status_of(match: Match) -> Status:
    """Tell where a match stands; it needs `listed_seats` and the block."""
    match match.state:
        case Match.State.QUEUED:
            return _queued(match)
        case Match.State.RUNNING:
            again = f"This is attempt {match.attempt}." if match.attempt > 1 else ""
            return Status(
                "The bots are at the table.", f"The result appears here when it is over. {again}".strip(), True
            )
        case Match.State.CANCELLED:
            return Status(f"It will not be played: {match.reason or 'it was cancelled'}.", "Nothing of it counts.")
    return _finished(match)


def _queued(match: Match) -> Status:
    last = match.attempts.order_by("-number", "-id").first()
    ahead = (place_in_queue(match) or 1) - 1
    banner = worker_banner()
    if last is not None and last.outcome in (Attempt.Outcome.VOID, Attempt.Outcome.LOST):
        why = f": {last.reason}" if last.reason else ""
        headline = f"Attempt {last.number} was {last.get_outcome_display()}{why}. Nobody is charged for it."
        coming = "It is played again on the same deal."
    else:
        headline = "It waits for a free slot."
        coming = "It is next." if not ahead else f"{ahead} match{'es' if ahead > 1 else ''} will be played before it."
    return Status(headline, f"{banner} {coming}" if banner else coming, True)


def _finished(match: Match) -> Status:
    block = match.block
    headline = winners_sentence(match)
    if block.kind == Block.Kind.TRIAL:
        verdict = block.get_outcome_display() if block.outcome else "being judged"
        return Status(
            headline, f"{capfirst(verdict)}. Trials are unrated and shown to their owner only.", block.is_open
        )
    if block.is_open:
        others_open = block.matches.filter(state__in=[Match.State.QUEUED, Match.State.RUNNING]).count()
        rest = f"{others_open} more match{'es' if others_open != 1 else ''} of its block"
        return Status(headline, f"Replay and seed open when {rest} {'are' if others_open != 1 else 'is'} over.", True)
    if block.outcome == Block.Outcome.RATED:
        return Status(headline, "Its block is rated.")
    if block.outcome == Block.Outcome.TAKEN_BACK:
        return Status(headline, f"Staff took its block back, and it counts for nobody: {block.reason}")
    if block.outcome == Block.Outcome.COMPARED:
        return Status(headline, "Its block counts in the comparison; it moves no rating.")
    if block.outcome == Block.Outcome.UNRATED:
        return Status(headline, f"Its block was closed unrated: {block.reason or 'no reason was given'}.")
    return Status(headline, "Its block is over and is rated as soon as every earlier block of the ladder is closed.")


def winners_sentence(match: Match) -> str:
    """Say who won; a match without a single clean seat has no winner."""
    seats = list(match.listed_seats)
    clean = [seat for seat in seats if seat.verdict == "ok"]
    best = [seat for seat in seats if seat.rank == 1]
    if not clean:
        return "Every bot made a fault, so nobody won."
    names = [seat.bot.name for seat in best]
    if len(names) == 1:
        score = f" with {best[0].score}" if best[0].score is not None else ""
        return f"{names[0]} won{score}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the first place."
