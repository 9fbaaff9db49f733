"""The first world: whole after one run, unchanged by the next, brought up to date after an upgrade."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command

from arena import games
from arena.sandbox.bundle import unpack
from nile_site.accounts.models import User
from nile_site.bots.models import Bot, Version
from nile_site.ladders.first_world import build
from nile_site.ladders.models import Entry, Ladder, Season
from nile_site.world import SEEDS, BotPlan, World, world

pytestmark = pytest.mark.django_db


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A copy of the house bots, to change."""
    return Path(shutil.copytree(SEEDS / "bots", tmp_path / "bots"))


def counts() -> list[int]:
    return [model.objects.count() for model in (User, Ladder, Season, Bot, Version, Entry)]


def test_every_ladder_has_a_running_season_with_enough_house_bots_and_one_anchor(programs: Path) -> None:
    build(world=world(), programs=programs)
    for plan in world().ladders:
        season = Season.objects.get(ladder__slug=plan.slug)
        assert season.state == Season.State.RUNNING
        assert season.options == games.get(plan.game).resolve_options(plan.seats, plan.options)
        assert season.limits == world().limits
        entries = season.entries.filter(version__state=Version.State.LIVE, bot__owner__is_house=True)
        assert entries.count() >= plan.seats + 2
        anchor = entries.get(is_anchor=True)
        assert (anchor.rating_mpt, anchor.error_mpt) == (1_000_000, 0)
        assert anchor.version.package.data
        assert b"RandomBot" in unpack(bytes(anchor.version.package.data)).files["main.py"]


def test_a_second_run_finds_nothing_to_do(programs: Path) -> None:
    assert build(world=world(), programs=programs)
    before = counts()
    assert build(world=world(), programs=programs) == []
    assert counts() == before


def test_a_changed_program_becomes_a_new_version_that_plays_at_once(programs: Path) -> None:
    build(world=world(), programs=programs)
    path = programs / "random_bot.py"
    path.write_text(path.read_text() + "# changed\n")
    done = build(world=world(), programs=programs)
    assert done[0] == "Uploaded Scarab v2."
    assert len(done) == 1 + len(world().ladders)
    bot = Bot.objects.get(slug="scarab")
    assert [(version.number, version.state) for version in bot.versions.all()] == [(2, "live"), (1, "retired")]
    assert set(Entry.objects.filter(bot=bot).values_list("version__number", "is_anchor")) == {(2, True)}


def test_a_new_bot_joins_and_a_benched_one_stays_benched(programs: Path) -> None:
    small = msgspec.structs.replace(world(), bots=world().bots[:-1])
    build(world=small, programs=programs)
    Entry.objects.filter(bot__name=world().bots[0].name).update(state=Entry.State.BENCHED)
    done = build(world=world(), programs=programs)
    assert done[0] == f"Uploaded {world().bots[-1].name} v1."
    assert Entry.objects.filter(state=Entry.State.BENCHED).count() == len(world().ladders)


def test_settings_lie_beside_the_program(programs: Path) -> None:
    build(world=world(), programs=programs)
    plan = next(bot for bot in world().bots if bot.settings)
    files = unpack(bytes(Bot.objects.get(name=plan.name).versions.get().package.data)).files
    assert msgspec.json.decode(files["settings.json"]) == plan.settings


@pytest.mark.parametrize("plan", world().bots, ids=lambda plan: plan.name)
def test_a_program_takes_the_settings_of_its_variant(plan: BotPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("house_bot", SEEDS / "bots" / plan.program)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "house_bot", module)
    spec.loader.exec_module(module)
    if plan.settings:
        msgspec.convert(plan.settings, module.Settings)


def test_the_command_tells_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("world")
    assert "Opened season 1 of nefertiti-3." in capsys.readouterr().out
    call_command("world")
    assert capsys.readouterr().out == ""


def test_the_file_is_checked_when_it_is_read() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**msgspec.to_builtins(world()), "typo": 1}, World)
