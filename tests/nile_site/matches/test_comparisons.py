"""Is A better than B? Paired blocks, one question an author, an answer as soon as the differences speak."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from arena.ratings.comparison import LEAST_BLOCKS, Answer, compare
from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, NotThere, OverQuota, Refused
from nile_site.bots import services as bots
from nile_site.bots.models import Version
from nile_site.ladders import services as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import compared, faults, selectors, services
from nile_site.matches.models import COMPARISON_PRIORITY, Block, Comparison, Match, MatchSeat
from nile_site.matches.services import blocks, comparisons, playing, recording, voids
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


class Sides:
    """An author with a bot of two versions that both played on the ladder, and a rival's bot."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.owner, self.rival = stage.author("Ana"), stage.author("Ben")
        entry, other = stage.live(self.owner, "Sphinx", season), stage.live(self.rival, "Falcon", season)
        self.old = entry.version
        self.new = bots.upload(actor=self.owner, data=stage.code("new"), filename="main.py", bot=entry.bot)
        self.entry, self.other = ladders.promote(entry=entry, version=self.new), other
        self.theirs = other.version

    def passed(self, version: Version) -> None:
        """Let a version have passed a trial."""
        now = timezone.now()
        Block.objects.create(
            season=self.season, kind="trial", subject=self.entry, subject_version=version, state="closed",
            outcome="passed", rules_version=1, options={}, limits={}, seed="1", closed_at=now, deadline=now,
        )  # fmt: skip

    def ask(self, against: Version | None = None, version: Version | None = None) -> Comparison:
        return services.compare(
            actor=self.owner, entry=self.entry, version=version or self.new, against=against or self.theirs
        )


@pytest.fixture
def sides(season: Season) -> Sides:
    return Sides(season)


def fresh(comparison: Comparison) -> Comparison:
    return compared.with_sides(Comparison.objects.all()).get(pk=comparison.pk)


