"""Staff take back what should not count: new lines in the ledger, nothing erased, and undoing restores the board."""

from __future__ import annotations

from typing import Any

import pytest

from nile_site.accounts.models import User
from nile_site.accounts.refusals import Conflict, NotAllowed, Refused
from nile_site.ladders import seasons
from nile_site.ladders.board import standings
from nile_site.ladders.models import Correction, Entry, RatingEvent, Season
from nile_site.matches import boards, services
from nile_site.matches.models import Block
from nile_site.matches.services import blocks, corrections, ledger
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(db: None) -> User:
    return stage.author("Ana")


@pytest.fixture
def staff(db: None) -> User:
    return stage.staff()


def play(season: Season, slot: Slot, *entries: Entry) -> Block:
    block = blocks.open_rated(season=season, seated=stage.seated(*entries))
    stage.play_all(slot)
    services.rate(season=season)
    return Block.objects.get(pk=block.pk)


def board(season: Season) -> list[tuple[Any, ...]]:
    fields = ("rating_mpt", "error_mpt", "games", "blocks", "rated_version_id", "state")
    rows = standings(season)
    tallied = {line.entry.pk: line.seats for line in boards.lines(Season.objects.get(pk=season.pk))}
    return [(row.rank, *(getattr(row.entry, name) for name in fields), tallied[row.entry.pk]) for row in rows]


def lines() -> list[tuple[Any, ...]]:
    return list(RatingEvent.objects.order_by("id").values_list())


def outcomes(season: Season) -> list[str]:
    return list(season.blocks.filter(kind="rated").order_by("number").values_list("outcome", flat=True))


def test_a_block_that_is_taken_back_leaves_the_board_as_if_it_had_not_been_rated(
    season: Season, slot: Slot, staff: User
) -> None:
    three = stage.house_entries(season, 3)
    play(season, slot, *three)
    before = board(season)
    bad = play(season, slot, *three)
    rated, ledger_before = board(season), lines()
    correction = corrections.take_back(actor=staff, block=bad, reason="  the deal was told ")
    assert board(season) == before
    assert lines()[: len(ledger_before)] == ledger_before
    assert RatingEvent.objects.filter(correction=correction).count() == 3  # the anchor's count of games moves too
    bad.refresh_from_db()
    assert (bad.outcome, bad.reason) == (Block.Outcome.TAKEN_BACK, "the deal was told")
    assert ledger.differences(season=season) == []
    assert {len(line.recent) for line in boards.lines(season)} == {0, 2}  # form and trend are made of blocks
    with pytest.raises(Conflict, match="does not count as it is"):
        corrections.take_back(actor=staff, block=bad, reason="again")
    assert correction is not None
    corrections.undo(actor=staff, correction=correction, reason="it was not")
    assert board(season) == rated
    assert outcomes(season) == ["rated", "rated"]
    assert ledger.differences(season=season) == []
    with pytest.raises(Conflict, match="undone already"):
        corrections.undo(actor=staff, correction=correction, reason="again")
    assert board(season) == rated


def test_play_goes_on_after_a_correction_and_undoing_it_then_rates_everything_in_order(
    season: Season, slot: Slot, staff: User, ana: User
) -> None:
    entry = stage.live(ana, "Sphinx", season)
    one, two, three = stage.house_entries(season, 3)
    play(season, slot, entry, one, two)
    play(season, slot, one, two, three)
    correction = corrections.disqualify(actor=staff, entry=entry, reason="it reads other bots' memory")
    assert outcomes(season) == ["taken back", "rated"]
    play(season, slot, one, two, three)
    assert ledger.differences(season=season) == []
    corrections.undo(actor=staff, correction=correction, reason="it did not")
    play(season, slot, entry, one, three)
    assert outcomes(season) == ["rated"] * 4
    assert ledger.differences(season=season) == []
    whole = ledger.replay(
        {each.pk: ledger.started(each) for each in season.entries.all()}, one.pk, ledger.played_blocks(season)
    )
    assert {each.pk: ledger.present(each) for each in season.entries.all()} == whole


