"""A new version takes over only if it is not worse, where its author asked for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.ratings.comparison import LEAST_BLOCKS
from nile_site.accounts.models import User
from nile_site.bots.models import Version
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, Season
from nile_site.matches import compared, selectors, services
from nile_site.matches.models import Block, Comparison, MatchSeat
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


class Gate:
    """An author's bot of which version 1 plays, and version 2 has passed its trial and waits behind its gate."""

    def __init__(self, season: Season, slot: Slot) -> None:
        self.owner = stage.author("Ana")
        self.entry = stage.live(self.owner, "Sphinx", season)
        self.old = self.entry.version
        self.new = self.upload("second")
        stage.play_all(slot)
        self.pk = Comparison.objects.get().pk

    def upload(self, text: str, **more: bool) -> Version:
        wish = {"only_if_not_worse": True, **more}
        return stage.upload(self.owner, "Sphinx", text, bot=self.entry.bot, **wish)

    @property
    def comparison(self) -> Comparison:
        return compared.with_sides(Comparison.objects.all()).get(pk=self.pk)

    def stands(self) -> tuple[Version | None, Version | None]:
        self.entry = Entry.objects.select_related("bot__owner", "version", "pending").get(pk=self.entry.pk)
        return self.entry.version, self.entry.pending

    def end_with(self, lead: float, slot: Slot) -> None:
        """Let the old version lead by so much of a score in all blocks but the last, and play that."""
        count = LEAST_BLOCKS - 1
        sums = {"differences": lead * count, "squares": (lead * lead + 0.01) * count, "slopes": 0.2 * count}
        Comparison.objects.update(blocks=count, **sums)
        services.pair()
        stage.play_all(slot)


@pytest.fixture
def gate(season: Season, slot: Slot) -> Gate:
    found = Gate(season, slot)
    season.entries.exclude(pk=found.entry.pk).update(blocks=50, error_mpt=0)  # rated play rests
    Entry.objects.filter(pk=found.entry.pk).update(blocks=50, error_mpt=0)
    return found


def test_the_old_version_plays_on_while_the_new_one_plays_it(gate: Gate, slot: Slot) -> None:
    assert gate.stands() == (gate.old, gate.new)
    comparison = gate.comparison
    assert (comparison.is_gate, comparison.version_a, comparison.version_b) == (True, gate.old, gate.new)
    services.pair()
    services.pair()
    part = comparison.parts.get()
    assert set(MatchSeat.objects.filter(match__block=part, bot=gate.entry.bot).values_list("version", flat=True)) == {
        gate.old.pk,
        gate.new.pk,
    }
    assert not Block.objects.filter(kind="trial", state="open").exists()
    (own,) = selectors.my_bots(gate.owner)
    assert own.entries[0].sentence == "Version 2 plays version 1 before it takes over."


def test_it_takes_over_when_the_old_one_is_not_better(gate: Gate, slot: Slot) -> None:
    gate.end_with(-0.3, slot)
    assert gate.comparison.answer == "not better"
    assert gate.stands() == (gate.new, None)
    gate.new.refresh_from_db()
    assert gate.new.state == Version.State.LIVE
    assert "Sphinx v2 took over." in compared.status_of(gate.comparison).next


def test_it_stays_out_when_the_old_one_is_better_and_may_be_used_all_the_same(gate: Gate, slot: Slot) -> None:
    gate.end_with(0.3, slot)
    assert gate.comparison.answer == "better"
    assert gate.stands() == (gate.old, None)
    gate.new.refresh_from_db()
    assert (gate.new.state, gate.new.reason) == (
        "held",
        "Version 1 was found better in 30 blocks, so version 2 did not take over.",
    )
    assert "Sphinx v2 did not take over." in compared.status_of(gate.comparison).next
    services.pair()
    assert not Block.objects.filter(kind="trial", state="open").exists()
    services.use_version(actor=gate.owner, entry=gate.entry, version=gate.new)
    assert gate.stands() == (gate.new, None)


