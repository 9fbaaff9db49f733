"""Comparisons as they are read: who may see one, who may be compared, and what one says in words.

A comparison is for its asker and staff. The author of the other side does not learn of it.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from arena.ratings.comparison import BETTER_BY, ERROR_PERCENT, LEAST_BLOCKS, Answer
from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.bots.models import Version
from nile_site.bots.selectors import Actor
from nile_site.ladders.models import Entry, RatingEvent
from nile_site.matches.models import Block, Comparison, Match
from nile_site.matches.selectors import visible_matches, with_seats
from nile_site.matches.words import Status


def visible_comparison(actor: Actor, pk: int) -> Comparison:
    """Return a comparison that the actor may see. Raises NotThere."""
    found = Comparison.objects.all()
    if not (isinstance(actor, User) and actor.is_active and actor.is_staff):
        found = found.filter(asked_by=actor) if isinstance(actor, User) and actor.is_active else found.none()
    comparison = with_sides(found).filter(pk=pk).first()
    if comparison is None:
        raise NotThere("There is no such comparison.")
    return comparison


def own_comparison(actor: Actor, pk: int) -> Comparison:
    """Return a comparison for its asker to act on. Raises NotThere, NotAllowed."""
    comparison = visible_comparison(actor, pk)
    if not isinstance(actor, User) or comparison.asked_by_id != actor.pk:
        raise NotAllowed("Only who asked for it may do that.")
    return comparison


def comparisons_of(actor: User) -> QuerySet[Comparison]:
    """Return what an author asked, newest first."""
    return with_sides(Comparison.objects.filter(asked_by=actor)).order_by("-id")


def running_comparison(actor: User) -> Comparison | None:
    """Return the comparison of an author that runs; gates do not count."""
    return comparisons_of(actor).filter(state=Comparison.State.RUNNING, is_gate=False).first()


def with_sides(comparisons: QuerySet[Comparison]) -> QuerySet[Comparison]:
    """Fetch season, entries and versions with each."""
    return comparisons.select_related(
        "season__ladder", "entry_a__bot", "entry_b__bot", "version_a__bot", "version_b__bot"
    )


def matches_of(actor: Actor, comparison: Comparison) -> QuerySet[Match]:
    """Return the matches of a comparison that the actor may see, newest first, with `listed_seats`."""
    return with_seats(visible_matches(actor).filter(block__comparison=comparison).order_by("-id"))


def own_candidates(entry: Entry) -> QuerySet[Version]:
    """Return the versions of a bot that can be compared on an entry's ladder, newest first.

    Each plays there, or has passed a trial or played rated blocks there.
    """
    ladder = entry.season.ladder_id
    passed = Block.objects.filter(subject_version=OuterRef("pk"), outcome=Block.Outcome.PASSED, season__ladder=ladder)
    rated = RatingEvent.objects.filter(version=OuterRef("pk"), entry__season__ladder=ladder)
    fit = Version.objects.filter(Q(pk=entry.version_id) | Exists(passed) | Exists(rated), bot=entry.bot_id)
    return fit.select_related("bot").order_by("-number", "-id")


def rival_candidates(entry: Entry) -> QuerySet[Entry]:
    """Return the entries of the other bots that play in an entry's season, the best first, with their versions."""
    rivals = Entry.objects.filter(season=entry.season_id, state=Entry.State.ACTIVE)
    rivals = rivals.exclude(pk=entry.pk).exclude(version=None)
    return rivals.select_related("bot__owner", "version__bot").order_by("-rating_mpt", "id")


# ---- in words


def status_of(comparison: Comparison) -> Status:
    """Tell what a comparison says, and what comes next."""
    a, b, so_far = comparison.version_a, comparison.version_b, f"After {comparison.blocks} blocks {gap_of(comparison)}."
    if comparison.state == Comparison.State.CANCELLED:
        return Status(f"Called off: {comparison.reason}.", so_far)
    if comparison.is_running:
        gate = f"{b} takes over unless {a} is found better. " if comparison.is_gate else ""
        return Status(so_far, gate + _coming(comparison), is_live=True)
    is_better = comparison.answer == Answer.BETTER
    gate = f"{b} {'did not take over' if is_better else 'took over'}. " if comparison.is_gate else ""
    if comparison.answer == Answer.UNDECIDED:
        more = comparison.found.still_needed
        needed = (
            f"About {more} more blocks would tell" if more else "The blocks do not tell how many more it would take"
        )
        coming = f"{so_far} {needed}; `nile compare` plays as many as you like at home."
        return Status(f"Undecided whether {a} is better than {b}.", gate + coming)
    verb = "is" if is_better else "is not"
    sure = f"Better means by {BETTER_BY} points of rating; the answer is wrong in at most {ERROR_PERCENT} of 100 cases."
    return Status(f"{a} {verb} better than {b}.", f"{gate}{so_far} {sure}")


def gap_of(comparison: Comparison) -> str:
    """Tell by how much A seems better so far, to be read within a sentence."""
    found = comparison.found
    if found.points is None or found.error is None:
        return "no difference is seen yet"
    points = abs(round(found.points))
    way = "better" if found.points > 0 else "worse"
    seems = f"{points} points {way} than {comparison.version_b}" if points else f"as strong as {comparison.version_b}"
    return f"{comparison.version_a} seems {seems}, give or take {1.96 * found.error:.0f}"


def _coming(comparison: Comparison) -> str:
    least = f"Nothing is decided before {LEAST_BLOCKS} blocks." if comparison.blocks < LEAST_BLOCKS else ""
    more = comparison.found.still_needed
    if least or more is None:
        return least or "It goes on until the difference speaks."
    left = comparison.most - comparison.blocks
    beyond = f" It plays {left} more at most, so it may end undecided." if more > left else ""
    return f"About {more} more will tell.{beyond}"