def test_a_and_b_play_one_secret_deal_on_every_seat_against_the_same_house_bots(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    block = comparison.parts.get()
    assert (block.kind, block.number, block.is_house_only, block.seed) == ("comparison", None, False, "")
    tables = [
        list(match.seats.order_by("seat").values_list("version", flat=True))
        for match in block.matches.order_by("rotation")
    ]
    field = set(tables[0]) - {sides.new.pk}
    assert [table.index(sides.new.pk) for table in tables[:3]] == [0, 2, 1]
    assert [table.index(sides.theirs.pk) for table in tables[3:]] == [0, 2, 1]
    assert [[pk if pk != sides.new.pk else sides.theirs.pk for pk in table] for table in tables[:3]] == tables[3:]
    assert all(version.bot.owner.is_house for version in Version.objects.filter(pk__in=field))
    assert set(block.matches.values_list("priority", flat=True)) == {COMPARISON_PRIORITY}
    assert stage.play_all(slot) == 6
    assert {spec.seed for spec in slot.runner.specs} == {Block.objects.get().seed}


def test_a_finished_block_counts_once_and_moves_no_rating(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    stage.play_all(slot)
    block = Block.objects.get()
    assert (block.state, block.outcome) == ("closed", "compared")
    counted = fresh(comparison)
    assert counted.blocks == 1
    assert counted.found == compare([comparisons._pair(block)])
    assert services.rate(season=sides.season) == 0
    assert not RatingEvent.objects.exists()
    assert Entry.objects.get(pk=sides.entry.pk).last_block == 0


def test_ranks_are_read_from_who_is_compared_on(sides: Sides, slot: Slot) -> None:
    sides.ask()
    stage.play_all(slot)
    pair = comparisons._pair(Block.objects.get())
    for half, version in ((pair.first, sides.new), (pair.second, sides.theirs)):
        ranks = MatchSeat.objects.filter(version=version).order_by("match__rotation").values_list("rank", flat=True)
        assert [match[0] for match in half] == list(ranks)
    by_opponent = MatchSeat.objects.filter(match__rotation=1).order_by("seat")
    assert list(pair.first[1]) == [seat.rank for seat in [by_opponent[2], by_opponent[0], by_opponent[1]]]


def test_a_result_that_comes_twice_counts_once(sides: Sides, tmp_path: Path) -> None:
    comparison = sides.ask()
    for _ in range(6):
        claim = stage.take()
        spec = playing.spec_of(match_id=claim.match_id, room=tmp_path)
        record = stage.play(spec)
        assert recording.record(claim=claim, record=record) is recording.Outcome.RECORDED
        assert recording.record(claim=claim, record=record) is recording.Outcome.REPEATED
    assert fresh(comparison).blocks == 1


def test_the_next_block_follows_when_the_last_is_closed(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    services.pair()
    services.pair()
    assert comparison.parts.count() == 1
    stage.play_all(slot)
    services.pair()
    services.pair()
    assert comparison.parts.filter(state="open").count() == 1
    assert comparison.parts.count() == 2


def test_a_spoiled_match_is_played_again_on_the_same_deal(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    assert voids.void(claim=stage.take(), why="the machine was too busy", seat=None)
    assert stage.play_all(slot) == 6
    assert len({spec.seed for spec in slot.runner.specs}) == 1
    assert fresh(comparison).blocks == 1


def test_a_block_that_is_given_up_counts_for_neither(sides: Sides) -> None:
    comparison = sides.ask()
    Block.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert services.reap() == 1
    services.pair()
    assert fresh(comparison).blocks == 0
    assert set(comparison.parts.values_list("state", "outcome")) == {("closed", "unrated"), ("open", "")}


@pytest.mark.parametrize(("lead", "answer"), [(0.3, Answer.BETTER), (-0.3, Answer.NOT_BETTER)])
def test_it_ends_with_an_answer_as_soon_as_the_differences_speak(
    sides: Sides, slot: Slot, lead: float, answer: Answer
) -> None:
    comparison, count = sides.ask(), LEAST_BLOCKS - 1
    sums = {"differences": lead * count, "squares": (lead * lead + 0.01) * count, "slopes": 0.2 * count}
    Comparison.objects.update(blocks=count, **sums)
    stage.play_all(slot)
    comparison = fresh(comparison)
    assert (comparison.state, comparison.answer, comparison.blocks) == ("done", answer, LEAST_BLOCKS)
    assert comparison.ended_at is not None
    services.pair()
    assert not comparison.parts.filter(state="open").exists()
    words = "is better than" if answer is Answer.BETTER else "is not better than"
    assert f"Sphinx v2 {words} Falcon v1." in compared.status_of(comparison).headline


def test_it_ends_undecided_when_all_its_blocks_are_used(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    Comparison.objects.update(most=2)
    for _ in range(2):
        stage.play_all(slot)
        services.pair()
    comparison = fresh(comparison)
    assert (comparison.state, comparison.answer, comparison.parts.count()) == ("done", "undecided", 2)
    assert "Undecided whether Sphinx v2 is better than Falcon v1" in compared.status_of(comparison).headline


def test_two_versions_of_one_bot_are_compared(sides: Sides, slot: Slot) -> None:
    with pytest.raises(Refused, match="has not passed a trial"):
        sides.ask(version=sides.old)
    with pytest.raises(Refused, match="does not play"):
        sides.ask(against=sides.old)
    sides.passed(sides.old)
    with pytest.raises(Refused, match="two different"):
        sides.ask(against=sides.new)
    comparison = sides.ask(against=sides.old)
    stage.play_all(slot)
    assert fresh(comparison).blocks == 1
    assert MatchSeat.objects.filter(version=sides.old, rank__isnull=False).count() == 3


def test_an_author_has_one_running_comparison_and_calls_it_off(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    with pytest.raises(OverQuota, match="wait for its answer"):
        sides.ask()
    with pytest.raises(NotAllowed):
        services.call_off(actor=sides.rival, comparison=comparison)
    services.call_off(actor=sides.owner, comparison=comparison)
    with pytest.raises(Conflict):
        services.call_off(actor=sides.owner, comparison=comparison)
    services.pair()
    assert (fresh(comparison).state, fresh(comparison).reason) == ("cancelled", "you called it off")
    assert set(comparison.parts.values_list("state", "outcome")) == {("closed", "unrated")}
    assert not Match.objects.filter(block__comparison=comparison, state="queued").exists()
    assert sides.ask().pk != comparison.pk


def test_a_block_that_ends_after_the_comparison_does_not_count(sides: Sides, slot: Slot) -> None:
    comparison = sides.ask()
    services.call_off(actor=sides.owner, comparison=comparison)
    stage.play_all(slot)
    assert fresh(comparison).blocks == 0


@pytest.mark.parametrize(
    ("whose", "state", "is_over"),
    [
        ("entry", "withdrawn", True),
        ("entry", "benched", True),
        ("entry", "paused", False),
        ("other", "withdrawn", True),
        ("other", "disqualified", True),
        ("other", "paused", True),
    ],
)
def test_a_side_that_leaves_ends_it_with_the_reason(sides: Sides, whose: str, state: str, is_over: bool) -> None:
    comparison = sides.ask()
    Entry.objects.filter(pk=getattr(sides, whose).pk).update(state=state)
    services.pair()
    services.pair()
    comparison = fresh(comparison)
    assert comparison.is_running is not is_over
    assert comparison.parts.get().is_open is not is_over
    if is_over:
        assert "does not play there" in comparison.reason


def test_the_end_of_the_season_ends_it(sides: Sides) -> None:
    comparison = sides.ask()
    Season.objects.update(closes_at=timezone.now())
    services.pair()
    assert "does not run any more" in fresh(comparison).reason


def test_it_needs_enough_house_bots(sides: Sides) -> None:
    house = stage.house_entries(sides.season, 5)
    Entry.objects.filter(pk__in=[entry.pk for entry in house[1:]]).update(state="benched")
    with pytest.raises(Conflict, match="too few house bots"):
        sides.ask()


def test_only_an_owner_asks(sides: Sides) -> None:
    with pytest.raises(NotAllowed):
        services.compare(actor=sides.rival, entry=sides.entry, version=sides.new, against=sides.theirs)


def test_it_is_for_its_asker_and_staff_alone(sides: Sides, tmp_path: Path) -> None:
    comparison = sides.ask()
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Falcon", "Sphinx"])))
    match = selectors.visible_match(sides.owner, Match.objects.filter(seats__version=sides.theirs)[0].pk)
    seat = match.seats.select_related("bot__owner").get(version=sides.theirs)
    for actor in (sides.owner, stage.staff()):
        assert compared.visible_comparison(actor, comparison.pk) == comparison
        assert selectors.replay_text(actor, match)
        assert compared.matches_of(actor, comparison).count() == 6
    for other in (None, sides.rival):
        with pytest.raises(NotThere):
            compared.visible_comparison(other, comparison.pk)
        with pytest.raises(NotThere):
            selectors.visible_match(other, match.pk)
        with pytest.raises(NotThere):
            selectors.replay_of(other, match)
        with pytest.raises(NotThere):
            selectors.visible_block(other, match.block_id)
        with pytest.raises(NotThere):
            selectors.private_log(other, seat)
        assert not compared.matches_of(other, comparison).exists()
        assert not selectors.recent_matches(other, bot=sides.other.bot).exists()
    with pytest.raises(NotAllowed):
        selectors.private_log(sides.owner, seat)
    assert not selectors.faults_of(sides.other.bot).exists()
    assert selectors.faults_of(sides.entry.bot).count() == 3
    assert faults.history_of(seat).matches == 0
    assert not selectors.recent_matches(sides.owner).exists()


def test_faults_in_a_comparison_bench_nobody(sides: Sides, tmp_path: Path) -> None:
    sides.ask()
    stage.play_all(stage.slot(tmp_path, stage.InlineRunner(faulty=["Falcon", "Sphinx"])))
    assert not Entry.objects.filter(state=Entry.State.BENCHED).exists()


def test_it_waits_behind_peoples_blocks_and_goes_before_the_house(sides: Sides) -> None:
    house = blocks.open_rated(season=sides.season, seated=stage.seated(*stage.house_entries(sides.season, 3)))
    comparison = sides.ask()
    people = blocks.open_rated(
        season=sides.season, seated=stage.seated(sides.entry, *stage.house_entries(sides.season, 2))
    )
    taken = [stage.fresh(stage.take(worker=f"w/{number}").match_id).block_id for number in range(12)]
    order = [people.pk] * 3 + [comparison.parts.get().pk] * 6 + [house.pk] * 3
    assert taken == order


def test_it_overtakes_a_block_of_the_house_once(sides: Sides, slot: Slot) -> None:
    house = blocks.open_rated(season=sides.season, seated=stage.seated(*stage.house_entries(sides.season, 3)))
    comparison = sides.ask()
    for _ in range(6):
        services.play_next(slot=slot)
    assert fresh(comparison).blocks == 1
    comparisons.carry_on()
    assert comparison.parts.count() == 1
    stage.play_all(slot)
    house.refresh_from_db()
    assert not house.is_open
    comparisons.carry_on()
    assert comparison.parts.count() == 2


def test_an_owner_that_is_gone_asks_nothing_more(sides: Sides) -> None:
    comparison = sides.ask()
    services.close_account(actor=User.objects.get(pk=sides.owner.pk))
    services.pair()
    assert fresh(comparison).state == "cancelled"
