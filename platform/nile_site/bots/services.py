"""What changes bots: uploads become versions here, whoever makes them, and every quota is checked here."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from arena import games as all_games
from arena.errors import UploadRefused
from arena.sandbox import bundle
from nile_site.accounts.models import User
from nile_site.accounts.names import clean_name, name_key
from nile_site.accounts.refusals import Conflict, NotAllowed, OverQuota, Refused
from nile_site.bots import packages
from nile_site.bots.models import LONGEST_NAME, Bot, Version
from nile_site.world import world


def upload(
    *,
    actor: User,
    data: bytes,
    filename: str,
    bot: Bot | None = None,
    name: str = "",
    games: Sequence[str] = (),
    only_if_not_worse: bool = False,
) -> Version:
    """Store an upload as the next version of `bot`, or as the first of a new bot called `name`.

    data is a zip or one Python file; `games` is needed where a new bot has no manifest that names them. When this
    returns inside no outer transaction, the version is stored for good; when it raises, nothing is. Raises Refused.
    """
    if bot is not None and bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner uploads versions of a bot.")
    check_upload_quota(actor=actor)
    try:
        found = bundle.read_upload(data, filename)
    except UploadRefused as refused:
        raise Refused(str(refused), "file") from refused
    before = bot.versions.first() if bot is not None else None
    chosen = _games(found.manifest.games, games or (before.games if before else ()))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=actor.pk)  # the quotas of one author are counted one by one
        check_upload_quota(actor=actor)
        if bot is None:
            bot = _new_bot(owner=actor, name=name or found.manifest.name)
        else:
            bot = Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
        latest = bot.versions.first()
        package = packages.keep(found.files)
        if latest is not None and (latest.package_id, latest.games) == (package.pk, chosen):
            raise Conflict(f"This is the very code of version {latest.number}; nothing was stored.", "file")
        return Version.objects.create(
            bot=bot,
            number=latest.number + 1 if latest else 1,
            package=package,
            entry=found.manifest.entry,
            games=chosen,
            uses_numpy=found.manifest.numpy,
            only_if_not_worse=only_if_not_worse,
            notes="\n".join(found.notes),
        )


def check_upload_quota(*, actor: User) -> None:
    """Raise OverQuota if the author may not upload now."""
    if actor.is_house:
        return
    quota = world().quotas.uploads_a_day
    recent = Version.objects.filter(bot__owner=actor, created_at__gt=timezone.now() - timedelta(days=1)).count()
    if recent >= quota:
        raise OverQuota(f"You have uploaded {recent} versions within a day; {quota} are allowed. Try again later.")


def rename(*, actor: User, bot: Bot, name: str) -> Bot:
    """Give a bot another name; its address stays. Raises Refused."""
    if bot.owner_id != actor.pk:
        raise NotAllowed("Only its owner renames a bot.")
    bot.name = _free_name(name, but=bot)
    bot.name_key = name_key(bot.name)
    try:
        with transaction.atomic():
            bot.save(update_fields=["name", "name_key"])
    except IntegrityError as error:
        raise Refused(f"There is a bot called {bot.name} already.", "name") from error
    return bot


def mark(*, version: Version, state: str, reason: str = "") -> None:
    """Set what the site says of a version over all its ladders."""
    version.state, version.reason = state, reason
    version.save(update_fields=["state", "reason"])


def _new_bot(*, owner: User, name: str) -> Bot:
    quota = world().quotas.bots
    if not owner.is_house and owner.bots.count() >= quota:
        raise OverQuota(f"You have {quota} bots, as many as one author may have. Upload a version of one of them.")
    clean = _free_name(name)
    try:
        with transaction.atomic():
            return Bot.objects.create(owner=owner, name=clean, name_key=name_key(clean), slug=_free_slug(clean))
    except IntegrityError as error:
        raise Refused(f"There is a bot called {clean} already.", "name") from error


def _free_name(name: str, but: Bot | None = None) -> str:
    clean = clean_name(name, what="bot", longest=LONGEST_NAME)
    taken = Bot.objects.filter(name_key=name_key(clean))
    if (taken.exclude(pk=but.pk) if but else taken).exists():
        raise Refused(f"There is a bot called {clean} already.", "name")
    return clean


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "bot"
    taken = set(Bot.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug


def _games(of_manifest: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Give the slugs of the games, in the order in which the site lists them."""
    named = set(of_manifest) or set(asked)
    if not named:
        raise Refused("Say which game the bot plays.", "games")
    unknown = sorted(named - set(all_games.SLUGS))
    if unknown:
        known = ", ".join(all_games.SLUGS)
        raise Refused(f"There is no game {unknown[0]!r} here; there is: {known}.", "games")
    return [slug for slug in all_games.SLUGS if slug in named]