def test_a_disqualified_bot_is_out_with_its_reason_and_its_open_blocks_are_void(
    season: Season, slot: Slot, staff: User, ana: User
) -> None:
    entry = stage.live(ana, "Sphinx", season)
    one, two, three = stage.house_entries(season, 3)
    before = {row.entry.pk: ledger.present(row.entry) for row in standings(season)}
    play(season, slot, entry, one, two)
    opened = blocks.open_rated(season=season, seated=stage.seated(entry, one, two))
    other = blocks.open_rated(season=season, seated=stage.seated(one, two, three))
    tried = stage.upload(ana, "Sphinx", "second", bot=entry.bot)
    correction = corrections.disqualify(actor=staff, entry=entry, reason="two accounts")
    entry.refresh_from_db()
    assert (entry.state, entry.reason, entry.games, entry.pending) == ("disqualified", "two accounts", 0, None)
    opened.refresh_from_db()
    assert (opened.outcome, opened.reason) == (Block.Outcome.UNRATED, "Sphinx was disqualified: two accounts")
    assert Block.objects.get(subject_version=tried).outcome == Block.Outcome.UNRATED
    assert Block.objects.get(pk=other.pk).is_open
    rows = standings(season)
    assert {row.entry.pk: ledger.present(row.entry) for row in rows} == before
    assert next(row.rank for row in rows if row.entry == entry) is None
    for act in (services.pause, services.resume, services.withdraw):
        with pytest.raises(Refused, match=r"disqualified|already"):
            act(actor=ana, entry=entry)
    with pytest.raises(NotAllowed, match="disqualified from Nefertiti, 3 seats, season 1: two accounts"):
        services.enter(actor=ana, bot=entry.bot, season=season)
    with pytest.raises(NotAllowed, match="disqualified"):
        stage.upload(ana, "Sphinx", "third", bot=entry.bot)
    with pytest.raises(Conflict, match="disqualified already"):
        corrections.disqualify(actor=staff, entry=entry, reason="again")
    stage.play_all(slot)
    services.rate(season=season)
    assert outcomes(season) == ["taken back", "unrated", "rated"]
    corrections.undo(actor=staff, correction=correction, reason="one account after all")
    entry.refresh_from_db()
    assert (entry.state, entry.reason, entry.games) == (Entry.State.ACTIVE, "", 3)
    assert ledger.differences(season=season) == []


def test_only_what_a_running_season_has_rated_is_touched(season: Season, slot: Slot, staff: User) -> None:
    three = stage.house_entries(season, 3)
    block = play(season, slot, *three)
    Season.objects.filter(pk=season.pk).update(closes_at=block.closed_at)
    services.turn()
    following = Season.objects.get(number=2)
    play(following, slot, *stage.house_entries(following, 3))
    draft = seasons.draft_season(ladder=season.ladder, opens_at=following.opens_at.replace(year=2099))
    before = [list(model.objects.order_by("id").values_list()) for model in (Season, Entry, RatingEvent, Block)]
    with pytest.raises(Conflict, match="season 1 does not run"):
        corrections.take_back(actor=staff, block=block, reason="late")
    with pytest.raises(Conflict, match="season 1 does not run"):
        corrections.disqualify(actor=staff, entry=Entry.objects.get(pk=three[1].pk), reason="late")
    assert before == [list(model.objects.order_by("id").values_list()) for model in (Season, Entry, RatingEvent, Block)]
    first = list(season.entries.order_by("id").values_list())
    mine = following.entries.get(bot=three[1].bot)
    correction = corrections.disqualify(actor=staff, entry=mine, reason="now")
    assert list(season.entries.order_by("id").values_list()) == first
    assert not draft.entries.exists()
    corrections.undo(actor=staff, correction=correction, reason="no")
    assert not draft.entries.exists()
    assert ledger.differences(season=following) == []


def test_a_block_that_waits_to_be_rated_can_be_taken_back_and_given_back(
    season: Season, slot: Slot, staff: User
) -> None:
    three = stage.house_entries(season, 3)
    block = blocks.open_rated(season=season, seated=stage.seated(*three))
    stage.play_all(slot)
    correction = corrections.take_back(actor=staff, block=block, reason="wait")
    assert services.rate(season=season) == 0
    assert not RatingEvent.objects.exists()
    assert correction is not None
    corrections.undo(actor=staff, correction=correction, reason="go on")
    assert RatingEvent.objects.filter(correction__undoes=correction).count() >= 2
    assert outcomes(season) == ["rated"]
    assert ledger.differences(season=season) == []


def test_an_open_block_that_is_taken_back_closes_unrated(season: Season, staff: User) -> None:
    block = blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    assert corrections.take_back(actor=staff, block=block, reason="the machine is ill") is None
    block.refresh_from_db()
    assert (block.outcome, block.reason) == (Block.Outcome.UNRATED, "staff took it back: the machine is ill")
    assert not Correction.objects.exists()


def test_nobody_but_staff_corrects_and_nobody_without_a_reason(
    season: Season, slot: Slot, staff: User, ana: User
) -> None:
    entry = stage.live(ana, "Sphinx", season)
    block = play(season, slot, entry, *stage.house_entries(season, 2))
    kept = corrections.take_back(actor=staff, block=block, reason="for the test")
    assert kept is not None
    for who in (ana, stage.author("Ben")):
        with pytest.raises(NotAllowed):
            corrections.disqualify(actor=who, entry=entry, reason="mine")
        with pytest.raises(NotAllowed):
            corrections.take_back(actor=who, block=block, reason="mine")
        with pytest.raises(NotAllowed):
            corrections.undo(actor=who, correction=kept, reason="mine")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Refused, match="reason"):
            corrections.disqualify(actor=staff, entry=entry, reason=reason)
    with pytest.raises(Conflict, match="anchor"):
        corrections.disqualify(actor=staff, entry=season.entries.get(is_anchor=True), reason="why not")
    assert Correction.objects.count() == 1
