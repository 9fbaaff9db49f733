"""A result is written once, whoever delivers it, in whatever order and how often."""

from __future__ import annotations

import threading
import uuid
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from django.db import connection

from arena import replay as replays
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches.models import Attempt, Block, Deal, Match, MatchSeat, SeatLog
from nile_site.matches.services import blocks, playing, recording, voids
from nile_site.matches.services.playing import Slot
from nile_site.matches.services.recording import Outcome
from nile_site.replays.models import Replay
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def block(season: Season) -> Block:
    return blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))


def played(mine: playing.Claim, room: Path, faulty: tuple[str, ...] = ()) -> recording.MatchRecord:
    return stage.play(playing.spec_of(match_id=mine.match_id, room=room), faulty)


def test_a_result_is_stored_with_seats_logs_and_replay(block: Block, tmp_path: Path) -> None:
    mine = stage.take()
    record = played(mine, tmp_path, faulty=("Ibis",))
    assert recording.record(claim=mine, record=record) is Outcome.RECORDED
    match = stage.fresh(mine.match_id)
    assert (match.state, match.lease_token, match.plies) == (Match.State.FINISHED, None, record.plies)
    assert replays.verify(bytes(match.replay.packed)).identity == match.identity
    seats = list(match.seats.order_by("seat"))
    assert tuple(seat.rank for seat in seats) == record.ranks
    faulty = next(seat for seat in seats if seat.bot.name == "Ibis")
    assert (faulty.verdict, faulty.rank, faulty.log.detail) == ("crashed", 3, "ArithmeticError: planted")
    assert faulty.log.fault_ply is not None
    assert [attempt.outcome for attempt in match.attempts.all()] == [Attempt.Outcome.RECORDED]


def test_the_same_result_again_changes_nothing(block: Block, tmp_path: Path) -> None:
    mine = stage.take()
    record = played(mine, tmp_path)
    recording.record(claim=mine, record=record)
    before = stage.fresh(mine.match_id).finished_at
    for _ in range(3):
        assert recording.record(claim=mine, record=record) is Outcome.REPEATED
    assert stage.fresh(mine.match_id).finished_at == before
    assert SeatLog.objects.count() == 3
    assert Replay.objects.count() == 1


def test_another_result_for_a_finished_match_is_a_conflict(block: Block, tmp_path: Path) -> None:
    mine = stage.take()
    recording.record(claim=mine, record=played(mine, tmp_path))
    other = stage.take()
    record = played(other, tmp_path)
    assert recording.record(claim=replace(other, match_id=mine.match_id), record=record) is Outcome.CONFLICT
    assert stage.fresh(other.match_id).state == Match.State.RUNNING


def test_a_late_result_of_a_lost_lease_is_discarded(block: Block, tmp_path: Path) -> None:
    late = stage.take()
    record = played(late, tmp_path)
    voids.lose(claim=late, why="the worker went away")
    assert recording.record(claim=late, record=record) is Outcome.DISCARDED
    again = stage.take()
    assert (again.match_id, again.attempt) == (late.match_id, 2)
    assert recording.record(claim=late, record=record) is Outcome.DISCARDED
    assert recording.record(claim=again, record=record) is Outcome.RECORDED
    assert recording.record(claim=late, record=record) is Outcome.REPEATED
    outcomes = list(stage.fresh(late.match_id).attempts.order_by("number").values_list("outcome", flat=True))
    assert outcomes == [Attempt.Outcome.LOST, Attempt.Outcome.RECORDED]


def test_a_made_up_token_records_nothing(block: Block, tmp_path: Path) -> None:
    mine = stage.take()
    forged = replace(mine, token=uuid.uuid4())
    assert recording.record(claim=forged, record=played(mine, tmp_path)) is Outcome.DISCARDED
    assert stage.fresh(mine.match_id).state == Match.State.RUNNING


@pytest.mark.parametrize("wrong", ["text", "ranks", "verdict", "seed", "cut"])
def test_a_record_that_contradicts_itself_is_our_fault_and_played_again(
    block: Block, tmp_path: Path, wrong: str
) -> None:
    mine = stage.take()
    spec = playing.spec_of(match_id=mine.match_id, room=tmp_path)
    record = stage.play(spec)
    if wrong == "text":
        *lines, ending, last = record.replay.split(b"\n")
        record = msgspec.structs.replace(record, replay=b"\n".join([*lines, b"1" + ending, last]))
    elif wrong == "ranks":
        record = msgspec.structs.replace(record, ranks=record.ranks[::-1], scores=record.scores[::-1])
    elif wrong == "verdict":
        seats = (msgspec.structs.replace(record.seats[0], verdict="crashed"), *record.seats[1:])
        record = msgspec.structs.replace(record, seats=seats)
    elif wrong == "seed":
        record = stage.play(msgspec.structs.replace(spec, seed="1"))
    else:
        record = msgspec.structs.replace(record, replay=record.replay[:-10])
    assert recording.record(claim=mine, record=record) is Outcome.SPOILED
    match = stage.fresh(mine.match_id)
    assert (match.state, match.voids) == (Match.State.QUEUED, 1)
    assert match.attempts.get().outcome == Attempt.Outcome.VOID
    assert not MatchSeat.objects.exclude(verdict="").exists()


def test_the_last_match_closes_the_block_and_opens_its_deal(block: Block, slot: Slot) -> None:
    seed = Deal.objects.get(block=block).seed
    assert (block.seed, block.salt) == ("", "")
    assert stage.play_all(slot) == 3
    block.refresh_from_db()
    assert (block.state, block.outcome, block.seed) == (Block.State.CLOSED, "", seed)
    assert not Deal.objects.exists()


def test_every_rotation_is_played_on_one_deal(block: Block, slot: Slot) -> None:
    stage.play_all(slot)
    specs = slot.runner.specs
    assert len({spec.seed for spec in specs}) == 1
    names = sorted(tuple(seat.name for seat in spec.seats) for spec in specs)
    base = names[0]
    assert names == sorted([base, (*base[1:], base[0]), (*base[2:], *base[:2])])


@pytest.mark.django_db(transaction=True)
def test_results_delivered_many_times_by_many_threads_count_once(tmp_path: Path) -> None:
    season = stage.ladder()
    for _ in range(4):
        blocks.open_rated(season=season, seated=stage.seated(*stage.house_entries(season, 3)))
    claims = [stage.take() for _ in range(12)]
    deliveries = [(mine, played(mine, tmp_path)) for mine in claims]
    outcomes: list[Outcome] = []

    def deliver(offset: int) -> None:
        try:
            for step in range(len(deliveries)):
                mine, record = deliveries[(step * 5 + offset) % len(deliveries)]
                outcomes.append(recording.record(claim=mine, record=record))
        finally:
            connection.close()

    threads = [threading.Thread(target=deliver, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [Outcome.RECORDED] * 12 + [Outcome.REPEATED] * 36
    assert Block.objects.filter(state=Block.State.CLOSED).count() == 4
    assert SeatLog.objects.count() == 36
    assert not RatingEvent.objects.exists()
    assert Entry.objects.filter(last_block=4).count() == 3
