"""Who sees what: owner, rival, stranger and staff, while a block is open and after."""

from __future__ import annotations

import pytest
from django.core import serializers

from nile_site.accounts.models import User
from nile_site.accounts.refusals import NotAllowed, NotThere
from nile_site.ladders.models import Season
from nile_site.matches import selectors, services
from nile_site.matches.models import Block, Deal, Match, MatchSeat
from nile_site.matches.services import blocks
from nile_site.matches.services.playing import Slot
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


class People:
    """An owner whose bot is on trial and in an open rated block, a rival in the same block, a stranger, and staff."""

    def __init__(self, season: Season) -> None:
        self.owner, self.rival, self.stranger = stage.author("Ana"), stage.author("Ben"), stage.author("Cleo")
        self.staff = stage.staff()
        mine, theirs = stage.live(self.owner, "Sphinx", season), stage.live(self.rival, "Falcon", season)
        seated = stage.seated(mine, theirs, *stage.house_entries(season, 1))
        self.block = blocks.open_rated(season=season, seated=seated)
        self.version = stage.upload(self.owner, "Sphinx", "second", bot=mine.bot)
        self.trial = Block.objects.get(kind=Block.Kind.TRIAL)

    def match(self) -> Match:
        return selectors.visible_match(self.owner, self.block.matches.get(rotation=0).pk)

    def seat(self, name: str) -> MatchSeat:
        seats = self.match().seats.select_related("bot__owner", "match__block__subject__bot")
        return seats.get(bot__name=name)

    def everybody(self) -> list[User | None]:
        return [None, self.owner, self.rival, self.stranger, self.staff]


@pytest.fixture
def people(season: Season) -> People:
    return People(season)


def test_a_trial_is_seen_by_its_owner_and_staff_alone(people: People, slot: Slot) -> None:
    stage.play_all(slot)
    pk = people.trial.matches.get().pk
    for actor in (people.owner, people.staff):
        match = selectors.visible_match(actor, pk)
        assert selectors.replay_text(actor, match)
        assert selectors.visible_block(actor, people.trial.pk) == people.trial
        assert pk in set(selectors.recent_matches(actor).values_list("pk", flat=True))
    hidden = selectors.visible_match(people.owner, pk)
    for other in (None, people.rival, people.stranger):
        with pytest.raises(NotThere):
            selectors.visible_match(other, pk)
        with pytest.raises(NotThere):
            selectors.visible_block(other, people.trial.pk)
        with pytest.raises(NotThere):
            selectors.replay_of(other, hidden)
        with pytest.raises(NotThere):
            selectors.private_log(other, hidden.seats.get(bot__name="Sphinx"))
        assert pk not in set(selectors.recent_matches(other).values_list("pk", flat=True))
        assert pk not in set(selectors.recent_matches(other, bot=people.version.bot).values_list("pk", flat=True))


def test_an_open_block_holds_no_secret_that_any_page_could_print(people: People) -> None:
    deal = Deal.objects.get(block=people.block)
    match = people.match()
    printed = serializers.serialize(
        "json", [people.block, selectors.visible_block(None, people.block.pk), match, match.block, *match.listed_seats]
    )
    assert deal.salt not in printed
    assert f'"{deal.seed}"' not in printed


def test_replay_and_logs_of_an_open_block_are_shut_to_all(people: People, slot: Slot) -> None:
    for _ in range(3):
        services.play_next(slot=slot)
    match = next(each for each in people.block.matches.all() if each.state == Match.State.FINISHED)
    for actor in people.everybody():
        match = selectors.visible_match(actor, match.pk)
        with pytest.raises(NotThere, match="opens when all matches"):
            selectors.replay_of(actor, match)
    seat = match.seats.select_related("bot__owner", "match__block__subject__bot").get(bot__name="Sphinx")
    with pytest.raises(NotThere, match="Logs open when all"):
        selectors.private_log(people.owner, seat)


def test_once_closed_replays_are_public_and_logs_are_the_owners(people: People, slot: Slot) -> None:
    stage.play_all(slot)
    for actor in people.everybody():
        assert selectors.replay_text(actor, people.match()).startswith(b"nile 1 ")
    assert selectors.private_log(people.owner, people.seat("Sphinx"))
    assert selectors.private_log(people.rival, people.seat("Falcon"))
    assert selectors.private_log(people.staff, people.seat("Scarab"))  # nobody can sign in as the house
    for actor, name in [
        (None, "Sphinx"),
        (people.rival, "Sphinx"),
        (people.stranger, "Sphinx"),
        (people.staff, "Sphinx"),
        (people.owner, "Falcon"),
        (people.owner, "Scarab"),
    ]:
        with pytest.raises(NotAllowed, match="its owner alone"):
            selectors.private_log(actor, people.seat(name))


def test_a_closed_account_sees_what_a_stranger_sees(people: People, slot: Slot) -> None:
    stage.play_all(slot)
    services.close_account(actor=people.owner)
    people.owner.refresh_from_db()
    with pytest.raises(NotThere):
        selectors.visible_match(people.owner, people.trial.matches.get().pk)


def test_lists_of_matches_go_back_from_the_newest_by_id(people: People, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(2):  # type: ignore[operator]
        found = list(selectors.recent_matches(people.rival, season=people.block.season))
        names = [[seat.bot.name for seat in match.listed_seats] for match in found]
    assert [match.pk for match in found] == sorted((match.pk for match in found), reverse=True)
    assert len(names) == 3
    bot = people.version.bot
    assert selectors.recent_matches(bot=bot).count() == 3
    assert selectors.recent_matches(people.owner, bot=bot).count() == 4


def test_the_queue_tells_each_match_its_place(people: People) -> None:
    trial = people.trial.matches.get()
    assert selectors.place_in_queue(trial) == 1
    places = [selectors.place_in_queue(match) for match in people.block.matches.order_by("id")]
    assert places == [2, 3, 4]
    stage.take()
    trial.refresh_from_db()
    assert selectors.place_in_queue(trial) is None
    (own,) = selectors.my_bots(people.owner)
    assert own.latest == people.version
    assert own.entries[0].sentence == "Version 2 is playing its trial."
