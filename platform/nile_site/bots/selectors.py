"""What is read about bots, through one gate: an author's code is for the author alone."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.bots.models import Bot, Version

Actor = User | AnonymousUser | None
"""Who asks; None and the anonymous user are a spectator."""


def bot_by_slug(slug: str) -> Bot:
    """Return a bot for anybody to see. Raises NotThere."""
    bot = Bot.objects.select_related("owner").filter(slug=slug).first()
    if bot is None:
        raise NotThere("There is no such bot.")
    return bot


def own_bot(actor: Actor, slug: str) -> Bot:
    """Return a bot for its owner to act on. Raises NotThere, NotAllowed."""
    bot = bot_by_slug(slug)
    if not is_owner(actor, bot):
        raise NotAllowed("Only its owner may do that.")
    return bot


def own_version(actor: Actor, slug: str, number: int) -> Version:
    """Return a version, with its code, for its author. Raises NotThere, NotAllowed."""
    bot = bot_by_slug(slug)
    if not is_author(actor, bot):
        raise NotAllowed("The code of a bot is for its owner alone.")
    version = bot.versions.select_related("package", "bot").filter(number=number).first()
    if version is None:
        raise NotThere(f"{bot.name} has no version {number}.")
    return version


def versions(bot: Bot) -> QuerySet[Version]:
    """Return the versions of a bot, newest first, without their code."""
    return bot.versions.order_by("-number", "-id")


def bots_of(owner: User) -> QuerySet[Bot]:
    """Return the bots of an owner, by name."""
    return Bot.objects.filter(owner=owner).select_related("owner").order_by("name_key", "id")


def is_owner(actor: Actor, bot: Bot) -> bool:
    """Does the bot belong to the actor?"""
    return isinstance(actor, User) and actor.is_active and bot.owner_id == actor.pk


def is_author(actor: Actor, bot: Bot) -> bool:
    """May the actor see code and logs of the bot: its owner may, and staff where it is the house's.

    Nobody can sign in as the house. The bot needs its owner at hand.
    """
    is_staff = isinstance(actor, User) and actor.is_active and actor.is_staff
    return is_owner(actor, bot) or (is_staff and bot.owner.is_house)


def may_look_inside(actor: Actor, bot: Bot) -> bool:
    """May the actor see trials, and what became of versions: the owner and staff may."""
    return is_owner(actor, bot) or (isinstance(actor, User) and actor.is_active and actor.is_staff)


def listed_bots(owner: Actor = None) -> QuerySet[Bot]:
    """Return the bots of an owner, or of everybody, newest first."""
    bots = Bot.objects.select_related("owner").order_by("-id")
    if owner is None:
        return bots
    return bots.filter(owner=owner) if isinstance(owner, User) else bots.none()


def inside_of(actor: Actor, slug: str) -> Bot:
    """Return a bot for its owner or staff to look into. Raises NotThere, NotAllowed."""
    bot = bot_by_slug(slug)
    if not may_look_inside(actor, bot):
        raise NotAllowed("That is for the owner of the bot alone.")
    return bot


def version_or_newest(bot: Bot, number: int | None) -> Version:
    """Return a version of a bot by its number, or its newest. Raises NotThere."""
    version = (bot.versions.all() if number is None else bot.versions.filter(number=number)).first()
    if version is None:
        raise NotThere(f"{bot.name} has no version {number}." if number else f"{bot.name} has no version.")
    return version
