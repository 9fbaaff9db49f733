"""What the author of a faulty version is told, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.ladders.models import Entry, Season
from nile_site.matches import selectors
from nile_site.matches.faults import card_of
from nile_site.matches.models import Match, MatchSeat
from nile_site.matches.services import blocks
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(season: Season) -> Entry:
    return stage.live(stage.author("Ana"), "Sphinx", season)


def play(room: Path, entry: Entry, faulty: tuple[str, ...]) -> list[MatchSeat]:
    """Play a block and give the entry's seats."""
    house = stage.house_entries(entry.season, 2)
    block = blocks.open_rated(season=entry.season, seated=stage.seated(entry, *house))
    stage.play_all(stage.slot(room, stage.InlineRunner(faulty=faulty)))
    return list(MatchSeat.objects.filter(entry=entry, match__block=block).order_by("id"))


def test_a_card_tells_what_where_how_often_and_how_to_see_it_again(entry: Entry, tmp_path: Path) -> None:
    play(tmp_path, entry, ())
    seats = play(tmp_path, entry, ("Sphinx",))
    log = selectors.private_log(entry.bot.owner, selectors.seat_of(seats[0].match, seats[0].seat))
    log.cpu_us, log.seat.memory_kib = [1500, 2500], 40_000
    card = card_of(log)
    assert card is not None
    assert card.sentence == f"It ended before the match was over at ply {log.fault_ply}: ArithmeticError: planted."
    assert (card.ply, card.question, card.cpu_us) == (log.fault_ply, 2, 2500)
    assert (card.memory_kib, card.memory_limit_mib) == (40_000, 512)
    assert (card.history.times, card.history.matches) == (3, 6)
    times = sorted(Match.objects.filter(seats__in=seats).values_list("finished_at", flat=True))
    assert (card.history.first, card.history.last) == (times[0], times[-1])
    assert card.repro == f"nile repro {seats[0].match_id}"


def test_the_start_up_is_a_place_too(entry: Entry, tmp_path: Path) -> None:
    seat = play(tmp_path, entry, ("Sphinx",))[0]
    MatchSeat.objects.filter(pk=seat.pk).update(startup_ms=7)
    log = selectors.private_log(entry.bot.owner, selectors.seat_of(seat.match, seat.seat))
    log.fault_ply = 0
    card = card_of(log)
    assert card is not None
    assert (card.question, card.cpu_us) == (None, 7000)
    assert "at its start" in card.sentence


def test_the_command_names_the_seat_where_several_failed(entry: Entry, tmp_path: Path) -> None:
    seat = play(tmp_path, entry, ("Sphinx", "Scarab"))[0]
    card = card_of(selectors.private_log(entry.bot.owner, selectors.seat_of(seat.match, seat.seat)))
    assert card is not None
    assert card.repro == f"nile repro {seat.match_id} --seat {seat.seat}"


def test_a_seat_without_a_fault_has_no_card(entry: Entry, tmp_path: Path) -> None:
    seat = play(tmp_path, entry, ())[0]
    assert card_of(selectors.private_log(entry.bot.owner, selectors.seat_of(seat.match, seat.seat))) is None
    assert list(selectors.faults_of(entry.bot)) == []


def test_a_log_is_for_the_owner_alone_and_opens_with_the_block(entry: Entry, tmp_path: Path) -> None:
    seat = play(tmp_path, entry, ("Sphinx",))[0]
    found = selectors.seat_of(seat.match, seat.seat)
    for other in (None, stage.author("Ben"), stage.staff()):
        with pytest.raises(NotAllowed, match="for its owner alone"):
            selectors.private_log(other, found)
        assert found not in [log.seat for log in selectors.readable_logs(other, found.match)]
    assert [log.seat for log in selectors.readable_logs(entry.bot.owner, found.match)] == [found]
    found.match.block.state = "open"
    with pytest.raises(NotThere, match="Logs open when"):
        selectors.private_log(entry.bot.owner, found)
    assert selectors.readable_logs(entry.bot.owner, found.match) == []


def test_the_faults_of_a_bot_are_listed_newest_first(entry: Entry, tmp_path: Path) -> None:
    seats = play(tmp_path, entry, ("Sphinx", "Scarab"))
    assert list(selectors.faults_of(entry.bot)) == seats[::-1]
