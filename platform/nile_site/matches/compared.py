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
    """Return the comparison of an author that runs."""
    return comparisons_of(actor).filter(state=Comparison.State.RUNNING).first()


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
    a, b = comparison.version_a, comparison.version_b
    figure = figure_of(comparison)
    if comparison.state == Comparison.State.CANCELLED:
        return Status(f"Called off after {comparison.blocks} blocks: {comparison.reason}.", figure)
    if comparison.is_running:
        return Status(
            f"{comparison.blocks} of at most {comparison.most} blocks are played. {figure}",
            _coming(comparison),
            is_live=True,
        )
    told = {
        Answer.BETTER: f"{a} is better than {b}.",
        Answer.NOT_BETTER: f"{a} is not better than {b}.",
        Answer.UNDECIDED: f"Undecided whether {a} is better than {b}.",
    }
    headline = f"{told[Answer(comparison.answer)]} {figure}"
    if comparison.answer != Answer.UNDECIDED:
        sure = f"Better means by {BETTER_BY} points of rating."
        return Status(headline, f"{sure} Such an answer is wrong in at most {ERROR_PERCENT} of 100 cases.")
    more = comparison.found.still_needed
    needed = f"About {more} more blocks would tell." if more else "The blocks do not tell how many more it would take."
    return Status(headline, f"{needed} At home `nile compare` plays as many as you like.")


def figure_of(comparison: Comparison) -> str:
    """Tell by how much A seems better so far."""
    found = comparison.found
    if found.points is None or found.error is None:
        return "No difference seen yet."
    if round(found.points) == 0:
        gap = "They seem equally strong"
    else:
        gap = f"{comparison.version_a} seems {abs(found.points):.0f} points {'better' if found.points > 0 else 'worse'}"
    return f"{gap}, give or take {1.96 * found.error:.0f}, after {found.blocks} blocks."


def _coming(comparison: Comparison) -> str:
    if comparison.blocks < LEAST_BLOCKS:
        return f"Nothing is decided before {LEAST_BLOCKS} blocks."
    more = comparison.found.still_needed
    if more is None:
        return "It goes on until the difference speaks."
    beyond = (
        " That is more than it plays, so it may end undecided." if more > comparison.most - comparison.blocks else ""
    )
    return f"About {more} more blocks will tell.{beyond}"