def test_it_takes_over_when_all_blocks_leave_it_undecided(gate: Gate, slot: Slot) -> None:
    Comparison.objects.update(most=1)
    services.pair()
    stage.play_all(slot)
    assert gate.stands() == (gate.old, gate.new)
    services.pair()
    assert gate.comparison.answer == "undecided"
    assert gate.stands() == (gate.new, None)
    assert "took over" in compared.status_of(gate.comparison).next


def test_calling_it_off_keeps_the_new_version_out(gate: Gate) -> None:
    services.call_off(actor=gate.owner, comparison=gate.comparison)
    assert gate.stands() == (gate.old, None)
    gate.new.refresh_from_db()
    assert (gate.new.state, gate.comparison.state) == ("held", "cancelled")
    assert "You called its comparison with version 1 off" in gate.new.reason


def test_a_newer_upload_takes_its_place(gate: Gate, slot: Slot) -> None:
    third = gate.upload("third", only_if_not_worse=False)
    stage.play_all(slot)
    assert gate.stands() == (third, None)
    services.pair()
    assert (gate.comparison.state, gate.comparison.reason) == ("cancelled", "another version was chosen")
    assert gate.stands() == (third, None)


def test_an_answer_that_comes_too_late_changes_nothing(gate: Gate, slot: Slot) -> None:
    services.pair()
    third = stage.upload(gate.owner, "Sphinx", "third", bot=gate.entry.bot)
    ladders.promote(entry=gate.entry, version=third)
    gate.end_with(-0.3, slot)
    assert gate.stands() == (third, None)


def test_a_bot_that_leaves_ends_it(gate: Gate) -> None:
    services.withdraw(actor=gate.owner, entry=gate.entry)
    services.pair()
    assert gate.comparison.state == "cancelled"
    assert gate.stands() == (gate.old, None)


def test_pausing_and_resuming_needs_no_second_trial(gate: Gate) -> None:
    services.pause(actor=gate.owner, entry=gate.entry)
    services.pair()
    gate.stands()
    services.resume(actor=gate.owner, entry=gate.entry)
    assert gate.comparison.is_running
    assert not Block.objects.filter(kind="trial", state="open").exists()


def test_where_the_old_version_is_benched_for_its_faults_a_trial_lets_the_new_one_in(gate: Gate, slot: Slot) -> None:
    ladders.take_out(entry=gate.entry, bench=Entry.Bench.FAULTS, reason="Version 1 made faults.")
    services.pair()
    assert gate.comparison.state == "cancelled"
    services.pair()
    stage.play_all(slot)
    assert gate.stands() == (gate.new, None)
    assert gate.entry.state == Entry.State.ACTIVE


def test_a_gate_is_not_the_comparison_that_an_author_may_ask_for(gate: Gate) -> None:
    scarab = Version.objects.get(bot__name="Scarab")
    asked = services.compare(actor=gate.owner, entry=gate.entry, version=gate.old, against=scarab)
    assert compared.running_comparison(gate.owner) == asked
    assert Comparison.objects.filter(state="running").count() == 2


def test_the_first_version_has_nobody_to_play_and_takes_over_at_once(season: Season, slot: Slot) -> None:
    owner = stage.author("Ana")
    version = stage.upload(owner, "Sphinx", only_if_not_worse=True)
    stage.play_all(slot)
    assert Entry.objects.get(bot=version.bot).version == version
    assert not Comparison.objects.exists()


def test_a_trial_that_shows_a_fault_opens_no_gate(season: Season, tmp_path: Path) -> None:
    owner: User = stage.author("Ana")
    entry = stage.live(owner, "Sphinx", season)
    version = stage.upload(owner, "Sphinx", "second", bot=entry.bot, only_if_not_worse=True)
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Sphinx"])))
    version.refresh_from_db()
    assert version.state == Version.State.FAILED
    assert not Comparison.objects.exists()
