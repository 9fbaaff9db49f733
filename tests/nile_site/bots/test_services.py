"""Uploads: stored whole or not at all, counted, named once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from django.db import connection

from arena.sandbox.bundle import pack
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, NotThere, OverQuota, Refused
from nile_site.bots import packages, selectors, services
from nile_site.bots.models import Bot, Package, Version
from nile_site.world import world
from tests.nile_site import stage

pytestmark = pytest.mark.django_db

GAMES = [stage.GAME]


@pytest.fixture
def ana() -> User:
    return stage.author("Ana")


def upload(actor: User, name: str = "Sphinx", text: str = "first", bot: Bot | None = None) -> Version:
    return services.upload(
        actor=actor, data=stage.code(text), filename="bot.py", name="" if bot else name, bot=bot, games=GAMES
    )


def test_a_single_file_becomes_the_first_version_of_a_bot(ana: User) -> None:
    version = upload(ana)
    assert (version.number, version.entry, version.games, version.state) == (1, "main.py", GAMES, Version.State.NEW)
    assert (version.bot.name, version.bot.slug, version.bot.owner) == ("Sphinx", "sphinx", ana)
    assert upload(ana, bot=version.bot, text="second").number == 2


def test_a_manifest_names_bot_games_and_needs(ana: User) -> None:
    manifest = b'name = "Falcon"\ngames = ["nefertiti"]\nnumpy = true\nentry = "play.py"\n'
    data = pack({"f/nile.toml": manifest, "f/play.py": b"pass\n"})
    version = services.upload(actor=ana, data=data, filename="f.zip")
    assert (version.bot.name, version.entry, version.uses_numpy) == ("Falcon", "play.py", True)
    assert "was taken off" in version.notes


@pytest.mark.parametrize("name", ["sphinx", "SPHINX ", "Ѕphinx"])
def test_a_name_is_taken_whoever_asks(ana: User, name: str) -> None:
    upload(ana)
    for actor in (ana, stage.author("Ben")):
        with pytest.raises(Refused, match=r"called .* already"):
            upload(actor, name, "other")


def test_hostile_names_are_refused_or_kept_as_text(ana: User) -> None:
    with pytest.raises(Refused):
        upload(ana, "a\u202eb")
    version = upload(ana, "<img src=x onerror=alert(1)>")
    assert version.bot.slug == "img-srcx-onerroralert1"
    assert upload(ana, "Нефертити", "b").bot.slug == "bot"
    assert upload(ana, "🐍", "c").bot.slug == "bot-2"


def test_the_very_same_code_is_no_new_version(ana: User) -> None:
    version = upload(ana)
    with pytest.raises(Conflict, match="very code of version 1"):
        upload(ana, bot=version.bot)
    assert Package.objects.count() == 1
    assert upload(stage.author("Ben"), "Other").package == version.package


@pytest.mark.parametrize(
    ("data", "filename", "why"),
    [
        (b"", "a.zip", "empty"),
        (b"not a zip", "a.zip", "neither"),
        (pack({"main.py": b"pass"})[:60], "a.zip", "zip"),
        (pack({"../main.py": b"pass"}), "a.zip", r"\.\./main\.py"),
        (b"a = '\xff'", "a.py", "UTF-8"),
        (b"#" * (1 << 21), "a.py", "MiB"),
    ],
)
def test_what_is_no_bot_is_refused_with_its_reason_and_leaves_nothing(
    ana: User, data: bytes, filename: str, why: str
) -> None:
    with pytest.raises(Refused, match=why) as refused:
        services.upload(actor=ana, data=data, filename=filename, name="Sphinx", games=GAMES)
    assert refused.value.field == "file"
    assert not Bot.objects.exists()
    assert not Package.objects.exists()


def test_an_unknown_game_is_refused(ana: User) -> None:
    with pytest.raises(Refused, match="no game 'chess' here"):
        services.upload(actor=ana, data=stage.code("a"), filename="a.py", name="Sphinx", games=["chess"])


def test_uploads_a_day_are_counted_and_the_house_is_free(ana: User) -> None:
    bot = upload(ana, text="0").bot
    for number in range(1, world().quotas.uploads_a_day):
        upload(ana, text=str(number), bot=bot)
    with pytest.raises(OverQuota, match="20 are allowed"):
        upload(ana, text="one more", bot=bot)
    assert bot.versions.count() == world().quotas.uploads_a_day
    ana.is_house = True
    upload(ana, text="one more", bot=bot)


def test_bots_of_an_author_are_counted(ana: User) -> None:
    for number in range(world().quotas.bots):
        upload(ana, f"Bot {number}", str(number))
    with pytest.raises(OverQuota, match="10 bots"):
        upload(ana, "One more", "more")


def test_only_its_owner_renames_and_versions_a_bot(ana: User) -> None:
    bot, ben = upload(ana).bot, stage.author("Ben")
    with pytest.raises(NotAllowed):
        upload(ben, bot=bot, text="mine")
    with pytest.raises(NotAllowed):
        services.rename(actor=ben, bot=bot, name="Mine")
    assert services.rename(actor=ana, bot=bot, name="Great Sphinx").slug == "sphinx"
    other = upload(ana, "Falcon", "other").bot
    with pytest.raises(Refused, match="already"):
        services.rename(actor=ana, bot=other, name="GREAT sphinx")


def test_code_is_for_its_owner_alone(ana: User) -> None:
    version = upload(ana)
    assert bytes(selectors.own_version(ana, "sphinx", 1).package.data)
    for other in (None, stage.author("Ben"), stage.staff()):
        with pytest.raises(NotAllowed):
            selectors.own_version(other, "sphinx", 1)
        with pytest.raises(NotAllowed):
            selectors.own_bot(other, "sphinx")
    with pytest.raises(NotThere):
        selectors.own_version(ana, "sphinx", 2)
    with pytest.raises(NotThere):
        selectors.own_bot(ana, "nobody")
    assert list(selectors.versions(version.bot)) == [version]


def test_code_is_laid_out_once_and_only_whole(ana: User, tmp_path: Path) -> None:
    files = {"main.py": b"import help\n", "lib/help.py": b"x = 1\n"}
    version = services.upload(actor=ana, data=pack(files), filename="a.zip", name="Sphinx", games=GAMES)
    assert version.package_id == packages.digest(files)
    folder = packages.lay_out(sha256=version.package_id, room=tmp_path)
    assert {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")} == files
    assert folder.stat().st_mode & 0o777 == 0o755
    assert packages.lay_out(sha256=version.package_id, room=tmp_path) == folder
    assert [path.name for path in (tmp_path / "bots").iterdir()] == [version.package_id]


@pytest.mark.django_db(transaction=True)
def test_uploads_at_once_keep_the_quota_and_number_versions_one_by_one() -> None:
    ana = stage.author("Ana")
    bot = upload(ana, text="0").bot
    refused: list[Refused] = []

    def work(number: int) -> None:
        try:
            for step in range(7):
                upload(ana, text=f"{number} {step}", bot=bot)
        except Refused as error:
            refused.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = sorted(bot.versions.values_list("number", flat=True))
    assert numbers == list(range(1, world().quotas.uploads_a_day + 1))
    assert refused
    assert all(isinstance(error, OverQuota) for error in refused)
