"""Seasons and standings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from nile_site.accounts.refusals import Conflict, NotAllowed, NotThere, Refused
from nile_site.bots.models import Bot
from nile_site.ladders import seasons, selectors, services
from nile_site.ladders.board import Row, best, page, places, standings
from nile_site.ladders.models import Entry, RatingEvent, Season
from tests.nile_site import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db: None) -> Season:
    return stage.ladder()


def test_a_ladder_is_for_a_game_and_seats_that_exist() -> None:
    for game, seats in [("chess", 2), (stage.GAME, 2), (stage.GAME, 9)]:
        with pytest.raises(Refused):
            services.make_ladder(slug="x", title="x", game=game, seats=seats)


def test_a_season_pins_rules_options_and_limits(season: Season) -> None:
    assert season.rules_version == stage.RULES
    assert season.options["closing"] == "sum_only"
    assert season.limits["memory_mib"] == 512
    for wrong in ({"options": {"closing": "never"}}, {"options": {"typo": "x"}}, {"limits": {"typo": 1}}):
        with pytest.raises(Refused):
            seasons.draft_season(ladder=season.ladder, opens_at=timezone.now(), **wrong)


def test_seasons_of_one_ladder_never_overlap(season: Season) -> None:
    now = timezone.now()
    draft = seasons.draft_season(ladder=season.ladder, opens_at=now + timedelta(days=2))
    assert draft.number == 2
    with pytest.raises(Conflict, match="overlap season 1"):
        seasons.open_season(season=draft)
    seasons.move_close(season=season, closes_at=now + timedelta(days=2))
    seasons.open_season(season=draft)
    with pytest.raises(Conflict, match="overlap season 2"):
        seasons.move_close(season=season, closes_at=now + timedelta(days=2, microseconds=1))
    with pytest.raises(Conflict, match="Only a draft"):
        seasons.open_season(season=draft)
    with pytest.raises(Refused, match="closes after it opens"):
        seasons.move_close(season=season, closes_at=season.opens_at)


def test_a_season_freezes_between_its_opening_and_its_close(season: Season) -> None:
    now = timezone.now()
    seasons.move_close(season=season, closes_at=now + timedelta(days=2), freezes_at=now + timedelta(days=1))
    for freezes, closes, said in [
        (now + timedelta(days=3), now + timedelta(days=2), "freezes after it opens"),
        (season.opens_at, now + timedelta(days=2), "freezes after it opens"),
        (now + timedelta(days=1), None, "never closes"),
    ]:
        with pytest.raises(Refused, match=said):
            seasons.move_close(season=season, closes_at=closes, freezes_at=freezes)


def test_seasons_are_numbered_in_the_order_in_which_they_open(season: Season) -> None:
    with pytest.raises(Conflict, match="Season 1 opens then or later"):
        seasons.draft_season(ladder=season.ladder, opens_at=season.opens_at)


def test_a_draft_is_seen_by_nobody_and_takes_no_entries(season: Season) -> None:
    draft = seasons.draft_season(ladder=season.ladder, opens_at=timezone.now() + timedelta(days=2))
    assert selectors.current_season(season.ladder) == season
    with pytest.raises(NotThere):
        selectors.season_by_number(season.ladder, draft.number)
    ana = stage.author("Ana")
    version = stage.upload(ana, "Sphinx", seasons=[])
    with pytest.raises(Conflict, match="not running"):
        services.enter(actor=ana, bot=version.bot, season=draft, version=version)


def test_equal_ratings_share_a_rank_and_ties_are_listed_by_error_games_and_id(season: Season) -> None:
    assert {row.rank for row in standings(season)} == {None}  # nobody is rated yet
    season.entries.update(games=3)
    season.entries.update(error_mpt=350_000)
    rows = standings(season)
    assert [row.rank for row in rows] == [1] * len(stage.HOUSE_BOTS)
    assert [row.entry.pk for row in rows] == sorted(row.entry.pk for row in rows)
    Entry.objects.filter(pk=rows[3].entry.pk).update(rating_mpt=1_100_000)
    assert [row.rank for row in standings(season)] == [1, 2, 2, 2, 2]
    Entry.objects.filter(pk=rows[4].entry.pk).update(error_mpt=90_000)
    Entry.objects.filter(pk=rows[2].entry.pk).update(games=6)
    order = [rows[place].entry.pk for place in (3, 4, 2, 0, 1)]
    assert [row.entry.pk for row in standings(season)] == order


def test_unrated_and_stopped_entries_stand_below_without_a_rank(season: Season) -> None:
    first, second, third, *others = season.entries.order_by("id")
    Entry.objects.filter(pk__in=[each.pk for each in others]).update(games=3, rating_mpt=900_000)
    Entry.objects.filter(pk=first.pk).update(games=3, rating_mpt=1_200_000, state=Entry.State.PAUSED)
    rows = [(row.rank, row.entry.pk) for row in standings(season)]
    assert rows == [(1, others[0].pk), (1, others[1].pk), (None, first.pk), (None, second.pk), (None, third.pk)]


def test_pages_and_places_of_a_board_are_those_of_the_whole(season: Season) -> None:
    house = season.entries.order_by("id").first()
    owner = stage.author("Ana")
    fresh = [Bot(owner=owner, name=f"T{n}", name_key=f"t{n}", slug=f"t{n}") for n in range(40)]
    Bot.objects.bulk_create(fresh)
    Entry.objects.bulk_create(
        Entry(
            season=season,
            bot=bot,
            version=house.version if n % 8 else None,
            games=n % 3,
            rating_mpt=1_000_000 + n % 4,
            error_mpt=90_000 + n % 2,
            final_mpt=1_000_002 if n % 5 == 0 else None,
            state=Entry.State.PAUSED if n % 7 == 0 else Entry.State.ACTIVE,
        )
        for n, bot in enumerate(fresh)
    )
    whole = standings(season)
    assert len(whole) == len(stage.HOUSE_BOTS) + 35
    order = [each for each in whole if each.rank is not None]
    assert len({each.rank for each in order}) < len(order) < len(whole)
    for each in order:
        mine = each.entry.final_mpt or each.entry.rating_mpt
        better = [other for other in order if (other.entry.final_mpt or other.entry.rating_mpt) > mine]
        assert each.rank == 1 + len(better)
    for most in (1, 7, 100):
        walked, more, after = list[Row](), True, None
        while more:
            rows, more = page(season, after=after, most=most)
            walked, after = walked + rows, rows[-1].entry.pk
        assert walked == whole
    assert places(row.entry for row in whole) == {row.entry.pk: (row.rank, len(order)) for row in whole}
    assert best([season], most=9) == {season.pk: whole[:9]}
    with pytest.raises(NotThere, match="does not stand on this board"):
        page(season, after=Entry.objects.get(bot=fresh[0]).pk, most=5)


def test_a_bot_stands_on_the_board_only_once_a_version_has_passed(season: Season) -> None:
    version = stage.upload(stage.author("Ana"), "Sphinx")
    assert version.bot.name not in [row.entry.bot.name for row in standings(season)]


def test_standings_take_a_fixed_number_of_queries(season: Season, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        for row in standings(season):
            assert row.entry.bot.owner.username
            assert row.entry.version.number


def test_benching_and_undoing_leaves_the_board_as_it_was(season: Season) -> None:
    staff = stage.staff()
    season.entries.update(games=3)
    before = [(row.rank, row.entry.pk) for row in standings(season)]
    entry = season.entries.order_by("id").last()
    services.bench(actor=staff, entry=entry, reason="under review")
    rows = standings(season)
    assert (rows[-1].rank, rows[-1].entry.pk, rows[-1].entry.reason) == (None, entry.pk, "under review")
    assert not RatingEvent.objects.exists()
    services.unbench(actor=staff, entry=entry)
    assert [(row.rank, row.entry.pk) for row in standings(season)] == before
    with pytest.raises(NotAllowed):
        services.bench(actor=stage.author("Ana"), entry=entry, reason="rival")


def test_a_withdrawn_bot_must_be_entered_again(season: Season) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    services.change_state(actor=ana, entry=entry, state=Entry.State.WITHDRAWN)
    with pytest.raises(Conflict, match="enter it again"):
        services.change_state(actor=ana, entry=entry, state=Entry.State.ACTIVE)
    with pytest.raises(Conflict, match="Only a bot that plays"):
        services.change_state(actor=ana, entry=entry, state=Entry.State.PAUSED)


def test_the_owner_gate_of_entries(season: Season) -> None:
    ana = stage.author("Ana")
    entry = stage.live(ana, "Sphinx", season)
    assert selectors.own_entry(ana, entry.pk) == entry
    with pytest.raises(NotAllowed):
        selectors.own_entry(stage.author("Ben"), entry.pk)
    with pytest.raises(NotThere):
        selectors.own_entry(ana, entry.pk + 999)
