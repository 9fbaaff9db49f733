"""The commands of the matches app."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.errors import SandboxError
from arena.sandbox.runtime import Runtime
from arena.sandbox.selfcheck import Finding, Report
from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.management.commands import sandbox_check
from nile_site.matches.services import blocks
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


def test_ratings_check_agrees_with_an_honest_ledger_and_fails_on_another(
    season: Season, slot: Slot, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    stage.play_all(slot)
    services.rate(season=season)
    call_command("ratings_check")
    assert capsys.readouterr().out == "Nefertiti, 3 seats, season 1: 3 lines, 0 differences\n"
    RatingEvent.objects.filter(k_mpt=0).update(expected_ppm=1)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("ratings_check")


def found(**works: bool) -> Report:
    """Reports which sandboxes work."""
    runtime = Runtime(path=Path("/r"), code=Path("/c"), hash="0", python="3.11.7", has_numpy=True)
    findings = [Finding(name, ok, "" if ok else "forbidden (here).", 5) for name, ok in works.items()]
    return Report(tuple(findings), runtime, None)


@pytest.mark.parametrize(
    ("setting", "report", "says"),
    [
        ("auto", found(bwrap=False, landlock=True), "takes matches: NILE_SANDBOX is auto, so bots run in landlock."),
        ("bwrap", found(bwrap=True, landlock=True), "takes matches: NILE_SANDBOX is bwrap, so bots run in bwrap."),
        ("trusted", found(bwrap=False, landlock=False), "isolates no bot"),
    ],
)
def test_a_fit_machine_says_where_bots_run(
    setting: str,
    report: Report,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("django.conf.settings.SANDBOX", setting)
    monkeypatch.setattr(sandbox_check, "check", lambda data: report)
    call_command("sandbox_check")
    said = capsys.readouterr().out
    assert said.startswith("Linux ")
    assert says in said
    assert said.count("does not work: forbidden (here).") == sum(not finding.works for finding in report.findings)


@pytest.mark.parametrize(
    ("setting", "report"),
    [("auto", found(bwrap=False, landlock=False)), ("bwrap", found(bwrap=False, landlock=True))],
)
def test_a_machine_that_is_not_fit_fails_the_check_with_its_reasons(
    setting: str,
    report: Report,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("django.conf.settings.SANDBOX", setting)
    monkeypatch.setattr(sandbox_check, "check", lambda data: report)
    with pytest.raises(CommandError, match=f"takes no matches: NILE_SANDBOX is {setting}"):
        call_command("sandbox_check")
    assert "does not work: forbidden (here)." in capsys.readouterr().out


def test_a_machine_without_a_runtime_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: Path) -> Report:
        raise SandboxError("`ldd` does not name the C library.")

    monkeypatch.setattr(sandbox_check, "check", fail)
    with pytest.raises(CommandError, match=r"takes no matches\. `ldd` does not name"):
        call_command("sandbox_check")
